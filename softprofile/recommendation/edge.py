"""The edge of the good region: where no more than a small share of the improvement is left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.recommendation.surface import Group
from softprofile.util.validation import Array

DEFAULT_TOLERANCE = 0.05
_POINTS = 1024
_STEPS = 1001


@dataclass(frozen=True)
class EdgePoint:
    """A point on the edge.

    Attributes
    ----------
    point : ndarray of shape (k,)
        The point, in the transformed coordinates of the group.
    fit : BoundaryFit or None
        The fit that it comes from.
    """

    point: Array
    fit: BoundaryFit | None


def edge_of(group: Group, improvement: float, tolerance: float | None) -> EdgePoint | None:
    """Find the point where the segment from the poor to the good region enters the latter.

    Parameters
    ----------
    group : Group
        Smoothed configurations.
    improvement : float
        Distance between the best score and the lower quartile.
    tolerance : float or None
        Share of the improvement that is missing at the edge; None for 5 %.

    Returns
    -------
    EdgePoint or None
        The point; None if all of the surface is good.

    Notes
    -----
    The centres of the good and the poor region are taken over evenly spread points, so that the density of the design
    does not move them.
    """
    low, high = group.V.min(axis=0), group.V.max(axis=0)
    points = low + (high - low) * _evenly_spread(group.V.shape[1])
    values = group.predict(points)
    level = values.max() - (DEFAULT_TOLERANCE if tolerance is None else tolerance) * improvement
    good = values >= level
    if good.all() or not good.any():
        return None
    poor_centre, good_centre = points[~good].mean(axis=0), points[good].mean(axis=0)
    segment = poor_centre + (good_centre - poor_centre) * np.linspace(0, 1, _STEPS)[:, None]
    inside = group.predict(segment) >= level
    entries = np.flatnonzero(~inside[:-1] & inside[1:])
    return EdgePoint(segment[entries[-1] + 1] if len(entries) else good_centre, None)


def _evenly_spread(m: int) -> Array:
    """Return points that cover the unit cube evenly: multiples of irrational numbers, modulo 1."""
    ratio = 2.0
    for _ in range(50):
        ratio = (1 + ratio) ** (1 / (m + 1))
    steps = ratio ** -np.arange(1.0, m + 1)
    return (0.5 + np.arange(_POINTS)[:, None] * steps) % 1.0
