"""The parameters that separate a given partition: unique, so that no run of an optimiser decides them."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog
from scipy.special import expit

from softprofile.util.validation import Array

_NEWTON_STEPS = 100
_SMALLEST_RIDGE = 1e-13


def separating_parameters(features: Array, positive: np.ndarray, ridge: float) -> Array | None:
    """w with features @ w > 0 exactly where `positive`; None if there is none.

    Ridge-penalised logistic regression is strictly convex, so its solution is unique, and tends to the widest margin
    as the ridge falls. The first ridge small enough to reproduce the partition is used.
    """
    signs = np.where(positive, 1.0, -1.0)
    w = np.zeros(features.shape[1])
    while ridge >= _SMALLEST_RIDGE:
        w = _ridge_logistic(features, signs, ridge, w)
        if np.array_equal(features @ w > 0, positive):
            return w
        ridge /= 10
    return _any_separator(features, signs, positive)


def _ridge_logistic(features: Array, signs: Array, ridge: float, w: Array) -> Array:
    """Newton's method with step halving on mean log(1 + exp(-sign g)) + ridge |w|^2."""
    n, p = features.shape

    def loss(parameters: Array) -> float:
        return float(np.logaddexp(0.0, -signs * (features @ parameters)).mean() + ridge * parameters @ parameters)

    value = loss(w)
    for _ in range(_NEWTON_STEPS):
        doubt = expit(-signs * (features @ w))
        gradient = -(signs * doubt) @ features / n + 2 * ridge * w
        curvature = (features * (doubt * (1 - doubt))[:, None]).T @ features / n + 2 * ridge * np.eye(p)
        try:
            step = np.linalg.solve(curvature, gradient)
        except np.linalg.LinAlgError:
            # Features so unequal that the ridge is lost in rounding: linear programming has to do.
            break
        length = 1.0
        while loss(w - length * step) > value and length > 1e-10:
            length /= 2
        new = loss(w - length * step)
        if not new < value:
            break
        w, value = w - length * step, new
        if gradient @ step < 1e-20:
            break
    return w


def _any_separator(features: Array, signs: Array, positive: np.ndarray) -> Array | None:
    """The widest margin with |w_k| <= 1, by linear programming; None where the margin is zero."""
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
    # In logistic units, so that soft weights made from these parameters are about as sharp as the partition.
    return w * (5.0 / max(margin, 1e-12)) if np.array_equal(features @ w > 0, positive) else None
