"""Plot of a recommendation: a scatter plot, contours or one panel per pair of hyper-parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.lines import Line2D

from softprofile.fitting.edge import Edge
from softprofile.model.transforms import Transform
from softprofile.recommendation.reasons import describe_configuration
from softprofile.recommendation.results import Recommendation
from softprofile.recommendation.surface import varying_columns
from softprofile.report.plotting.boundary_fit import as_axes
from softprofile.report.plotting.elements import style
from softprofile.report.plotting.elements.contours import draw_contours
from softprofile.report.plotting.elements.legend import add_legend
from softprofile.report.plotting.elements.log_axes import set_log_scale
from softprofile.report.plotting.elements.planes import add_colorbar, draw_edge_line, pairs_of_columns, triangle_of_axes
from softprofile.util.errors import InputError
from softprofile.util.validation import Array

_MARGIN = 0.05
# Beyond this number of points the markers become smaller.
_MANY_POINTS = 250
# z worse than the poorest of the better three quarters by more than this many times their range is not in the window.
_WINDOW = 6.0


def plot_recommendation(recommendation: Recommendation, ax: Any = None) -> Axes | npt.NDArray[np.object_]:
    """Plot a recommendation, the configurations that are as good, and the edge.

    One hyper-parameter is shown as a scatter plot, in which a band marks the accepted loss; two as contours of z; and
    more as one panel per pair of hyper-parameters, with points coloured by z. Only configurations with the categories
    of the recommended one are shown; the title names these categories.

    Parameters
    ----------
    recommendation : Recommendation
        Result of `recommend`.
    ax : matplotlib.axes.Axes or array-like of Axes, optional
        Axes to draw on. For m > 2 hyper-parameters that vary, m (m - 1) / 2 axes are needed, for the pairs (1, 2),
        (1, 3), (2, 3), (1, 4), ... of columns. By default a new figure is made.

    Returns
    -------
    matplotlib.axes.Axes or ndarray of Axes
        The axes; for m > 2 an array of them, in the order above.

    Raises
    ------
    InputError
        If no numeric hyper-parameter varies, or `ax` is not the number of axes needed.

    See Also
    --------
    softprofile.Recommendation.plot : The same plot as a method.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> r = sp.recommend({"depth": [1, 2, 3, 4, 5, 6]}, [0.61, 0.80, 0.91, 0.92, 0.92, 0.92], better="higher")
    >>> ax = sp.plotting.plot_recommendation(r)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('depth', 'z')
    >>> plt.close(ax.figure)
    """
    shown = _shown(recommendation)
    m = len(shown.names)
    axes = None if ax is None else as_axes(ax, m)
    if m > 2:
        return _draw_pairs(shown, axes)
    only = style.new_axes() if axes is None else axes[0]
    return _draw_curve(shown, only) if m == 1 else _draw_plane(shown, only)


@dataclass(frozen=True)
class _Shown:
    """What is drawn: the configurations with the levels of the recommended one.

    `numbers` and `V` are their original and transformed coordinates; `pick`, `best` and `as_good` are positions among
    them, and `best` is None if it has other levels.
    """

    names: list[str]
    numbers: Array
    V: Array
    transform: Transform
    z: Array
    z_name: str
    pick: int
    best: int | None
    as_good: npt.NDArray[np.int64]
    edge: Array | None
    edge_line: Edge | None
    title: str
    accepted: tuple[float, float]


def _shown(result: Recommendation) -> _Shown:
    coordinates, rows = result.coordinates, result.group
    columns = varying_columns(coordinates.V[rows])
    if not len(columns):
        raise InputError("there is nothing to plot: no numeric hyper-parameter varies.")
    names = [coordinates.names[j] for j in columns]
    positions = {int(row): k for k, row in enumerate(rows)}
    edge = None
    if result.edge_point is not None:
        edge = np.array([float(result.edge_point[name]) for name in names])
    fixed = {
        name: result.U[name].tolist()[result.index]
        for name in result.U.columns
        if name not in names and result.U[name].astype(str).nunique() > 1
    }
    better = 1.0 if result.better == "higher" else -1.0
    best_z = float(np.max(better * result.z[result.as_good]))
    return _Shown(
        names=names,
        numbers=coordinates.numbers[np.ix_(rows, columns)],
        V=coordinates.V[np.ix_(rows, columns)],
        transform=coordinates.transform.take(columns),
        z=result.z[rows],
        z_name=result.z_name,
        pick=positions[result.index],
        best=positions.get(result.best_index),
        as_good=np.array([positions[int(row)] for row in result.as_good if int(row) in positions], dtype=np.int64),
        edge=edge,
        edge_line=result.edge,
        title=describe_configuration(fixed),
        accepted=(better * best_z, better * (best_z - result.accepted_loss)),
    )


def _draw_curve(shown: _Shown, ax: Axes) -> Axes:
    """Draw z against one hyper-parameter."""
    x = shown.numbers[:, 0]
    if shown.transform.kinds[0] == "log":
        set_log_scale(ax, "x")
    order = np.argsort(x, kind="stable")
    ax.plot(x[order], shown.z[order], color=style.MUTED, linewidth=0.8, zorder=2)
    ax.plot(x, shown.z, linestyle="none", marker="o", markersize=5, color=style.MUTED, zorder=3)
    ax.axhspan(*sorted(shown.accepted), color=style.SIDE_COLOURS[1], alpha=0.15, linewidth=0, zorder=1)
    handles = [Line2D([], [], color=style.SIDE_COLOURS[1], alpha=0.3, linewidth=8, label="accepted loss")]
    handles += _draw_marks(ax, shown, x, shown.z)
    if shown.edge is not None:
        handles.append(
            ax.axvline(shown.edge[0], color=style.INK, linestyle="--", linewidth=1.2, label="edge", zorder=3)
        )
    ax.set(xlabel=style.label(shown.names[0]), ylabel=style.label(shown.z_name), ylim=_window(shown.z))
    _set_title([ax], shown)
    add_legend([ax], handles)
    return ax


def _draw_plane(shown: _Shown, ax: Axes) -> Axes:
    """Draw contours of z over two hyper-parameters."""
    _frame(ax, shown, 0, 1)
    low, high = _window(shown.z)
    values = np.clip(shown.z, low, high)
    contours = draw_contours(ax, shown.V, values, shown.transform.invert)
    mappable: ScalarMappable
    if contours is None:
        mappable = _draw_coloured(ax, shown, 0, 1, values)
    else:
        mappable = contours
        x, y = shown.numbers.T
        ax.plot(x, y, linestyle="none", marker=".", markersize=4 * _crowding(shown), color=style.INK, zorder=2)
    handles = _draw_marks(ax, shown, *shown.numbers.T)
    if shown.edge_line is not None:
        handles += draw_edge_line(ax, shown.edge_line, 0, 1, "edge of the plateau")
    if shown.edge is not None:
        handles.append(_mark_edge(ax, *shown.edge))
    _set_title([ax], shown)
    add_legend([ax], handles)
    add_colorbar(mappable, ax, ax.figure, shown.z_name)
    return ax


def _draw_pairs(shown: _Shown, axes: npt.NDArray[np.object_] | None) -> npt.NDArray[np.object_]:
    """Draw one panel per pair of hyper-parameters."""
    m = len(shown.names)
    panels = triangle_of_axes(m) if axes is None else axes
    values = np.clip(shown.z, *_window(shown.z))
    handles: dict[str, Line2D] = {}
    for ax, (y, x) in zip(panels, pairs_of_columns(m), strict=True):
        _frame(ax, shown, x, y)
        mappable = _draw_coloured(ax, shown, x, y, values)
        drawn = _draw_marks(ax, shown, shown.numbers[:, x], shown.numbers[:, y])
        if shown.edge is not None:
            drawn.append(_mark_edge(ax, shown.edge[x], shown.edge[y]))
        handles |= {str(handle.get_label()): handle for handle in drawn}
        if axes is None:
            ax.label_outer()
    _set_title(list(panels), shown)
    add_legend(list(panels), list(handles.values()))
    add_colorbar(mappable, list(panels), panels[0].figure, shown.z_name)
    return panels


def _frame(ax: Axes, shown: _Shown, x: int, y: int) -> None:
    """Set scales, limits and labels of a panel."""
    low, high = shown.V.min(axis=0), shown.V.max(axis=0)
    margin = _MARGIN * (high - low)
    corners = shown.transform.invert(np.array([low - margin, high + margin]))
    for axis, column in (("x", x), ("y", y)):
        if shown.transform.kinds[column] == "log":
            set_log_scale(ax, axis)
    ax.set(
        xlim=tuple(corners[:, x]),
        ylim=tuple(corners[:, y]),
        xlabel=style.label(shown.names[x]),
        ylabel=style.label(shown.names[y]),
    )


def _draw_coloured(ax: Axes, shown: _Shown, x: int, y: int, values: Array) -> ScalarMappable:
    """Draw the configurations coloured by z, the best on top."""
    sign = 1.0 if shown.accepted[0] >= shown.accepted[1] else -1.0
    order = np.argsort(sign * values, kind="stable")
    return ax.scatter(
        shown.numbers[order, x],
        shown.numbers[order, y],
        c=values[order],
        norm=Normalize(float(values.min()), float(values.max())),
        cmap=style.COLOURMAP,
        s=34 * _crowding(shown) ** 2,
        edgecolors=style.INK,
        linewidths=0.7 * _crowding(shown),
        zorder=2,
    )


def _draw_marks(ax: Axes, shown: _Shown, x: Array, y: Array) -> list[Line2D]:
    """Mark the configurations as good, the best evaluated and the recommended one; return the legend entries."""
    good = shown.as_good
    handles = [
        style.mark(
            ax, x[good], y[good], "o", "as good as the best", fillstyle="none", markersize=9, markeredgewidth=1.4
        )
    ]
    if shown.best is not None:
        best = [shown.best]
        handles.append(
            style.mark(
                ax,
                x[best],
                y[best],
                "*",
                "best evaluated",
                color=style.PAPER,
                markeredgecolor=style.INK,
                markersize=14,
                markeredgewidth=1.0,
                zorder=7,
            )
        )
    pick = [shown.pick]
    handles.append(
        style.mark(
            ax,
            x[pick],
            y[pick],
            "D",
            "recommended",
            color=style.ACCENT,
            fillstyle="none",
            markersize=15,
            markeredgewidth=2.2,
            zorder=8,
        )
    )
    return handles


def _mark_edge(ax: Axes, x: float, y: float) -> Line2D:
    return style.mark(ax, [x], [y], "x", "point on the edge", color=style.ACCENT, markersize=9, zorder=8)


def _set_title(axes: list[Axes], shown: _Shown) -> None:
    if not shown.title:
        return
    if len(axes) == 1:
        axes[0].set_title(style.label(shown.title))
    else:
        axes[0].figure.suptitle(style.label(shown.title))


def _window(z: Array) -> tuple[float, float]:
    """Return limits of z that leave out a long tail of poor or extreme values."""
    low, middle_low, middle_high, high = np.quantile(z, [0, 0.25, 0.75, 1])
    reach = _WINDOW * (middle_high - middle_low) or float(high - low) or max(1.0, abs(float(high)))
    bottom, top = max(low, middle_low - reach), min(high, middle_high + reach)
    margin = _MARGIN * ((top - bottom) or reach)
    return float(bottom - margin), float(top + margin)


def _crowding(shown: _Shown) -> float:
    return float(min(1.0, (_MANY_POINTS / len(shown.z)) ** 0.5))
