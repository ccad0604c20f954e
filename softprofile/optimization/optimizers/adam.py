"""ADAM (Kingma and Ba, 2014), with all starts in one batch."""

from __future__ import annotations

import math

import numpy as np

from softprofile.model.objective import Objective
from softprofile.optimization.optimizers.minima import Minima
from softprofile.util.progress import progress_bar
from softprofile.util.validation import Array

_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8


def minimize_adam(
    objective: Objective, starts: Array, steps: int = 1000, learning_rate: float = 0.03, *, anneal: bool = True
) -> Minima:
    """Minimise the objective from each start by ADAM.

    Parameters
    ----------
    objective : Objective
        Values and gradients.
    starts : array of shape (k, p)
        Starting values.
    steps : int, default 1000
        Number of steps.
    learning_rate : float, default 0.03
        Initial learning rate.
    anneal : bool, default True
        Whether the learning rate decreases to zero along a half cosine.

    Returns
    -------
    Minima
        The best parameters visited from each start.
    """
    w = np.array(starts, dtype=float)
    if len(w) == 1:
        # Drop the batch axis of a single start: smaller arrays cost less.
        w = w[0]
    moments = np.zeros((2, *w.shape))
    mean, square = moments
    lowest, lowest_at = np.full(w.shape[:-1], np.inf), w
    pace = np.array([1 - _BETA1, 1 - _BETA2]).reshape(2, *(1,) * w.ndim)
    now = np.empty_like(moments)
    for step in progress_bar(range(1, steps + 1), "ADAM steps"):
        values, gradients = objective(w)
        lowest, lowest_at = _lower(lowest, lowest_at, values, w)
        now[0] = gradients
        np.multiply(gradients, gradients, out=now[1])
        now -= moments
        now *= pace
        moments += now
        rate = learning_rate * (0.5 * (1 + math.cos(math.pi * step / steps)) if anneal else 1.0)
        # Apply both bias corrections, which are scalars, to the rate rather than to every component.
        root = math.sqrt(1 - _BETA2**step)
        move = np.sqrt(square)
        move += _EPSILON * root
        np.divide(mean, move, out=move)
        move *= rate * root / (1 - _BETA1**step)
        w = w - move
    lowest, lowest_at = _lower(lowest, lowest_at, objective(w)[0], w)
    return Minima(np.array(lowest_at).reshape(starts.shape), np.reshape(lowest, len(starts)))


def _lower(lowest: Array, lowest_at: Array, values: Array, w: Array) -> tuple[Array, Array]:
    """Return the lower of two values of each start and its parameters; NaN never counts as lower."""
    lower = values < lowest
    if lower if lower.ndim == 0 else lower.all():
        return values, w
    return np.where(lower, values, lowest), np.where(lower[..., None], w, lowest_at)
