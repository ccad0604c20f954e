"""The paper's figures: panels drawn by `softprofile.report.plotting`, with a common legend."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from softprofile.reproduction.pair import Pair

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DPI = 150
_PANEL_INCHES = (5.4, 4.3)
_LEGEND_INCHES = 0.5
_LEGEND_COLUMNS = 4


def draw_errors(pair: Pair, train: pd.Series[float], test: pd.Series[float], file: Path) -> None:
    """Draw training and test error with both boundaries: four panels, quadratic above network.

    Parameters
    ----------
    pair : Pair
        The fitted boundaries.
    train, test : Series of shape (n,)
        Errors of the evaluated configurations.
    file : Path
        Image file to write.
    """
    figure, axes = _panels(2, 2)
    for row, (kind, fitted) in zip(axes, pair._asdict().items(), strict=True):
        for ax, values, what in zip(row, (train, test), ("training", "test"), strict=True):
            fitted.plot(ax=ax, z=values)
            ax.set_title(f"{kind} boundary, {what}")
    _finish(figure, axes.flat, file)


def draw_boundaries(pair: Pair, file: Path) -> None:
    """Draw z with the quadratic and with the network boundary, in two panels.

    Parameters
    ----------
    pair : Pair
        The fitted boundaries.
    file : Path
        Image file to write.
    """
    figure, axes = _panels(1, 2)
    for ax, (kind, fitted) in zip(axes.flat, pair._asdict().items(), strict=True):
        fitted.plot(ax=ax)
        ax.set_title(f"{kind} boundary")
    _finish(figure, axes.flat, file)


def draw_sides(pair: Pair, file: Path) -> None:
    """Draw the distribution of z on each side of each boundary, in two panels (Appendix C).

    Parameters
    ----------
    pair : Pair
        The fitted boundaries.
    file : Path
        Image file to write.
    """
    from softprofile.report.plotting import plot_sides

    figure, axes = _panels(1, 2)
    top = 0.0
    for ax, (kind, fitted) in zip(axes.flat, pair._asdict().items(), strict=True):
        plot_sides(fitted, ax=ax)
        ax.set_title(f"sides of the {kind} boundary")
        top = max(top, ax.get_ylim()[1])
    for ax in axes.flat:
        ax.set_ylim(0, top)
    _save(figure, file)


def draw_introduction(
    line: pd.DataFrame, surface: pd.DataFrame, thresholds: dict[str, float], file: Path, *, levels: int = 12
) -> None:
    """Draw a scree plot with its turning point, and contours over two penalties (Figure 1).

    Parameters
    ----------
    line : DataFrame
        Penalty and error of the scree plot, in this order.
    surface : DataFrame
        Two penalties and the error, in this order, on a full grid.
    thresholds : dict of str to float
        Values of the penalty to mark, by label; the first is dashed, the others are dotted.
    file : Path
        Image file to write.
    levels : int, default 12
        Number of contour levels.
    """
    figure, axes = _panels(1, 2)
    left, right = axes.flat
    x, error = line.columns
    left.plot(line[x], line[error], marker="o", markersize=4, color="black", linewidth=1)
    for k, (label, at) in enumerate(thresholds.items()):
        left.axvline(at, color="black" if k == 0 else "tab:gray", linestyle=":" if k else "--", label=label)
    left.set(xscale="log", xlabel=x, ylabel=error, title="one hyper-parameter")
    figure.legend(loc="outside lower center", ncols=len(thresholds), frameon=False, fontsize="small")
    first, second, error = surface.columns
    grid = surface.pivot_table(index=second, columns=first, values=error)
    drawn = right.contourf(grid.columns, grid.index, grid.to_numpy(), levels=levels, cmap="viridis")
    right.contour(grid.columns, grid.index, grid.to_numpy(), levels=levels, colors="white", linewidths=0.5)
    right.set(xscale="log", yscale="log", xlabel=first, ylabel=second, title="two hyper-parameters")
    figure.colorbar(drawn, ax=right, label=error)
    _save(figure, file)


def _panels(rows: int, columns: int) -> tuple[Figure, Any]:
    import matplotlib.pyplot as plt

    width, height = _PANEL_INCHES
    size = (columns * width, rows * height + _LEGEND_INCHES)
    figure, axes = plt.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained")
    # Without this the label of a colorbar nearly touches the next panel.
    engine: Any = figure.get_layout_engine()
    engine.set(wspace=0.05, hspace=0.04)
    return figure, axes


def _finish(figure: Figure, axes: Iterable[Axes], file: Path) -> None:
    """Replace the legends of the panels by a common one below them, and write the figure."""
    entries: dict[str, Any] = {}
    for ax in axes:
        legend = ax.get_legend()
        if legend is None:
            continue
        for handle, text in zip(legend.legend_handles, legend.get_texts(), strict=True):
            entries.setdefault(text.get_text(), handle)
        legend.remove()
    columns = _even_columns(len(entries))
    figure.legend(
        entries.values(), entries.keys(), loc="outside lower center", ncols=columns, frameon=False, fontsize="small"
    )
    _save(figure, file)


def _even_columns(entries: int) -> int:
    rows = int(np.ceil(entries / _LEGEND_COLUMNS))
    return int(np.ceil(entries / max(rows, 1)))


def _save(figure: Figure, file: Path) -> None:
    import matplotlib.pyplot as plt

    figure.savefig(file, dpi=_DPI)
    plt.close(figure)
