"""Bootstraps: the drawing of a fit or an elbow with the band, the interval and what was chosen how often over it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from softprofile.fitting.elbow import Elbow
from softprofile.report.plotting import style
from softprofile.report.plotting.fit import draw_fit, values_to_draw
from softprofile.report.plotting.panels import _Plane
from softprofile.report.plotting.scree import draw_sequence, height_at
from softprofile.trust.bootstrap import BoundaryBootstrap, ElbowBootstrap
from softprofile.util.validation import Array

_LATTICE_POINTS = 101
_LINE_POINTS = 1001
_BAND = 0.35
# Area of the ring of a configuration that is chosen always, in points squared.
_LARGEST_RING = 900.0
_MOST_DOTS = 300


def plot_boundary_bootstrap(
    b: BoundaryBootstrap, ax: Any = None, level: float = 0.9, z: Any = None
) -> Axes | npt.NDArray[np.object_]:
    """Draw a fit with what its bootstrap says of it.

    The shaded band is where the side is uncertain at this level, dots are representative points of replicates and bars
    their intervals, and rings about evaluated configurations have an area in proportion to how often each was nearest.

    Parameters
    ----------
    b
        The bootstrap.
    ax, z
        As in `plot_fit`.
    level
        Of band and intervals.
    """
    values, label = values_to_draw(b.fit, z)

    def overlay(ax: Axes, columns: tuple[int, ...]) -> list[Line2D]:
        if len(columns) == 1:
            return _draw_on_line(ax, b, level, values)
        return _draw_on_plane(ax, b, level, _Plane(b.fit, *columns))

    return draw_fit(b.fit, ax, values, label, overlay)


def plot_elbow_bootstrap(b: ElbowBootstrap, ax: Axes | None = None, level: float = 0.9) -> Axes:
    """Draw the scree plot, the interval of the threshold, and on the right axis how likely each threshold is.

    Bars are the shares of replicates with a threshold, the curve its likelihood relative to the best. The shaded
    interval reaches from the lowest threshold in it to the next point after the highest.

    Parameters
    ----------
    b
        The bootstrap.
    ax
        Axes to draw on. A new figure if not given.
    level
        Of the interval.
    """
    e = b.elbow
    ax = style.new_axes() if ax is None else ax
    ax.set(xlabel=e.u_name, ylabel=e.z_name)
    low, _, high = b.interval(level)
    after = e.u[e.u > high].min()
    ax.axvspan(low, after, color=style.MUTED, alpha=_BAND, linewidth=0, zorder=0)
    band = Line2D([], [], color=style.MUTED, alpha=_BAND, linewidth=8, label=f"{_percent(level)} interval")
    handles = draw_sequence(ax, e.u, e.z, e.sides)
    style.add_legend([ax], [*handles, band, *_draw_probabilities(ax, b, e)])
    return ax


def _draw_probabilities(ax: Axes, b: ElbowBootstrap, e: Elbow) -> list[Line2D]:
    """Bars and curve on a second axis at the right, behind the data."""
    twin = ax.twinx()
    u = np.sort(e.u)
    cuts = (u[e.splits - 1] + u[e.splits]) / 2
    table = b.probabilities
    shares, relative = table["probability"].to_numpy(), table["relative likelihood"].to_numpy()
    twin.vlines(cuts, 0, shares, color=style.ACCENT, linewidth=4, alpha=0.7)
    (curve,) = twin.plot(cuts, relative, color=style.INK, linewidth=1.2, linestyle="-.", label="relative likelihood")
    twin.set(ylabel="share, relative likelihood", ylim=(0, 1.05))
    # A twin is drawn above its parent unless told otherwise, and then would be hidden by the parent's background.
    ax.set_zorder(twin.get_zorder() + 1)
    ax.patch.set_visible(False)
    bars = Line2D([], [], color=style.ACCENT, alpha=0.7, linewidth=4, label="share of replicates")
    return [bars, curve]


def _draw_on_plane(ax: Axes, b: BoundaryBootstrap, level: float, plane: _Plane) -> list[Line2D]:
    f = b.fit
    low, high = plane.window()
    ticks = [np.linspace(low[k], high[k], _LATTICE_POINTS) for k in (0, 1)]
    lattice = np.stack(np.meshgrid(*ticks), axis=-1)
    points = plane.through_representative(lattice).reshape(-1, len(f.names))
    probability = b.probability_at(points).reshape(lattice.shape[:-1])
    X, Y = np.moveaxis(plane.to_original(lattice), -1, 0)
    _draw_band(ax, (X, Y), probability, level, shade=style.PAPER if len(f.names) == 2 else style.MUTED)
    drawn = f.transform.invert(b.representatives[:_MOST_DOTS])[:, plane.columns]
    ax.plot(*drawn.T, linestyle="none", marker=".", markersize=3, color=style.ACCENT, alpha=0.35, zorder=4)
    intervals = b.intervals(level).to_numpy()[plane.columns]
    (left, x, right), (bottom, y, top) = intervals
    ax.plot([left, right], [y, y], color=style.ACCENT, linewidth=1.6, zorder=7)
    ax.plot([x, x], [bottom, top], color=style.ACCENT, linewidth=1.6, zorder=7)
    rows, shares = _chosen(b)
    rings = _draw_rings(ax, f.U[rows, plane.x], f.U[rows, plane.y], shares)
    return [_band_handle(level), _interval_handle(level), rings]


def _draw_band(ax: Axes, where: tuple[Array, Array], probability: Array, level: float, shade: str) -> None:
    """Shade where the side is uncertain: light over contours, dark over the white of slices."""
    limits = [(1 - level) / 2, (1 + level) / 2]
    if np.all(probability <= limits[0]) or np.all(probability >= limits[1]):
        return
    ax.contourf(*where, probability, levels=limits, colors=[shade], alpha=_BAND, zorder=1.5)
    crossed = [limit for limit in limits if probability.min() < limit < probability.max()]
    if crossed:
        edges = ax.contour(*where, probability, levels=crossed, colors=style.INK, linewidths=1.0, zorder=3)
        edges.set(linestyle="--")


def _draw_on_line(ax: Axes, b: BoundaryBootstrap, level: float, values: Array) -> list[Line2D]:
    f, tail = b.fit, (1 - level) / 2
    v = f.transformed[:, 0]
    steps = np.linspace(v.min(), v.max(), _LINE_POINTS)
    probability = b.probability_at(steps[:, None])
    inside = (probability > tail) & (probability < 1 - tail)
    x = f.transform.invert(steps[:, None])[:, 0]
    ax.fill_between(
        x,
        0,
        1,
        where=inside.tolist(),
        transform=ax.get_xaxis_transform(),
        color=style.MUTED,
        alpha=_BAND,
        linewidth=0,
        zorder=0,
    )
    left, _, right = b.intervals(level).to_numpy()[0]
    height = height_at(f, values, float(f.representative[0]))
    ax.plot([left, right], [height, height], color=style.ACCENT, linewidth=1.6, zorder=7)
    rows, shares = _chosen(b)
    return [
        Line2D([], [], color=style.MUTED, alpha=_BAND, linewidth=8, label=f"{_percent(level)} band"),
        _interval_handle(level),
        _draw_rings(ax, f.U[rows, 0], values[rows], shares),
    ]


def _chosen(b: BoundaryBootstrap) -> tuple[npt.NDArray[np.intp], Array]:
    table = b.chosen
    return table.index.to_numpy(), table["share"].to_numpy()


def _draw_rings(ax: Axes, x: Array, y: Array, shares: Array) -> Line2D:
    rings = ax.scatter(
        x, y, s=_LARGEST_RING * shares, facecolors="none", edgecolors=style.ACCENT, linewidths=1.6, zorder=5
    )
    rings.set_path_effects(style.halo(1.6))
    return Line2D(
        [],
        [],
        linestyle="none",
        marker="o",
        markersize=11,
        markerfacecolor="none",
        markeredgecolor=style.ACCENT,
        markeredgewidth=1.6,
        label="chosen (area: how often)",
    )


def _band_handle(level: float) -> Line2D:
    return Line2D([], [], color=style.INK, linestyle="--", linewidth=1.0, label=f"{_percent(level)} band")


def _interval_handle(level: float) -> Line2D:
    label = f"{_percent(level)} interval, replicates"
    return Line2D([], [], color=style.ACCENT, linewidth=1.6, marker=".", markersize=4, label=label)


def _percent(level: float) -> str:
    return f"{100 * level:g} %"
