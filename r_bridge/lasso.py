r"""Settles a lasso whose path went wrong.

A LARS path takes one column a step. Where several columns have the same correlation, as copies of a column and balanced
designs do, rounding may make it pass over one of them, and from there on it is not the path any more. The optimum of

.. math::
    \tfrac12 \|y - X b\|^2 + \tfrac12 \lambda_2 \|b\|^2 + \lambda \|b\|_1

is known by its conditions: with :math:`g = X^T (y - X b) - \lambda_2 b`, :math:`g_j = \lambda \, \mathrm{sign}(b_j)`
where :math:`b_j \ne 0` and :math:`|g_j| \le \lambda` elsewhere.
"""

from __future__ import annotations

import warnings

import numpy as np

from softprofile.util.errors import SoftProfileWarning
from softprofile.util.validation import Array

# Of the largest correlation. Paths that are right are at 1e-14.
_TOLERANCE = 1e-11

_MAX_ROUNDS = 100


def settle(X: Array, y: Array, penalty: Array, ridge: float, paths: Array) -> Array:
    """Coefficients at each `penalty`, from those of a path, of shape (l1, p), where they are not optimal."""
    correlation = X.T @ y
    tolerance = _TOLERANCE * np.abs(correlation).max()
    settled = paths.copy()
    for row, lam in enumerate(penalty):
        if _violation(X, correlation, lam, ridge, paths[row]) > tolerance:
            settled[row] = _search(X, correlation, lam, ridge, paths[row], tolerance)
    return settled


def _gradient(X: Array, correlation: Array, ridge: float, b: Array) -> Array:
    return correlation - X.T @ (X @ b) - ridge * b


def _violation(X: Array, correlation: Array, penalty: float, ridge: float, b: Array) -> float:
    """By how much the conditions of the optimum fail."""
    g = _gradient(X, correlation, ridge, b)
    return float(np.where(b != 0, np.abs(g - penalty * np.sign(b)), np.abs(g) - penalty).max())


def _search(X: Array, correlation: Array, penalty: float, ridge: float, b: Array, tolerance: float) -> Array:
    """Feature-sign search (Lee, Battle, Raina and Ng, 2006): exact, in finitely many rounds.

    With the signs given, the optimum is that of a quadratic; on the way to it the signs may change, and the best of the
    points where they do is taken. Each round lowers the objective, so no set of signs comes twice.
    """
    signs = np.sign(b)
    for _ in range(_MAX_ROUNDS + 10 * len(b)):
        g = _gradient(X, correlation, ridge, b)
        zero = signs == 0
        if np.abs(g - penalty * signs)[~zero].max(initial=0) <= tolerance:
            worst = int(np.argmax(np.where(zero, np.abs(g), -np.inf)))
            if not zero.any() or abs(g[worst]) <= penalty + tolerance:
                return b
            signs[worst] = np.sign(g[worst])
        active = np.flatnonzero(signs)
        columns = X[:, active]
        gram = columns.T @ columns + ridge * np.eye(len(active))
        linear = correlation[active] - penalty * signs[active]
        # Collinear columns without a ridge have no inverse: the shortest solution is as good as any.
        target: Array = np.asarray(np.linalg.lstsq(gram, linear, rcond=None)[0], dtype=np.float64)
        b = b.copy()
        b[active] = _best_on_the_way(b[active], target, gram, correlation[active], penalty)
        signs = np.sign(b)
    warnings.warn(
        "the elastic net's coefficients are approximate, since collinear columns have no unique ones: "
        "take lambda2 above zero.",
        SoftProfileWarning,
        stacklevel=2,
    )
    return b


def _best_on_the_way(start: Array, target: Array, gram: Array, linear: Array, penalty: float) -> Array:
    """The point of least objective among `target` and those between where a coefficient is zero."""
    crossing = start * target < 0
    fractions = np.append(start[crossing] / (start[crossing] - target[crossing]), 1.0)
    points = start + fractions[:, None] * (target - start)
    # Exactly zero, so that the column leaves.
    points[np.arange(crossing.sum()), np.flatnonzero(crossing)] = 0
    objective = 0.5 * np.einsum("ki,ij,kj->k", points, gram, points) - points @ linear
    objective += penalty * np.abs(points).sum(axis=1)
    return points[np.argmin(objective)]
