"""ADAM (Kingma and Ba, 2014), all starts in one batch."""

from __future__ import annotations

import math

import numpy as np

from softprofile.optimizers.objective import Minima, Objective
from softprofile.progress import progress_bar
from softprofile.validation import Array

_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8


def minimize_adam(
    objective: Objective, starts: Array, steps: int = 1000, learning_rate: float = 0.03, *, anneal: bool = True
) -> Minima:
    """Take `steps` steps from every start; with `anneal` the learning rate falls to zero along a half cosine.

    Each start keeps the best parameters that it met.
    """
    w = np.array(starts, dtype=float)
    mean, square = np.zeros_like(w), np.zeros_like(w)
    best = Minima(w.copy(), np.full(len(w), np.inf))
    for step in progress_bar(range(1, steps + 1), "ADAM steps"):
        values, gradients = objective(w)
        _keep_better(best, w, values)
        mean += (1 - _BETA1) * (gradients - mean)
        square += (1 - _BETA2) * (gradients * gradients - square)
        rate = learning_rate * (0.5 * (1 + math.cos(math.pi * step / steps)) if anneal else 1.0)
        # Both corrections for the start from zero are numbers: applied to the rate, not to every component.
        root = math.sqrt(1 - _BETA2**step)
        w -= (rate * root / (1 - _BETA1**step)) * mean / (np.sqrt(square) + _EPSILON * root)
    _keep_better(best, w, objective(w)[0])
    return best


def _keep_better(best: Minima, w: Array, values: Array) -> None:
    np.copyto(best.parameters, w, where=(values < best.values)[:, None])
    np.fmin(best.values, values, out=best.values)
