"""Filled contours of values at points of the plane, on a grid or scattered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.ticker import MaxNLocator
from matplotlib.tri import LinearTriInterpolator, Triangulation, UniformTriRefiner
from scipy.interpolate import RegularGridInterpolator

from softprofile.report.plotting.elements.style import COLOURMAP
from softprofile.util.validation import Array, is_constant

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.contour import ContourSet

Map = Callable[[Array], Array]

_LEVELS = 16
# Coordinates that agree to this many decimals of their range are equal: 0.1 + 0.2 and 0.3 are one grid line.
_DECIMALS = 9
# Cells are subdivided so that values linear in transformed coordinates also look linear on a logarithmic axis.
_PIECES = 16
_MOST_TRIANGLES, _MOST_LINES = 20_000, 320


def draw_contours(ax: Axes, V: Array, values: Array, to_original: Map) -> ContourSet | None:
    """Draw filled contours of values at points V (n, 2), given in transformed coordinates, in original units.

    The values of repeated points are averaged. Returns None if all points lie on one line.
    """
    points, means = _distinct(V, values)
    levels = _levels(means)
    style: dict[str, Any] = {"levels": levels, "cmap": COLOURMAP, "zorder": 1}
    x, y = np.unique(points[:, 0]), np.unique(points[:, 1])
    if len(points) == len(x) * len(y):
        lattice, Z = _fine_grid(x, y, means)
        original = to_original(lattice)
        return ax.contourf(original[..., 0], original[..., 1], np.clip(Z, levels[0], levels[-1]), **style)
    if _collinear(points):
        return None
    triangles, Z = _fine_triangles(points, means)
    original = to_original(np.column_stack([triangles.x, triangles.y]))
    moved = Triangulation(original[:, 0], original[:, 1], triangles.triangles)
    return ax.tricontourf(moved, np.clip(Z, levels[0], levels[-1]), **style)


def _levels(values: Array) -> Array:
    """Return round contour levels that enclose all values."""
    low, high = float(values.min()), float(values.max())
    if is_constant(values):
        # One band around the value: a value on the edge of a band might not be filled.
        return low + max(1.0, abs(low)) * np.array([-0.1, 0.1])
    return np.asarray(MaxNLocator(_LEVELS, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high))


def _distinct(V: Array, values: Array) -> tuple[Array, Array]:
    """Return the distinct points, sorted by the first and then the second coordinate, with the mean of their values."""
    low, width = V.min(axis=0), np.ptp(V, axis=0)
    rounded, group = np.unique(np.round((V - low) / width, _DECIMALS), axis=0, return_inverse=True)
    # numpy 2.0 (and no other release) returns a column.
    group = group.ravel()
    return low + width * rounded, np.bincount(group, weights=values) / np.bincount(group)


def _fine_grid(x: Array, y: Array, values: Array) -> tuple[Array, Array]:
    """Return the points (..., 2) of a grid with subdivided cells, and the values interpolated there."""
    lattice = np.stack(np.meshgrid(_subdivide(x), _subdivide(y), indexing="ij"), axis=-1)
    return lattice, RegularGridInterpolator((x, y), values.reshape(len(x), len(y)))(lattice)


def _subdivide(lines: Array) -> Array:
    """Return grid lines with further lines evenly spaced between each two."""
    pieces = max(1, min(_PIECES, _MOST_LINES // len(lines)))
    steps = np.linspace(0, len(lines) - 1, pieces * (len(lines) - 1) + 1)
    return np.interp(steps, np.arange(len(lines)), lines)


def _collinear(points: Array) -> bool:
    """Return whether all points lie on one line."""
    shape = (points - points.mean(axis=0)) / np.ptp(points, axis=0)
    spread = np.linalg.svd(shape, compute_uv=False)
    return len(points) < 3 or bool(spread[1] <= 1e-9 * spread[0])


def _fine_triangles(points: Array, values: Array) -> tuple[Triangulation, Array]:
    """Return a triangulation with subdivided triangles, and the values interpolated there."""
    coarse = Triangulation(points[:, 0], points[:, 1])
    subdivisions = 3 if len(coarse.triangles) * 4**3 <= _MOST_TRIANGLES else 1
    fine, Z = UniformTriRefiner(coarse).refine_field(values, LinearTriInterpolator(coarse, values), subdivisions)
    return fine, np.asarray(Z)
