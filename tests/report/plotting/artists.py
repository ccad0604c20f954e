"""Find the artists of a plot by kind, and make points to plot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.contour import ContourSet
from matplotlib.legend import Legend
from matplotlib.lines import Line2D

from softprofile.util.validation import Array


def scattered(n: int, m: int, seed: int = 0) -> tuple[pd.DataFrame, pd.Series[float]]:
    """Make points whose first column is log-uniform and whose other columns are uniform around zero."""
    rng = np.random.default_rng(seed)
    U = rng.uniform(-1, 1, (n, m))
    z = np.where(U.sum(axis=1) > 0.2, 5.0, 1.0) + 0.3 * U[:, 0] + 0.05 * rng.standard_normal(n)
    U[:, 0] = 10 ** (2 * U[:, 0])
    return pd.DataFrame(U, columns=["rate", "shift", "tilt", "bias"][:m]), pd.Series(z, name="loss")


def lines(ax: Axes, marker: str) -> list[Line2D]:
    return [line for line in ax.lines if line.get_marker() == marker]


def only_line(ax: Axes, marker: str) -> Array:
    (line,) = lines(ax, marker)
    return np.asarray(line.get_xydata(), dtype=float)


def filled(ax: Axes) -> list[ContourSet]:
    return [c for c in ax.collections if isinstance(c, ContourSet) and c.filled]


def curves(ax: Axes) -> list[ContourSet]:
    return [c for c in ax.collections if isinstance(c, ContourSet) and not c.filled]


def points(ax: Axes) -> PathCollection:
    (collection,) = [c for c in ax.collections if isinstance(c, PathCollection)]
    return collection


def vertices(curve: ContourSet) -> Array:
    return np.vstack([np.asarray(path.vertices) for path in curve.get_paths()])


def twin_of(ax: Axes) -> Axes:
    (twin,) = [other for other in ax.figure.axes if other is not ax and other.bbox.bounds == ax.bbox.bounds]
    return twin


def xy(line: Line2D) -> tuple[Array, Array]:
    return np.asarray(line.get_xdata(), dtype=float), np.asarray(line.get_ydata(), dtype=float)


def levels(contours: ContourSet) -> Array:
    return np.asarray(contours.levels, dtype=float)


def legend_of(figure: Any) -> Legend:
    of_axes = [legend for ax in figure.axes if (legend := ax.get_legend()) is not None]
    (legend,) = figure.legends + of_axes
    return legend


def legend_labels(legend: Legend) -> list[str]:
    return [text.get_text() for text in legend.get_texts()]


def band_holds(contours: ContourSet, point: Any, value: float) -> bool:
    """Return whether the filled band of `value` contains a point."""
    k = int(np.searchsorted(levels(contours), value)) - 1
    return contours.get_paths()[k].contains_point(tuple(point))
