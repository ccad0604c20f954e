"""Choose a configuration: among those as good as the best, the simplest."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from softprofile.recommendation.failures import Mask
from softprofile.recommendation.simplicity import Simplicity
from softprofile.util.validation import Array

Rows = npt.NDArray[np.int64]

#: Share of the improvement that may be given up if the noise is smaller. Scores by the same folds share most of their
#: noise, so that smooth curves show less of it than there is.
LEAST_TOLERANCE = 0.025
# Decimals to which complexities, which are near 1 in size, and smoothed scores are compared: rounding is not a reason.
_DECIMALS = 9


def accepted_loss(noise: float, improvement: float, tolerance: float | None) -> float:
    """Return how much worse than the best a recommended score may be.

    Parameters
    ----------
    noise : float
        Noise near the top.
    improvement : float
        Distance between the best score and the lower quartile.
    tolerance : float or None
        Share of the improvement that may be given up; None for the noise, or 2.5 % of the improvement if that is more.

    Returns
    -------
    float
        The largest loss that is accepted.
    """
    return max(noise, LEAST_TOLERANCE * improvement) if tolerance is None else tolerance * improvement


def find_best(score: Array, fitted: Array, used: Mask, V: Array, groups: Rows) -> int:
    """Return the row with the best score; of equal scores, the one with the better neighbours."""
    rows = np.flatnonzero(used & (score == score[used].max()))
    return int(rows[_first(_rounded(-fitted[rows]), _position(V, groups, rows))])


def find_as_good(score: Array, fitted: Array, used: Mask, best: int, loss: float) -> Mask:
    """Find the configurations that are as good as the best, by their scores and by their smoothed scores.

    Parameters
    ----------
    score, fitted : ndarray of shape (n,)
        Scores and smoothed scores, larger is better.
    used : ndarray of bool of shape (n,)
        Configurations that count.
    best : int
        Row of the best of them.
    loss : float
        Largest loss that is accepted.

    Returns
    -------
    ndarray of bool of shape (n,)
        True for the best, and for configurations whose score and smoothed score are both within `loss` of its own. A
        configuration beside a cliff may have a good score by luck, but not a good smoothed score.
    """
    with np.errstate(invalid="ignore"):
        good = used & (score >= score[best] - loss) & (fitted >= fitted[best] - loss)
    good[best] = True
    return good


def choose_simplest(as_good: Mask, best: int, order: Simplicity, fitted: Array, V: Array, groups: Rows) -> int:
    """Return the simplest of the configurations that are as good; the best smoothed one if there is no order.

    Parameters
    ----------
    as_good : ndarray of bool of shape (n,)
        Configurations as good as the best.
    best : int
        Row of the best.
    order : Simplicity
        Their complexity. Configurations more complex than the best are not chosen, nor those that cannot be compared.
    fitted : ndarray of shape (n,)
        Smoothed scores, larger is better.
    V : ndarray of shape (n, k)
        Transformed coordinates, by which the last ties are broken.
    groups : ndarray of int of shape (n,)
        Group of each configuration.

    Returns
    -------
    int
        Row of the recommended configuration.
    """
    complexity = order.complexity
    known = bool(np.isfinite(complexity[best]))
    if known:
        scale = max(1.0, float(np.nanmax(np.abs(complexity))))
        complexity = _rounded(complexity / scale)
        with np.errstate(invalid="ignore"):
            as_good = as_good & (complexity <= complexity[best])
    rows = np.flatnonzero(as_good)
    keys = [complexity[rows]] if known else []
    return int(rows[_first(*keys, _rounded(-fitted[rows]), _position(V, groups, rows))])


def _first(*keys: Array) -> int:
    """Return the position of the smallest by the first key; ties by the second, and so on. Keys may have columns."""
    columns = [column for key in keys for column in (key.T if key.ndim == 2 else key[None])]
    return int(np.lexsort(columns[::-1])[0])


def _position(V: Array, groups: Rows, rows: Rows) -> Array:
    """Return keys that order configurations by where they lie rather than by the order of their rows."""
    return np.column_stack([groups[rows], _rounded(np.where(np.isfinite(V[rows]), V[rows], 0.0))])


def _rounded(values: Array) -> Array:
    return np.round(values, _DECIMALS)
