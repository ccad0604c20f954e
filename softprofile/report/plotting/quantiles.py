"""Q-Q plot of one side of a fit against its density."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.good_side import side_label
from softprofile.report.plotting.elements import style
from softprofile.util.errors import InputError
from softprofile.util.validation import Array

_COVERAGE = 0.95


@dataclass(frozen=True)
class _Quantiles:
    """Quantiles of the fitted density and of the sample, and the limits of the pointwise band."""

    expected: Array
    observed: Array
    low: Array
    high: Array


def plot_qq(fit: BoundaryFit, side: int, ax: Axes | None = None) -> Axes:
    """Plot quantiles of z on one side against those of its fitted density.

    If the density is right, the points follow the line. The band is pointwise: it holds each point with probability
    95 %, as if the parameters of the density were known.

    Parameters
    ----------
    fit : BoundaryFit
        The fit.
    side : {1, 2}
        Side of the boundary.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on. By default a new figure is made.

    Returns
    -------
    matplotlib.axes.Axes
        The axes. They hold a note instead of points if the density has no distribution function.

    Raises
    ------
    InputError
        If `side` is neither 1 nor 2.

    See Also
    --------
    plot_sides : Histograms of z with the fitted densities.
    plot_diagnosis : All panels of a diagnosis.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> fit = sp.fit(surface[["gamma", "h"]], surface["train_error"])
    >>> ax = sp.plotting.plot_qq(fit, side=1)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('quantiles of the fitted gaussian density', 'train_error, side 1')
    >>> plt.close(ax.figure)
    """
    if side not in (1, 2):
        raise InputError(f"side must be 1 or 2, not {side!r}.")
    ax = style.new_axes() if ax is None else ax
    label = f"{style.label(fit.z_name)}, {side_label(side, fit.better)}"
    ax.set(xlabel=f"quantiles of the fitted {fit.density.name} density", ylabel=label)
    law = fit.density.as_scipy(fit.theta[side])
    if law is None:
        ax.text(0.5, 0.5, f"{fit.density.name}: no distribution function", ha="center", transform=ax.transAxes)
        return ax
    quantiles = _quantiles(fit.z[fit.sides == side], law)
    expected = quantiles.expected
    ends = [float(expected.min()), float(expected.max())]
    ax.fill_between(expected, quantiles.low, quantiles.high, color=style.MUTED, alpha=0.25, linewidth=0, zorder=1)
    ax.plot(ends, ends, color=style.INK, linewidth=1, zorder=2)
    colour, marker = style.SIDE_COLOURS[side], style.SIDE_MARKERS[side]
    ax.plot(expected, quantiles.observed, marker, color=colour, markersize=4, alpha=0.8, zorder=3)
    return ax


def _quantiles(z: Array, law: Any) -> _Quantiles:
    """Compute the quantiles of the sample z and of the distribution `law`."""
    from scipy import stats
    from statsmodels.graphics.gofplots import ProbPlot

    plot = ProbPlot(z, dist=law)
    n = len(z)
    rank = np.arange(1, n + 1)
    # F(z) of the point of rank k among n has the distribution Beta(k, n + 1 - k).
    low, high = (law.ppf(stats.beta.ppf(p, rank, n + 1 - rank)) for p in ((1 - _COVERAGE) / 2, (1 + _COVERAGE) / 2))
    return _Quantiles(np.asarray(plot.theoretical_quantiles), np.asarray(plot.sample_quantiles), low, high)
