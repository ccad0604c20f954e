"""How z is distributed on either side of a boundary, and the densities that were fitted to it."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.report.plotting import style
from softprofile.util.validation import Array

_CURVE_POINTS = 401
_FEWEST_BINS, _MOST_BINS = 8, 40
# A curve reaches so much further than the data, as a part of their range.
_TAIL = 0.2
# How opaque bars are: where the sides overlap both are seen.
_BARS = 0.4


def plot_sides(f: BoundaryFit, ax: Axes | None = None) -> Axes:
    """Draw histograms of z on the two sides of a boundary, with the fitted densities f(z; theta) of Eq. (7) over them.

    Each side has area 1, whatever its number of points, so that histogram and density can be compared.

    Parameters
    ----------
    f
        The fit, of any number of hyper-parameters.
    ax
        Axes to draw on. A new figure if not given.
    """
    ax = style.new_axes() if ax is None else ax
    counts = f.density.discrete
    bins, support = _integer_bins(f.z) if counts else _bins(f.z)
    handles: list[Line2D] = []
    for side in (1, 2):
        here = f.sides == side
        if here.any():
            ax.hist(
                f.z[here],
                bins=bins.tolist(),
                density=True,
                color=style.SIDE_COLOURS[side],
                alpha=_BARS,
                edgecolor=style.PAPER,
                linewidth=0.6,
                zorder=2,
            )
        bars = Line2D(
            [], [], color=style.SIDE_COLOURS[side], alpha=_BARS, linewidth=8, label=f"side {side} (n = {here.sum()})"
        )
        (curve,) = ax.plot(
            support,
            _density(f, side, support),
            color=style.SIDE_COLOURS[side],
            linewidth=2.0,
            marker="." if counts else "",
            label=f"fitted {f.density.name}, side {side}",
            zorder=3,
        )
        handles += [bars, curve]
    ends = (bins[0], *support, bins[-1])
    ax.set(xlabel=style.label(f.z_name), ylabel="density", xlim=(min(ends), max(ends)))
    style.add_legend([ax], handles)
    return ax


def _density(f: BoundaryFit, side: int, support: Array) -> Array:
    theta = {name: np.asarray(value) for name, value in f.theta[side].items()}
    return np.exp(f.density.logpdf(support, theta))


def _bins(z: Array) -> tuple[Array, Array]:
    """Edges that both sides share, about sqrt(n) of them, and where the curves are drawn."""
    low, high = float(z.min()), float(z.max())
    number = int(np.clip(np.sqrt(len(z)), _FEWEST_BINS, _MOST_BINS))
    margin = _TAIL * (high - low)
    return np.linspace(low, high, number + 1), np.linspace(low - margin, high + margin, _CURVE_POINTS)


def _integer_bins(z: Array) -> tuple[Array, Array]:
    """Edges between whole numbers, and the whole numbers themselves."""
    low, high = int(z.min()), int(z.max())
    width = max(1, math.ceil((high - low + 1) / _MOST_BINS))
    margin = math.ceil(_TAIL * (high - low))
    edges = np.arange(low, high + width + 1, width, dtype=float) - 0.5
    return edges, np.arange(max(0, low - margin), high + margin + 1, dtype=float)
