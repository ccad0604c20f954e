"""Legends below the axes, clear of the data, in figures with and without a layout engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.transforms import ScaledTranslation, Transform, blended_transform_factory

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend

_GAP_INCHES = 0.06
_MARKER_SCALE = 0.75
# Share of the figure's width that a legend of several axes may take.
_MOST_OF_WIDTH = 0.95


def add_legend(axes: Sequence[Axes], handles: Sequence[Line2D]) -> None:
    """Add one legend below one or several axes, and make room for it.

    Call this before adding a colorbar: a colorbar takes its space from the axes as they are at that moment.
    """
    figure = axes[0].figure
    if len(axes) == 1:
        _hang_legend(axes[0], axes[0].transAxes, handles, axes[0].bbox.width)
    elif isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        _widest_that_fits(
            partial(figure.legend, loc="outside lower center"), handles, _MOST_OF_WIDTH * figure.bbox.width
        )
    else:
        lowest = min(axes, key=lambda each: float(each.bbox.y0))
        _hang_legend(lowest, figure.transSubfigure, handles, _MOST_OF_WIDTH * figure.bbox.width)


def extend_legend(axes: Sequence[Axes], handle: Line2D) -> None:
    """Add an entry to the legend that `add_legend` made for these axes."""
    legend = axes[0].get_legend() if len(axes) == 1 else axes[0].figure.legends[-1]
    handles = [each for each in getattr(legend, "legend_handles", []) if isinstance(each, Line2D)]
    if legend is not None:
        legend.remove()
    for each in handles:
        # The legend has scaled the markers down; undo that, or they would shrink twice.
        each.set_markersize(each.get_markersize() / _MARKER_SCALE)
    add_legend(axes, [*handles, handle])


def _hang_legend(ax: Axes, across: Transform, handles: Sequence[Line2D], room: float) -> None:
    """Place a legend below the x label of the axes, centred in `across` and at most `room` pixels wide."""
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
    """Return how far tick labels and axis label extend below the axes, in inches.

    The depth is measured because it depends on the user's font sizes and on the height of exponents.
    """
    extent = ax.xaxis.get_tightbbox()
    return 0.0 if extent is None else (ax.bbox.y0 - extent.y0) / ax.figure.dpi


def _make_room_below(ax: Axes, needed: float) -> None:
    """Enlarge the margins of a figure without layout engine: `needed`, a share of its height, below each row."""
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
    # Adjust only if needed: an existing colorbar of several axes would not move with them.
    if (bottom, hspace) != (now.bottom, now.hspace):
        ax.figure.subplots_adjust(bottom=bottom, hspace=hspace)


def _widest_that_fits(make: Callable[..., Legend], handles: Sequence[Line2D], room: float) -> Legend:
    """Return the legend with the fewest rows that is at most `room` pixels wide."""
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
