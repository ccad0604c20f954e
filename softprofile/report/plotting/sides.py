"""Plot of the distribution of z on both sides of a boundary, with the fitted densities."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.good_side import side_label
from softprofile.report.plotting.elements import style
from softprofile.report.plotting.elements.legend import add_legend
from softprofile.util.validation import Array

_CURVE_POINTS = 401
_FEWEST_BINS, _MOST_BINS = 8, 40
# The curves extend beyond the data by this share of their range.
_TAIL = 0.2
# The bars are translucent: both sides are visible where they overlap.
_BAR_OPACITY = 0.4


def plot_sides(fit: BoundaryFit, ax: Axes | None = None) -> Axes:
    """Plot histograms of z on both sides, with the fitted densities.

    The densities are f(z; theta) of Eq. (7), or of the family that was fitted. Each histogram has area 1, whatever its
    number of points, so that it can be compared with the density.

    Parameters
    ----------
    fit : BoundaryFit
        The fit, of any number of hyper-parameters.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on. By default a new figure is made.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    See Also
    --------
    plot_qq : Q-Q plot of one side.
    plot_diagnosis : All panels of a diagnosis.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> fit = sp.fit(surface[["gamma", "h"]], surface["train_error"])
    >>> ax = sp.plotting.plot_sides(fit)
    >>> [text.get_text() for text in ax.get_legend().get_texts()][:2]
    ['side 1 (n = 13)', 'fitted gaussian, side 1']
    >>> plt.close(ax.figure)
    """
    ax = style.new_axes() if ax is None else ax
    counts = fit.density.discrete
    bins, support = _integer_bins(fit.z) if counts else _bins(fit.z)
    handles: list[Line2D] = []
    for side in (1, 2):
        here = fit.sides == side
        colour = style.SIDE_COLOURS[side]
        if here.any():
            ax.hist(
                fit.z[here],
                bins=bins.tolist(),
                density=True,
                color=colour,
                alpha=_BAR_OPACITY,
                edgecolor=style.PAPER,
                linewidth=0.6,
                zorder=2,
            )
        name = side_label(side, fit.better)
        bars = Line2D([], [], color=colour, alpha=_BAR_OPACITY, linewidth=8, label=f"{name} (n = {here.sum()})")
        (curve,) = ax.plot(
            support,
            _density(fit, side, support),
            color=colour,
            linewidth=2.0,
            marker="." if counts else "",
            label=f"fitted {fit.density.name}, side {side}",
            zorder=3,
        )
        handles += [bars, curve]
    ends = (bins[0], *support, bins[-1])
    ax.set(xlabel=style.label(fit.z_name), ylabel="density", xlim=(min(ends), max(ends)))
    add_legend([ax], handles)
    return ax


def _density(fit: BoundaryFit, side: int, support: Array) -> Array:
    """Return the fitted density of a side at the points of the curve."""
    theta = {name: np.asarray(value) for name, value in fit.theta[side].items()}
    return np.exp(fit.density.logpdf(support, theta))


def _bins(z: Array) -> tuple[Array, Array]:
    """Return the edges of about sqrt(n) bins, which both sides share, and the points of the curves."""
    low, high = float(z.min()), float(z.max())
    number = int(np.clip(np.sqrt(len(z)), _FEWEST_BINS, _MOST_BINS))
    margin = _TAIL * (high - low)
    return np.linspace(low, high, number + 1), np.linspace(low - margin, high + margin, _CURVE_POINTS)


def _integer_bins(z: Array) -> tuple[Array, Array]:
    """Return edges halfway between integers, and the integers themselves."""
    low, high = int(z.min()), int(z.max())
    width = max(1, math.ceil((high - low + 1) / _MOST_BINS))
    margin = math.ceil(_TAIL * (high - low))
    edges = np.arange(low, high + width + 1, width, dtype=float) - 0.5
    return edges, np.arange(max(0, low - margin), high + margin + 1, dtype=float)
