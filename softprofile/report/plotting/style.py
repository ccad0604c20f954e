"""Colours, markers, the legend and new figures: what all drawings share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.mathtext import MathTextParser
from matplotlib.patheffects import AbstractPathEffect, withStroke
from matplotlib.transforms import ScaledTranslation, Transform, blended_transform_factory

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend

COLOURMAP = "viridis"
INK = "black"
PAPER = "white"
ACCENT = "#D3002F"
MUTED = "0.55"
SIDE_COLOURS = {1: "#0072B2", 2: "#D55E00"}
SIDE_MARKERS = {1: "o", 2: "s"}
#: The three-armed ticks of the paper's Table 1: turned by 180 degrees, one arm down, for side 1.
NEAREST_MARKERS = {1: "1", 2: "2"}

#: Draws on the axes of the panel of these columns of U, and returns entries of the legend.
Overlay = Callable[["Axes", tuple[int, ...]], list[Line2D]]

_GAP_INCHES = 0.06
_MARKER_SCALE = 0.75
# How much of the width of a figure a shared legend may take.
_PAGE = 0.95


def new_axes() -> Axes:
    """Axes of a new figure."""
    return plt.subplots(layout="constrained")[1]


def label(name: str) -> str:
    """The name of a column as matplotlib can write it: as it is, unless it only looks like mathematics."""
    text = "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in name)
    try:
        MathTextParser("path").parse(text)
    except ValueError:
        return text.replace("$", r"\$")
    return text


def halo(linewidth: float) -> list[AbstractPathEffect]:
    """A light rim, so that a dark line or marker is visible on any colour of a contour."""
    return [withStroke(linewidth=linewidth + 2, foreground=PAPER)]


def mark(ax: Axes, x: Any, y: Any, marker: str, label: str, **options: Any) -> Line2D:
    """Draw points of special meaning above everything else."""
    style: dict[str, Any] = {"color": INK, "linestyle": "none", "markersize": 11, "markeredgewidth": 2.0, "zorder": 6}
    style |= options
    (line,) = ax.plot(x, y, marker=marker, label=label, path_effects=halo(style["markeredgewidth"]), **style)
    return line


def mark_representative(ax: Axes, x: float, y: float) -> Line2D:
    """Draw the representative point."""
    return mark(ax, [x], [y], "x", "representative point", color=ACCENT, markersize=9, zorder=8)


def mark_nearest(ax: Axes, x: float, y: float, side: int) -> Line2D:
    """Draw the nearest evaluated point, by a marker that tells its side."""
    label = f"nearest evaluated (side {side})"
    return mark(ax, [x], [y], NEAREST_MARKERS[side], label, markersize=20, zorder=7)


def add_legend(axes: Sequence[Axes], handles: Sequence[Line2D]) -> None:
    """Add the legend of one axes, or a shared one of several, below them and make room for it.

    To be called before the colorbar, which takes its space from the axes as they are then.
    """
    figure = axes[0].figure
    if len(axes) == 1:
        _hang_legend(axes[0], axes[0].transAxes, handles, axes[0].bbox.width)
    elif isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        _widest_that_fits(partial(figure.legend, loc="outside lower center"), handles, _PAGE * figure.bbox.width)
    else:
        lowest = min(axes, key=lambda each: float(each.bbox.y0))
        _hang_legend(lowest, figure.transSubfigure, handles, _PAGE * figure.bbox.width)


def extend_legend(axes: Sequence[Axes], handle: Line2D) -> None:
    """Add one more entry to the legend that `add_legend` made for these axes."""
    legend = axes[0].get_legend() if len(axes) == 1 else axes[0].figure.legends[-1]
    handles = [each for each in getattr(legend, "legend_handles", []) if isinstance(each, Line2D)]
    if legend is not None:
        legend.remove()
    for each in handles:
        # The legend shows markers smaller than they were given to it.
        each.set_markersize(each.get_markersize() / _MARKER_SCALE)
    add_legend(axes, [*handles, handle])


def _hang_legend(ax: Axes, across: Transform, handles: Sequence[Line2D], room: float) -> None:
    """Put a legend under the x label of the axes, in the middle of `across` and at most `room` pixels wide."""
    figure = ax.figure
    depth = _depth_of_labels(ax) + _GAP_INCHES
    below = ax.transAxes + ScaledTranslation(0, -depth, figure.dpi_scale_trans)
    make = partial(
        ax.legend,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        bbox_transform=blended_transform_factory(across, below),
        borderaxespad=0,
    )
    legend = _widest_that_fits(make, handles, room)
    if figure.get_layout_engine() is None:
        needed = (depth + _GAP_INCHES) * figure.dpi + legend.get_window_extent().height
        _make_room_below(ax, needed / figure.bbox.height)


def _depth_of_labels(ax: Axes) -> float:
    """How far ticks and label reach below the axes, in inches.

    Measured, since it depends on the user's font sizes and on the height of powers of ten.
    """
    extent = ax.xaxis.get_tightbbox()
    return 0.0 if extent is None else (ax.bbox.y0 - extent.y0) / ax.figure.dpi


def _make_room_below(ax: Axes, needed: float) -> None:
    """Widen the margins of a figure without layout engine so that each row has `needed` (of its height) below."""
    spec = ax.get_subplotspec()
    if spec is None:
        return
    rows = spec.get_topmost_subplotspec().get_gridspec().nrows
    now = ax.figure.subplotpars
    bottom = max(now.bottom, needed)
    row_height = (now.top - bottom - (rows - 1) * needed) / rows
    if row_height <= 0:
        return
    hspace = max(now.hspace, needed / row_height) if rows > 1 else now.hspace
    # Only if something changes: a colorbar that was drawn before for several axes would not move along.
    if (bottom, hspace) != (now.bottom, now.hspace):
        ax.figure.subplots_adjust(bottom=bottom, hspace=hspace)


def _widest_that_fits(make: Callable[..., Legend], handles: Sequence[Line2D], room: float) -> Legend:
    """The legend with the fewest rows that is no wider than `room` pixels."""
    options = {
        "handles": list(handles),
        "frameon": False,
        "fontsize": "small",
        "columnspacing": 1.5,
        "labelspacing": 0.6,
        "markerscale": _MARKER_SCALE,
    }
    for rows in range(1, len(handles)):
        legend = make(ncols=-(-len(handles) // rows), **options)
        if legend.get_window_extent().width <= room:
            return legend
        legend.remove()
    return make(ncols=1, **options)
