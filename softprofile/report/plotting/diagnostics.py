"""Panels of a diagnosis: Q-Q plots by side and what leaving out one configuration does."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.report.plotting import style
from softprofile.report.plotting.sides import plot_sides
from softprofile.trust.diagnostics.results import Diagnosis
from softprofile.util.errors import InputError

_COVERAGE = 0.95
_MOST_LABELS = 5
PANELS = 4


def plot_diagnosis(diagnosis: Diagnosis, ax: Any = None) -> npt.NDArray[np.object_]:
    """Draw histograms by side with the fitted densities, the leverage, and the Q-Q plots of side 1 and side 2.

    Parameters
    ----------
    diagnosis
        What `BoundaryFit.diagnose` found.
    ax
        Four axes, for the panels in this order. A new figure if not given.

    Returns
    -------
    Array of the four axes
    """
    if ax is None:
        _, given = plt.subplots(2, 2, figsize=(10, 8), layout="constrained")
        axes = given.ravel()
    else:
        axes = np.array(ax, dtype=object).ravel()
    if len(axes) != PANELS or not all(isinstance(each, Axes) for each in axes):
        raise InputError(f"ax must be {PANELS} Axes: for the sides, the leverage and two Q-Q plots.")
    plot_sides(diagnosis.fit, ax=axes[0])
    plot_leverage(diagnosis, ax=axes[1])
    for side in (1, 2):
        plot_qq(diagnosis.fit, side, ax=axes[1 + side])
    return axes


def plot_qq(fit: BoundaryFit, side: int, ax: Axes | None = None) -> Axes:
    """Draw the quantiles of z on one side against those of the fitted density.

    Points of the right density lie along the line; the band holds each of them with probability 95 %, as if the
    parameters were known.

    Parameters
    ----------
    fit
        The fit.
    side
        1 or 2.
    ax
        Axes to draw on. A new figure if not given.
    """
    from scipy import stats
    from statsmodels.graphics.gofplots import ProbPlot

    if side not in (1, 2):
        raise InputError(f"side must be 1 or 2, not {side!r}.")
    ax = style.new_axes() if ax is None else ax
    z = fit.z[fit.sides == side]
    ax.set(xlabel=f"quantiles of the fitted {fit.density.name} density", ylabel=f"{fit.z_name}, side {side}")
    law = fit.density.as_scipy(fit.theta[side])
    if law is None:
        ax.text(0.5, 0.5, f"{fit.density.name}: no distribution function", ha="center", transform=ax.transAxes)
        return ax
    n = len(z)
    plot = ProbPlot(z, dist=law)
    # The rank of a point among n is a Beta variable.
    rank = np.arange(1, n + 1)
    low, high = (law.ppf(stats.beta.ppf(p, rank, n + 1 - rank)) for p in ((1 - _COVERAGE) / 2, (1 + _COVERAGE) / 2))
    expected = np.asarray(plot.theoretical_quantiles)
    ends = [float(expected.min()), float(expected.max())]
    ax.fill_between(expected, low, high, color=style.MUTED, alpha=0.25, linewidth=0, zorder=1)
    ax.plot(ends, ends, color=style.INK, linewidth=1, zorder=2)
    colour, marker = style.SIDE_COLOURS[side], style.SIDE_MARKERS[side]
    ax.plot(expected, plot.sample_quantiles, marker, color=colour, markersize=4, alpha=0.8, zorder=3)
    return ax


def plot_leverage(diagnosis: Diagnosis, ax: Axes | None = None) -> Axes:
    """Draw how far the representative point moves without each configuration.

    A filled marker changes the nearest evaluated configuration; the number of a row is written beside influential ones.

    Parameters
    ----------
    diagnosis
        What `BoundaryFit.diagnose` found.
    ax
        Axes to draw on. A new figure if not given.
    """
    ax = style.new_axes() if ax is None else ax
    out, sides = diagnosis.left_out, diagnosis.fit.sides
    known = np.isfinite(out.moves)
    ax.vlines(out.rows[known], 0, out.moves[known], color=style.MUTED, linewidth=0.8, zorder=1)
    handles = []
    for side in (1, 2):
        for changes in (False, True):
            shown = known & (sides[out.rows] == side) & (out.nearest_changes == changes)
            (points,) = ax.plot(
                out.rows[shown],
                out.moves[shown],
                style.SIDE_MARKERS[side],
                color=style.SIDE_COLOURS[side],
                markerfacecolor=style.SIDE_COLOURS[side] if changes else style.PAPER,
                markersize=5,
                zorder=2,
                label=f"side {side}" + (", changes the nearest" if changes else ""),
            )
            if shown.any():
                handles.append(points)
    strong = np.flatnonzero(out.influential & known)
    for k in strong[np.argsort(-out.moves[strong], kind="stable")][:_MOST_LABELS]:
        ax.annotate(str(out.rows[k]), (out.rows[k], out.moves[k]), (4, 2), textcoords="offset points", fontsize="small")
    ax.set(xlabel="configuration left out (row)", ylabel="move of the representative point")
    ax.margins(y=0.1)
    ax.set_ylim(bottom=0)
    style.add_legend([ax], handles)
    return ax
