"""A best score that its neighbours do not support: a lucky evaluation rather than a good configuration."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from softprofile.recommendation.failures import Mask
from softprofile.recommendation.smoother import smooth
from softprofile.recommendation.surface import Surface
from softprofile.util.validation import Array

# The best score is lucky if it exceeds the prediction from all others by this many standard deviations of a new score.
_DEVIATIONS = 6.0
# It is examined only if it stands out from the second best by this many times the noise.
_STANDS_OUT = 2.0


def find_lucky_best(
    score: Array, used: Mask, groups: npt.NDArray[np.int64], surface: Surface, noise: float
) -> int | None:
    """Find a lone best score that the other configurations do not support.

    Parameters
    ----------
    score : ndarray of shape (n,)
        Scores, larger is better.
    used : ndarray of bool of shape (n,)
        Configurations that count.
    groups : ndarray of int of shape (n,)
        Group of each configuration.
    surface : Surface
        The smoothed scores.
    noise : float
        Noise near the top.

    Returns
    -------
    int or None
        Row of the lucky configuration.

    Notes
    -----
    The smoother is fitted again without the best configuration, so that this one does not raise the noise it is
    compared with. The standard deviation of the prediction is larger where the surface is steep or has few
    configurations, so that a narrow peak between coarse grid lines is not called lucky.
    """
    rows = np.flatnonzero(used)
    best = int(rows[np.argmax(score[rows])])
    group = surface.smoothed.get(int(groups[best]))
    if group is None or len(rows) < 3:
        return None
    second = float(np.partition(score[rows], -2)[-2])
    if score[best] - second <= _STANDS_OUT * noise or surface.loo_residuals[best] <= _DEVIATIONS * noise:
        return None
    others = group.rows != best
    z = surface.score[group.rows[others]]
    if len(np.unique(z)) < 2:
        return None
    without = smooth(group.V[others], z)
    point = group.V[~others]
    excess = score[best] - float(without.predict(point)[0])
    return best if excess > _DEVIATIONS * float(without.standard_deviation(point)[0]) else None
