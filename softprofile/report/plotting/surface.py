"""Filled contours of values at points of the plane, whether these form a grid or are scattered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.ticker import MaxNLocator
from matplotlib.tri import LinearTriInterpolator, Triangulation, UniformTriRefiner
from scipy.interpolate import RegularGridInterpolator

from softprofile.report.plotting.style import COLOURMAP
from softprofile.util.validation import Array, is_constant

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.contour import ContourSet

Map = Callable[[Array], Array]

_LEVELS = 16
# Points that agree to so many decimals of the range are the same: 0.1 + 0.2 and 0.3 are one line of a grid.
_DECIMALS = 9
# Cells are cut into pieces so that what is linear in transformed coordinates looks so on a logarithmic axis too.
_PIECES = 16
_MANY_TRIANGLES, _MANY_LINES = 20_000, 320


def draw_contours(ax: Axes, V: Array, values: Array, to_original: Map) -> ContourSet | None:
    """Draw filled contours over points V (n, 2) of transformed coordinates, in original units.

    Values of repeated points are averaged. None if all points lie on one line.
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
    """Round numbers from below the smallest to above the largest value."""
    low, high = float(values.min()), float(values.max())
    if is_constant(values):
        # One band around the value, which must not lie on the edge of it.
        return low + max(1.0, abs(low)) * np.array([-0.1, 0.1])
    return np.asarray(MaxNLocator(_LEVELS, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high))


def _distinct(V: Array, values: Array) -> tuple[Array, Array]:
    """Each point once, in the order of the first and then the second coordinate, with the mean of its values."""
    low, width = V.min(axis=0), np.ptp(V, axis=0)
    rounded, group = np.unique(np.round((V - low) / width, _DECIMALS), axis=0, return_inverse=True)
    # numpy 2.0 alone returned a column.
    group = group.ravel()
    return low + width * rounded, np.bincount(group, weights=values) / np.bincount(group)


def _fine_grid(x: Array, y: Array, values: Array) -> tuple[Array, Array]:
    """Points (..., 2) of a grid with its cells cut into pieces, and the values interpolated there."""
    lattice = np.stack(np.meshgrid(_cut(x), _cut(y), indexing="ij"), axis=-1)
    return lattice, RegularGridInterpolator((x, y), values.reshape(len(x), len(y)))(lattice)


def _cut(lines: Array) -> Array:
    """The lines of a grid, with more of them evenly between each two."""
    pieces = max(1, min(_PIECES, _MANY_LINES // len(lines)))
    steps = np.linspace(0, len(lines) - 1, pieces * (len(lines) - 1) + 1)
    return np.interp(steps, np.arange(len(lines)), lines)


def _collinear(points: Array) -> bool:
    shape = (points - points.mean(axis=0)) / np.ptp(points, axis=0)
    spread = np.linalg.svd(shape, compute_uv=False)
    return len(points) < 3 or bool(spread[1] <= 1e-9 * spread[0])


def _fine_triangles(points: Array, values: Array) -> tuple[Triangulation, Array]:
    """A triangulation with its triangles cut into pieces, and the values interpolated there."""
    coarse = Triangulation(points[:, 0], points[:, 1])
    subdivisions = 3 if len(coarse.triangles) * 4**3 <= _MANY_TRIANGLES else 1
    fine, Z = UniformTriRefiner(coarse).refine_field(values, LinearTriInterpolator(coarse, values), subdivisions)
    return fine, np.asarray(Z)
