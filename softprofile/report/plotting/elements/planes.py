"""A fit over pairs of hyper-parameters: one panel with contours for two, one slice per pair for more."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PathCollection
from matplotlib.colors import Normalize
from matplotlib.contour import QuadContourSet
from matplotlib.figure import FigureBase
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.patheffects import AbstractPathEffect
from matplotlib.ticker import MaxNLocator

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.edge import Edge
from softprofile.fitting.good_side import side_label
from softprofile.report.plotting.elements import style
from softprofile.report.plotting.elements.contours import draw_contours
from softprofile.report.plotting.elements.legend import add_legend
from softprofile.report.plotting.elements.log_axes import set_log_scale
from softprofile.report.plotting.elements.scree import boundary_label
from softprofile.report.shown_edge import edge_value, is_boundary
from softprofile.util.validation import Array

_MARGIN = 0.05
_LATTICE_POINTS = 201
_BOUNDARY_WIDTH = 2.0
_PANEL_INCHES = 2.6
# Beyond this number of points the markers become smaller.
_MANY_POINTS = 250


class Plane(NamedTuple):
    """The plane of two columns, x and y, through a point, by default the representative point of a fit."""

    fit: BoundaryFit
    x: int
    y: int
    through: Array | None = None

    @property
    def columns(self) -> list[int]:
        """The two columns, x first."""
        return [self.x, self.y]

    def window(self) -> tuple[Array, Array]:
        """Return the lower and upper limits of the panel, in transformed coordinates."""
        shown = self.fit.transformed[:, self.columns]
        margin = _MARGIN * np.ptp(shown, axis=0)
        return shown.min(axis=0) - margin, shown.max(axis=0) + margin

    def through_point(self, points: Array) -> Array:
        """Return points (..., 2) as configurations (..., m); the other columns are those of the point of the plane."""
        point = self.fit.representative if self.through is None else self.through
        full = np.broadcast_to(point, (*points.shape[:-1], len(self.fit.names))).copy()
        full[..., self.columns] = points
        return full

    def to_original(self, points: Array) -> Array:
        """Return points (..., 2) of transformed coordinates in original units."""
        return np.asarray(self.fit.transform.invert(self.through_point(points))[..., self.columns])

    def lattice(self, n: int) -> tuple[Array, Array, Array]:
        """Return a lattice of n by n points that covers the panel.

        The first array holds the configurations (n * n, m) in transformed coordinates, the other two the x and y
        coordinates (n, n) in original units.
        """
        low, high = self.window()
        points = np.stack(np.meshgrid(*(np.linspace(low[k], high[k], n) for k in (0, 1))), axis=-1)
        X, Y = np.moveaxis(self.to_original(points), -1, 0)
        return self.through_point(points).reshape(-1, len(self.fit.names)), X, Y

    def distance(self) -> Array:
        """Return the distance of each configuration from the plane."""
        away = np.delete(self.fit.transformed - self.fit.representative, self.columns, axis=1)
        return np.asarray(np.linalg.norm(away, axis=1))


def draw_plane(
    fit: BoundaryFit,
    values: Array,
    label: str,
    ax: Axes | None,
    edge: Edge | None = None,
    overlay: style.Overlay | None = None,
) -> Axes:
    """Draw a fit of two hyper-parameters: contours of the values, the boundary, the edge and the selected points."""
    ax = style.new_axes() if ax is None else ax
    plane = Plane(fit, 0, 1)
    _frame(ax, plane)
    contours = draw_contours(ax, fit.transformed, values, plane.to_original)
    norm = Normalize(float(values.min()), float(values.max()))
    mappable: ScalarMappable
    if contours is None:
        mappable = _draw_coloured_points(ax, plane, values, norm)
        sides = _side_handles(style.PAPER, fit.better)
    else:
        mappable = contours
        _draw_plain_points(ax, plane)
        sides = _side_handles(style.INK, fit.better)
    handles = [*sides, *_draw_boundary(ax, plane, boundary_label(edge)), *_draw_marks(ax, plane, edge)]
    handles += [] if edge is None else _draw_edge(ax, edge, plane.x, plane.y)
    handles += [] if overlay is None else overlay(ax, (plane.x, plane.y))
    add_legend([ax], handles)
    add_colorbar(mappable, ax, ax.figure, label)
    return ax


def draw_slices(
    fit: BoundaryFit,
    values: Array,
    label: str,
    axes: npt.NDArray[np.object_] | None,
    edge: Edge | None = None,
    overlay: style.Overlay | None = None,
) -> npt.NDArray[np.object_]:
    """Draw a fit of more than two hyper-parameters: one slice through the representative point per pair."""
    own = axes is None
    panels = triangle_of_axes(len(fit.names)) if axes is None else axes
    norm = Normalize(float(values.min()), float(values.max()))
    handles: dict[str, Line2D] = {str(handle.get_label()): handle for handle in _side_handles(style.PAPER, fit.better)}
    for ax, (y, x) in zip(panels, pairs_of_columns(len(fit.names)), strict=True):
        plane = Plane(fit, x, y)
        _frame(ax, plane)
        mappable = _draw_coloured_points(ax, plane, values, norm)
        drawn = [
            *_draw_boundary(ax, plane, boundary_label(edge) + r" (others as at $\times$)"),
            *_draw_marks(ax, plane, edge),
            *([] if edge is None else _draw_edge(ax, edge, x, y, r"; others as at $\bigstar$")),
            *([] if overlay is None else overlay(ax, (x, y))),
        ]
        handles |= {str(handle.get_label()): handle for handle in drawn}
        if own:
            ax.label_outer()
    add_legend(list(panels), list(handles.values()))
    add_colorbar(mappable, list(panels), panels[0].figure, label)
    return panels


def add_colorbar(mappable: ScalarMappable, axes: Axes | list[Axes], figure: FigureBase, label: str) -> None:
    """Add a colorbar beside the axes.

    A single axes must not be given as a list: tight_layout would not know where the colorbar belongs.
    """
    figure.colorbar(mappable, ax=axes, label=style.label(label), ticks=MaxNLocator(8, steps=[1, 2, 5, 10]))


def pairs_of_columns(m: int) -> list[tuple[int, int]]:
    """Return the pairs (y, x) of the lower triangle, row by row."""
    return sorted((y, x) for x, y in combinations(range(m), 2))


def triangle_of_axes(m: int) -> npt.NDArray[np.object_]:
    """Return the axes of a new figure with one panel per pair of m columns."""
    size = (_PANEL_INCHES * (m - 1) + 1.2, _PANEL_INCHES * (m - 1) + 0.6)
    _, square = plt.subplots(
        m - 1, m - 1, sharex="col", sharey="row", squeeze=False, figsize=size, layout="constrained"
    )
    for row, column in zip(*np.triu_indices(m - 1, k=1), strict=True):
        square[row, column].remove()
    return np.asarray(square[np.tril_indices(m - 1)])


def _frame(ax: Axes, plane: Plane) -> None:
    """Set scales, limits and labels of a panel."""
    fit = plane.fit
    for axis, column in (("x", plane.x), ("y", plane.y)):
        if fit.transform.kinds[column] == "log":
            set_log_scale(ax, axis)
    (left, bottom), (right, top) = (plane.to_original(corner) for corner in plane.window())
    ax.set(xlim=(left, right), ylim=(bottom, top), **_axis_labels(plane))


def _axis_labels(plane: Plane) -> dict[str, str]:
    return {f"{axis}label": style.label(plane.fit.names[j]) for axis, j in zip("xy", plane.columns, strict=True)}


def _draw_boundary(ax: Axes, plane: Plane, label: str) -> list[Line2D]:
    """Draw the curve g = 0; nothing is drawn, and no legend entry returned, if it is not in view."""
    fit = plane.fit
    drawn = _draw_zeros(
        ax,
        plane,
        lambda points: fit.boundary.value(fit.boundary.design(points), fit.parameters),
        style.INK,
        style.halo(_BOUNDARY_WIDTH),
    )
    return [] if drawn is None else [Line2D([], [], color=style.INK, linewidth=_BOUNDARY_WIDTH, label=label)]


def _draw_edge(ax: Axes, edge: Edge, x: int, y: int, more: str = "") -> list[Line2D]:
    """Draw the edge, unless it is the boundary itself, and its representative point."""
    point = edge.fit.transform.invert(edge.representative)[[x, y]]
    mark = style.mark_edge_point(ax, float(point[0]), float(point[1]))
    return [mark] if is_boundary(edge) else [*draw_edge_line(ax, edge, x, y, style.edge_label(edge, more)), mark]


def draw_edge_line(ax: Axes, edge: Edge, x: int, y: int, label: str) -> list[Line2D]:
    """Draw the edge in the plane of two columns; nothing, and no legend entry, if it is not in view."""
    plane = Plane(edge.fit, x, y, edge.representative)
    outline = style.outline(_BOUNDARY_WIDTH)
    drawn = _draw_zeros(ax, plane, lambda points: edge_value(edge, points), style.EDGE, outline)
    if drawn is None:
        return []
    drawn.set(linestyle=style.EDGE_DASHES)
    line = Line2D(
        [],
        [],
        color=style.EDGE,
        linestyle=style.EDGE_DASHES,
        linewidth=_BOUNDARY_WIDTH,
        label=label,
        path_effects=outline,
    )
    return [line]


def _draw_zeros(
    ax: Axes, plane: Plane, function: Callable[[Array], Array], colour: str, effects: list[AbstractPathEffect]
) -> QuadContourSet | None:
    """Draw where a function of transformed coordinates is zero; None, and nothing drawn, if that is not in view."""
    configurations, X, Y = plane.lattice(_LATTICE_POINTS)
    g = function(configurations).reshape(X.shape)
    finite = g[np.isfinite(g)]
    if not (np.any(finite < 0) and np.any(finite > 0)):
        return None
    curve = ax.contour(X, Y, g, levels=[0.0], colors=colour, linewidths=_BOUNDARY_WIDTH, zorder=3)
    curve.set_path_effects(effects)
    return curve


def _draw_marks(ax: Axes, plane: Plane, edge: Edge | None) -> list[Line2D]:
    """Draw the centres of gravity with the segment between them, the representative point and the nearest point."""
    fit = plane.fit
    centres = fit.transform.invert(fit.centres)[:, plane.columns]
    x, y = fit.transform.invert(fit.representative)[plane.columns]
    row = style.nearest_row(fit, edge)
    nearest_x, nearest_y = fit.U[row, plane.columns]
    for colour, pattern in ((style.PAPER, "-"), (style.INK, ":")):
        ax.plot(centres[:, 0], centres[:, 1], color=colour, linestyle=pattern, linewidth=1.4, zorder=5)
    return [
        style.mark(ax, centres[:, 0], centres[:, 1], "+", "centres of gravity"),
        style.mark_representative(ax, x, y),
        style.mark_nearest(ax, nearest_x, nearest_y, int(fit.sides[row]), fit.better, edge),
    ]


def _draw_plain_points(ax: Axes, plane: Plane) -> PathCollection:
    """Draw the evaluated points, light on side 1 and dark on side 2."""
    dark = plane.fit.sides == 2
    return _draw_points(
        ax,
        plane,
        np.arange(len(dark)),
        size=22,
        facecolors=np.where(dark, style.INK, style.PAPER).tolist(),
        edgecolors=np.where(dark, style.PAPER, style.INK).tolist(),
    )


def _draw_coloured_points(ax: Axes, plane: Plane, values: Array, norm: Normalize) -> PathCollection:
    """Draw the evaluated points coloured by the values, with those nearest to the slice on top."""
    order = np.argsort(-plane.distance(), kind="stable")
    return _draw_points(
        ax, plane, order, size=34, c=values[order], norm=norm, cmap=style.COLOURMAP, edgecolors=style.INK
    )


def _draw_points(ax: Axes, plane: Plane, order: npt.NDArray[np.intp], size: float, **options: Any) -> PathCollection:
    """Draw the evaluated points in the given order, with the marker of their side."""
    x, y = plane.fit.U[order][:, plane.columns].T
    crowding = min(1.0, (_MANY_POINTS / len(order)) ** 0.5)
    points = ax.scatter(x, y, s=size * crowding, linewidths=0.7 * crowding, zorder=2, **options)
    # One collection with both markers: with one collection per side, side 2 would cover side 1.
    markers = [MarkerStyle(style.SIDE_MARKERS[side]) for side in plane.fit.sides[order]]
    points.set_paths([marker.get_path().transformed(marker.get_transform()) for marker in markers])
    return points


def _side_handles(face_of_side_2: str, better: str | None) -> list[Line2D]:
    """Return the legend entries of the two sides."""
    return [
        Line2D(
            [],
            [],
            linestyle="none",
            marker=style.SIDE_MARKERS[side],
            markersize=6,
            markerfacecolor=face,
            markeredgecolor=style.INK,
            markeredgewidth=0.7,
            label=side_label(side, better),
        )
        for side, face in ((1, style.PAPER), (2, face_of_side_2))
    ]
