"""Plot of the leverage of each configuration, which a diagnosis holds."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from softprofile.fitting.good_side import side_label
from softprofile.report.plotting.elements import style
from softprofile.report.plotting.elements.legend import add_legend
from softprofile.trust.diagnostics.results import Diagnosis

_MOST_LABELS = 5


def plot_leverage(diagnosis: Diagnosis, ax: Axes | None = None) -> Axes:
    """Plot how far the representative point moves without each configuration.

    A marker is filled if leaving out the configuration changes the nearest evaluated configuration. The row number is
    written beside the most influential configurations, at most five of them.

    Parameters
    ----------
    diagnosis : Diagnosis
        Result of `BoundaryFit.diagnose`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on. By default a new figure is made.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    See Also
    --------
    softprofile.Diagnosis.leverage : The table of these moves.
    plot_diagnosis : All panels of a diagnosis.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> fit = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
    >>> diagnosis = fit.diagnose()
    >>> ax = sp.plotting.plot_leverage(diagnosis)
    >>> sum(len(line.get_xdata()) for line in ax.lines) == len(diagnosis.leverage)
    True
    >>> plt.close(ax.figure)
    """
    ax = style.new_axes() if ax is None else ax
    left_out, sides = diagnosis.left_out, diagnosis.fit.sides
    known = np.isfinite(left_out.moves)
    ax.vlines(left_out.rows[known], 0, left_out.moves[known], color=style.MUTED, linewidth=0.8, zorder=1)
    handles = []
    for side in (1, 2):
        for changes in (False, True):
            shown = known & (sides[left_out.rows] == side) & (left_out.nearest_changes == changes)
            (points,) = ax.plot(
                left_out.rows[shown],
                left_out.moves[shown],
                style.SIDE_MARKERS[side],
                color=style.SIDE_COLOURS[side],
                markerfacecolor=style.SIDE_COLOURS[side] if changes else style.PAPER,
                markersize=5,
                zorder=2,
                label=side_label(side, diagnosis.fit.better) + (", changes the nearest" if changes else ""),
            )
            if shown.any():
                handles.append(points)
    influential = np.flatnonzero(left_out.influential & known)
    for k in influential[np.argsort(-left_out.moves[influential], kind="stable")][:_MOST_LABELS]:
        row, move = left_out.rows[k], left_out.moves[k]
        ax.annotate(str(row), (row, move), (4, 2), textcoords="offset points", fontsize="small")
    ax.set(xlabel="configuration left out (row)", ylabel="move of the representative point")
    ax.margins(y=0.1)
    ax.set_ylim(bottom=0)
    add_legend([ax], handles)
    return ax
