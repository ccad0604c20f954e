r"""Correct lasso solutions of a LARS path that is not exact.

A LARS path adds one column per step. If several columns have the same correlation, as with copies of a column or
balanced designs, rounding may make it skip one of them, and the rest of the path is wrong. The minimum of

.. math::
    \tfrac12 \|y - X b\|^2 + \tfrac12 \lambda_2 \|b\|^2 + \lambda \|b\|_1

is characterised by its optimality conditions: with :math:`g = X^T (y - X b) - \lambda_2 b`,
:math:`g_j = \lambda \, \mathrm{sign}(b_j)` if :math:`b_j \ne 0` and :math:`|g_j| \le \lambda` otherwise.
"""

from __future__ import annotations

import warnings

import numpy as np

from softprofile.util.errors import SoftProfileWarning
from softprofile.util.validation import Array

# Relative to the largest correlation; exact paths have violations of about 1e-14.
_TOLERANCE = 1e-11

_MAX_ROUNDS = 100


def settle(X: Array, y: Array, penalty: Array, ridge: float, paths: Array) -> Array:
    """Replace the coefficients of a path that are not optimal.

    Parameters
    ----------
    X : ndarray of shape (n, p)
        Columns.
    y : ndarray of shape (n,)
        Response.
    penalty : ndarray of shape (l1,)
        The penalties lambda.
    ridge : float
        The penalty lambda_2.
    paths : ndarray of shape (l1, p)
        Coefficients at each penalty.

    Returns
    -------
    ndarray of shape (l1, p)
        Optimal coefficients.
    """
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
    """Largest violation of the optimality conditions."""
    g = _gradient(X, correlation, ridge, b)
    return float(np.where(b != 0, np.abs(g - penalty * np.sign(b)), np.abs(g) - penalty).max())


def _search(X: Array, correlation: Array, penalty: float, ridge: float, b: Array, tolerance: float) -> Array:
    """Feature-sign search (Lee, Battle, Raina and Ng, 2006), exact in finitely many iterations.

    For given signs the problem is quadratic. On the line to its solution signs may change; the iteration takes the best
    of the points where they do, and of the solution. Each iteration lowers the objective, so no set of signs recurs.
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
        # With collinear columns and no ridge the matrix is singular; any solution will do, such as the shortest.
        target: Array = np.asarray(np.linalg.lstsq(gram, linear, rcond=None)[0], dtype=np.float64)
        b = b.copy()
        b[active] = _best_on_segment(b[active], target, gram, correlation[active], penalty)
        signs = np.sign(b)
    warnings.warn(
        "the coefficients of the elastic net are approximate, because they are not unique with collinear columns: "
        "use lambda2 above zero.",
        SoftProfileWarning,
        stacklevel=2,
    )
    return b


def _best_on_segment(start: Array, target: Array, gram: Array, linear: Array, penalty: float) -> Array:
    """Find the best of `target` and the points of the segment at which a coefficient is zero."""
    crossing = start * target < 0
    fractions = np.append(start[crossing] / (start[crossing] - target[crossing]), 1.0)
    points = start + fractions[:, None] * (target - start)
    # Exactly zero, so that the column becomes inactive.
    points[np.arange(crossing.sum()), np.flatnonzero(crossing)] = 0
    objective = 0.5 * np.einsum("ki,ij,kj->k", points, gram, points) - points @ linear
    objective += penalty * np.abs(points).sum(axis=1)
    return points[np.argmin(objective)]
