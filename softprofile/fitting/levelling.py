"""Whether z has levelled off within the evaluated range."""

from __future__ import annotations

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.focus_columns import columns_of
from softprofile.fitting.good_side import GOOD_SIDES
from softprofile.fitting.region import even_grid
from softprofile.util.messages import Message

# z has not levelled off along a hyper-parameter if more than this share of the whole improvement is made in the last
# part of its range, of this length. A straight line makes 10 % there.
_LAST_PART, _LEFT = 0.1, 0.05
_AS_GOOD = 1e-9
# Points closer than this share of the range to its end are at the end.
_AT_END = 1e-9


def not_levelled_off(fit: BoundaryFit) -> Message | None:
    """Return a message if z still improves at the end of the evaluated range.

    Parameters
    ----------
    fit : BoundaryFit
        A fit with a transition or a ramp.

    Returns
    -------
    Message or None
        The message names the ranges to extend. None if z has levelled off. If `better` is not known, None unless z
        levels off at neither end.
    """
    directions = GOOD_SIDES if fit.better is None else (fit.better,)
    ranges = [unfinished_ranges(fit, better) for better in directions]
    if not all(ranges):
        return None
    extend = " and ".join(f"{name} {way}" for name, way in ranges[-1]) if fit.better else ""
    text = f"{fit.z_name} has not levelled off within the evaluated range" + (
        f": extend {extend}." if extend else " in either direction."
    )
    return Message("not-levelled-off", text)


def unfinished_ranges(fit: BoundaryFit, better: str) -> list[tuple[str, str]]:
    """Return the hyper-parameters along which z still improves at the end of the range.

    Parameters
    ----------
    fit : BoundaryFit
        A fit with a transition or a ramp.
    better : {"lower", "higher"}
        Which values of z are better.

    Returns
    -------
    list of (str, str)
        Name of the hyper-parameter and the direction with its end, such as ``("x", "above 10")``.
    """
    sign = 1.0 if better == "higher" else -1.0
    grid = even_grid(fit.transformed)
    locations = sign * fit.locations_at(grid)
    improvement = float(np.ptp(locations))
    if not improvement > 0:
        return []
    # Of the points that are as good as the best, the one farthest inside.
    as_good = np.flatnonzero(locations >= locations.max() - _AS_GOOD * improvement)
    best = as_good[np.argmin(np.abs(grid[as_good] - grid.mean(axis=0)).max(axis=1))]
    found = []
    for column in columns_of(fit):
        low, high = float(column.levels[0]), float(column.levels[-1])
        for end, direction in ((low, "below"), (high, "above")):
            inward = grid[best].copy()
            if abs(inward[column.index] - end) > _AT_END * column.span:
                continue
            inward[column.index] += _LAST_PART * column.span * (1 if direction == "below" else -1)
            gained = float(locations[best] - sign * fit.locations_at(inward[None, :])[0])
            if gained > _LEFT * improvement:
                found.append((column.name, f"{direction} {column.text(column.edge(direction))}"))
    return found
