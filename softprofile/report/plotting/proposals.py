"""Plot of a fit with the configurations that `refine` proposes to evaluate next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.report.plotting.boundary_fit import plot_fit
from softprofile.report.plotting.elements import style
from softprofile.report.plotting.elements.legend import extend_legend
from softprofile.util.validation import Array, read_configurations

if TYPE_CHECKING:
    import pandas as pd

_MARGIN = 0.05


def plot_proposals(fit: BoundaryFit, proposals: pd.DataFrame, ax: Any = None) -> Axes | npt.NDArray[np.object_]:
    """Plot a fit and the configurations that `refine` proposes.

    The proposals are diamonds. With one hyper-parameter they lie on the axis, because z is not known there. The axes
    are widened to show all proposals.

    Parameters
    ----------
    fit : BoundaryFit
        The fit.
    proposals : DataFrame
        Result of ``refine(fit)``, or any table of configurations with the columns of the fit.
    ax : matplotlib.axes.Axes or array-like of Axes, optional
        Axes to draw on, as in `plot_fit`. By default a new figure is made.

    Returns
    -------
    matplotlib.axes.Axes or ndarray of Axes
        The axes, as in `plot_fit`.

    See Also
    --------
    softprofile.refine : Propose configurations.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> fit = sp.fit(surface[["gamma", "h"]], surface["train_error"])
    >>> ax = sp.plotting.plot_proposals(fit, sp.refine(fit, 4))
    >>> len(ax.lines[-1].get_xdata())
    4
    >>> plt.close(ax.figure)
    """
    points, _ = read_configurations(proposals[list(fit.names)], fit.names)
    drawn = plot_fit(fit, ax=ax)
    axes = [drawn] if isinstance(drawn, Axes) else list(drawn)
    handles = [_draw(each, *_coordinates(fit, points, panel), fit, panel) for panel, each in enumerate(axes)]
    extend_legend(axes, handles[0])
    return drawn


def _pair(fit: BoundaryFit, panel: int) -> tuple[int, int]:
    """Return the columns (x, y) of a panel, in the order of `plot_fit`."""
    pairs = [(x, y) for y in range(1, len(fit.names)) for x in range(y)]
    return pairs[panel]


def _coordinates(fit: BoundaryFit, points: Array, panel: int) -> tuple[Array, Array]:
    """Return x and y of the proposals in a panel; with one hyper-parameter y is 0, on the axis."""
    if len(fit.names) == 1:
        return points[:, 0], np.zeros(len(points))
    x, y = _pair(fit, panel)
    return points[:, x], points[:, y]


def _draw(ax: Axes, x: Array, y: Array, fit: BoundaryFit, panel: int) -> Line2D:
    """Draw the proposals in a panel, widen its axes, and return the legend entry."""
    one = len(fit.names) == 1
    options: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "clip_on": False} if one else {}
    mark = style.mark(
        ax, x, y, "D", "proposed", markersize=6, markeredgewidth=1.2, markerfacecolor=style.ACCENT, zorder=9, **options
    )
    columns = (0,) if one else _pair(fit, panel)
    for axis, column, values in zip("xy", columns, (x, y), strict=False):
        _widen(ax, axis, values, log=fit.transform.kinds[column] == "log")
    return mark


def _widen(ax: Axes, axis: str, values: Array, *, log: bool) -> None:
    """Extend an axis beyond all values, by a margin on its own scale."""
    low, high = getattr(ax, f"get_{axis}lim")()
    ends = np.array([low, high, values.min(), values.max()])
    ends = np.log(ends) if log else ends
    margin = _MARGIN * float(np.ptp(ends))
    below, above = ends[2] < ends[0], ends[3] > ends[1]
    limits = np.array([ends[2] - margin if below else ends[0], ends[3] + margin if above else ends[1]])
    getattr(ax, f"set_{axis}lim")(*(np.exp(limits) if log else limits))
