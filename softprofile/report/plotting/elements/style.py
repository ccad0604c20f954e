"""Colours, markers, labels and new figures, shared by all plots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from matplotlib.lines import Line2D
from matplotlib.mathtext import MathTextParser
from matplotlib.patheffects import AbstractPathEffect, withStroke

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from softprofile.fitting.boundary_fit import BoundaryFit

COLOURMAP = "viridis"
INK = "black"
PAPER = "white"
ACCENT = "#D3002F"
MUTED = "0.55"
SIDE_COLOURS = {1: "#0072B2", 2: "#D55E00"}
SIDE_MARKERS = {1: "o", 2: "s"}
#: The three-armed ticks of the paper's Table 1: one arm down for side 1, and one arm up for side 2.
NEAREST_MARKERS = {1: "1", 2: "2"}

#: Draws on the panel of the given columns of U and returns the legend entries it adds.
Overlay = Callable[["Axes", tuple[int, ...]], list[Line2D]]


def new_axes() -> Axes:
    """Return the axes of a new figure."""
    return plt.subplots(layout="constrained")[1]


def label(name: str) -> str:
    """Return a column name as matplotlib text; dollar signs are escaped where they do not enclose valid mathematics."""
    text = "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in name)
    try:
        MathTextParser("path").parse(text)
    except ValueError:
        return text.replace("$", r"\$")
    return text


def halo(linewidth: float) -> list[AbstractPathEffect]:
    """Return a light outline that keeps a dark line or marker visible on any contour colour."""
    return [withStroke(linewidth=linewidth + 2, foreground=PAPER)]


def mark(ax: Axes, x: Any, y: Any, marker: str, label: str, **options: Any) -> Line2D:
    """Draw highlighted points above the data."""
    style: dict[str, Any] = {"color": INK, "linestyle": "none", "markersize": 11, "markeredgewidth": 2.0, "zorder": 6}
    style |= options
    (line,) = ax.plot(x, y, marker=marker, label=label, path_effects=halo(style["markeredgewidth"]), **style)
    return line


def mark_representative(ax: Axes, x: float, y: float) -> Line2D:
    """Draw the representative point."""
    return mark(ax, [x], [y], "x", "representative point", color=ACCENT, markersize=9, zorder=8)


def nearest_row(fit: BoundaryFit) -> int:
    """Return the row of the point to mark: the nearest on the good side if that is known, otherwise of all."""
    return fit.nearest_index(fit.good_side)


def mark_nearest(ax: Axes, x: float, y: float, side: int, better: str | None = None) -> Line2D:
    """Draw the nearest evaluated point, with the marker of its side."""
    label = f"nearest evaluated (side {side})" if better is None else f"nearest evaluated (side {side}, good)"
    return mark(ax, [x], [y], NEAREST_MARKERS[side], label, markersize=20, zorder=7)
