"""Unique parameters that separate a given partition, by ridge-penalised logistic regression."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import linprog
from scipy.special import expit

from softprofile.model.objective import CurvedObjective
from softprofile.optimization.optimizers.newton import minimize_newton
from softprofile.util.validation import Array

_SMALLEST_RIDGE = 1e-13
# Largest component of the gradient at convergence.
_TOLERANCE = 1e-14


def separating_parameters(features: Array, positive: np.ndarray, ridge: float) -> Array | None:
    """Return w such that features @ w > 0 exactly where `positive`.

    Parameters
    ----------
    features : array of shape (n, p)
        Features of the points.
    positive : bool array of shape (n,)
        The partition.
    ridge : float
        First ridge to try; it is divided by 10 until w reproduces the partition.

    Returns
    -------
    array of shape (p,) or None
        The parameters; None if the partition is not separable.

    Notes
    -----
    The ridge-penalised logistic loss is strictly convex, so its minimum is unique. It tends to the maximum-margin
    separator as the ridge vanishes.
    """
    signs = np.where(positive, 1.0, -1.0)
    w = np.zeros(features.shape[1])
    while ridge >= _SMALLEST_RIDGE:
        w = minimize_newton(_ridge_logistic(features, signs, ridge), w[None, :], _TOLERANCE).parameters[0]
        if np.array_equal(features @ w > 0, positive):
            return w
        ridge /= 10
    return _any_separator(features, signs, positive)


def _ridge_logistic(features: Array, signs: Array, ridge: float) -> CurvedObjective:
    """Return the loss mean log(1 + exp(-sign g)) + ridge |w|^2, with its gradient and Hessian."""
    n, p = features.shape

    def value_gradient_and_curvature(w: Array) -> tuple[float, Array, Callable[[], Array]]:
        margins = signs * (features @ w)
        doubt = expit(-margins)
        value = float(np.logaddexp(0.0, -margins).mean() + ridge * w @ w)
        gradient = -(signs * doubt) @ features / n + 2 * ridge * w

        def curvature() -> Array:
            return (features * (doubt * (1 - doubt))[:, None]).T @ features / n + 2 * ridge * np.eye(p)

        return value, gradient, curvature

    return value_gradient_and_curvature


def _any_separator(features: Array, signs: Array, positive: np.ndarray) -> Array | None:
    """Return the maximum-margin separator with |w_k| <= 1, by linear programming; None if there is none."""
    n, p = features.shape
    units = np.max(np.abs(features), axis=0)
    units[units <= 0] = 1.0
    result = linprog(
        c=np.append(np.zeros(p), -1.0),
        A_ub=np.column_stack([-signs[:, None] * features / units, np.ones(n)]),
        b_ub=np.zeros(n),
        bounds=[(-1, 1)] * p + [(None, 1)],
    )
    if result.x is None:
        return None
    w, margin = result.x[:p] / units, float(result.x[p])
    # Rescale so that the sigmoid of g is near 0 or 1 at all points.
    return w * (5.0 / max(margin, 1e-12)) if np.array_equal(features @ w > 0, positive) else None
