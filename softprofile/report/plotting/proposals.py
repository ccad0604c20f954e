"""A fit, and on it the configurations to evaluate next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.report.plotting import style
from softprofile.report.plotting.fit import plot_fit
from softprofile.util.validation import Array, read_configurations

if TYPE_CHECKING:
    import pandas as pd

_MARGIN = 0.05


def plot_proposals(f: BoundaryFit, proposals: pd.DataFrame, ax: Any = None) -> Axes | npt.NDArray[np.object_]:
    """Draw a fit of at least two hyper-parameters and, as diamonds, what `refine` proposes.

    Parameters
    ----------
    f
        The fit.
    proposals
        What ``refine(f)`` returned, or any table of configurations with the columns of the fit.
    ax
        As for `plot_fit`.

    Returns
    -------
    Axes, or for m > 2 an array of them, as `plot_fit` does
    """
    points, _ = read_configurations(proposals[list(f.names)], f.names)
    drawn = plot_fit(f, ax=ax)
    axes = [drawn] if isinstance(drawn, Axes) else list(drawn)
    handles = [_draw(each, *_coordinates(f, points, panel), f, panel) for panel, each in enumerate(axes)]
    style.extend_legend(axes, handles[0])
    return drawn


def _pair(f: BoundaryFit, panel: int) -> tuple[int, int]:
    """The columns (x, y) of a panel, in the order of `plot_fit`."""
    pairs = [(x, y) for y in range(1, len(f.names)) for x in range(y)]
    return pairs[panel]


def _coordinates(f: BoundaryFit, points: Array, panel: int) -> tuple[Array, Array]:
    if len(f.names) == 1:
        # Nothing is known of z there: on the axis.
        return points[:, 0], np.zeros(len(points))
    x, y = _pair(f, panel)
    return points[:, x], points[:, y]


def _draw(ax: Axes, x: Array, y: Array, f: BoundaryFit, panel: int) -> Any:
    one = len(f.names) == 1
    options: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "clip_on": False} if one else {}
    mark = style.mark(
        ax, x, y, "D", "proposed", markersize=6, markeredgewidth=1.2, markerfacecolor=style.ACCENT, zorder=9, **options
    )
    columns = (0,) if one else _pair(f, panel)
    for axis, column, values in zip("xy", columns, (x, y), strict=False):
        _widen(ax, axis, values, log=f.transform.kinds[column] == "log")
    return mark


def _widen(ax: Axes, axis: str, values: Array, *, log: bool) -> None:
    """Let the axis reach past all values, by a margin on its own scale."""
    low, high = getattr(ax, f"get_{axis}lim")()
    ends = np.array([low, high, values.min(), values.max()])
    ends = np.log(ends) if log else ends
    margin = _MARGIN * float(np.ptp(ends))
    below, above = ends[2] < ends[0], ends[3] > ends[1]
    limits = np.array([ends[2] - margin if below else ends[0], ends[3] + margin if above else ends[1]])
    getattr(ax, f"set_{axis}lim")(*(np.exp(limits) if log else limits))
