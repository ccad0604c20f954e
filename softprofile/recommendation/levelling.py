"""Where the smoothed surface levels off: at which ends of each hyper-parameter it is as good as at its best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softprofile.recommendation.smoother import MOST_CENTRES
from softprofile.recommendation.surface import Group
from softprofile.util.validation import Array

PLATEAU = "plateau"
OPTIMUM_INSIDE = "optimum inside"
STILL_IMPROVING = "still improving"
FLAT = "flat"
UNKNOWN = "unknown"

# An end counts as good if no more than this share of the improvement is missing there: the default edge.
_SHARE_MISSING = 0.05
# z still improves at an end if, over the last tenth of the range, it changes at half its mean rate or faster.
_LAST_PART, _RATE = 0.1, 0.5


@dataclass(frozen=True)
class Levelling:
    """Ends of the coordinates at which the surface is good.

    Attributes
    ----------
    good_ends : ndarray of bool of shape (k, 2)
        Whether the surface is as good as at its best at the lower and the upper end of each coordinate.
    improving : ndarray of int of shape (k,)
        -1 or 1 if the surface still improves at the lower or upper end of a coordinate, else 0.
    """

    good_ends: npt.NDArray[np.bool_]
    improving: npt.NDArray[np.int64]

    @property
    def towards_good(self) -> Array:
        """1 or -1 for each coordinate of which only the upper or only the lower end is good, else 0."""
        return self.good_ends[:, 1].astype(float) - self.good_ends[:, 0]

    @property
    def verdict(self) -> str:
        """Form of the surface in one word or two."""
        if self.improving.any():
            return STILL_IMPROVING
        if self.towards_good.any():
            return PLATEAU
        return FLAT if self.good_ends.all() else OPTIMUM_INSIDE


def find_levelling(group: Group, improvement: float, noise: float) -> Levelling:
    """Compare the surface at the ends of each coordinate with its best.

    Parameters
    ----------
    group : Group
        Smoothed configurations.
    improvement : float
        Distance between the best score and the lower quartile.
    noise : float
        Differences of this size are noise.

    Returns
    -------
    Levelling
        The ends that are good, and those where the surface still improves.

    Notes
    -----
    The surface at an end is the best prediction over all evaluated configurations moved to this end in one coordinate.
    """
    V = group.V
    points = V if len(V) <= MOST_CENTRES else group.smoother.centres
    k = V.shape[1]
    low, high = V.min(axis=0), V.max(axis=0)
    ends = np.array([[_best_at(group, points, j, float(end[j])) for end in (low, high)] for j in range(k)])
    best = max(float(group.predict(points).max()), float(ends.max()))
    good = ends >= best - max(_SHARE_MISSING * improvement, noise)
    improving = np.zeros(k, dtype=np.int64)
    for j in np.flatnonzero(good[:, 0] != good[:, 1]).tolist():
        upper = int(good[j, 1])
        part = _LAST_PART * (high[j] - low[j])
        before = _best_at(group, points, j, float(high[j] - part if upper else low[j] + part))
        mean_rate = abs(ends[j, 1] - ends[j, 0])
        if ends[j, upper] - before > max(_RATE * _LAST_PART * mean_rate, noise):
            improving[j] = 1 if upper else -1
    return Levelling(good, improving)


def _best_at(group: Group, points: Array, column: int, value: float) -> float:
    moved = points.copy()
    moved[:, column] = value
    return float(group.predict(moved).max())
