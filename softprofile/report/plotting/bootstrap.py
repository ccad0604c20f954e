"""Plots of bootstraps: a fit or an elbow with its band, its intervals and how often each choice was made."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from softprofile.report.plotting.boundary_fit import draw_fit, values_to_draw
from softprofile.report.plotting.elements import style
from softprofile.report.plotting.elements.legend import add_legend
from softprofile.report.plotting.elements.planes import Plane
from softprofile.report.plotting.elements.scree import draw_curve, draw_sequence, height_at, midpoints, put_behind
from softprofile.trust.bootstrap import BoundaryBootstrap, ElbowBootstrap
from softprofile.util.validation import Array

_LATTICE_POINTS = 101
_LINE_POINTS = 1001
_BAND_OPACITY = 0.35
# Area, in points squared, of the ring of a configuration that is chosen in every replicate.
_LARGEST_RING = 900.0
_MOST_DOTS = 300


def plot_boundary_bootstrap(
    bootstrap: BoundaryBootstrap, ax: Any = None, level: float = 0.9, z: Any = None
) -> Axes | npt.NDArray[np.object_]:
    """Plot a fit with the confidence band and intervals of its bootstrap.

    The shaded band holds the configurations whose side is uncertain at this level. Dots are the representative points
    of replicates, and bars the intervals of the representative point. The area of the ring around an evaluated
    configuration is proportional to how often that configuration was the nearest.

    Parameters
    ----------
    bootstrap : BoundaryBootstrap
        Result of `BoundaryFit.bootstrap`.
    ax : matplotlib.axes.Axes or array-like of Axes, optional
        Axes to draw on, as in `plot_fit`. By default a new figure is made.
    level : float, default=0.9
        Confidence level of the band and of the intervals.
    z : array-like of shape (n,), optional
        Other values at the same configurations to show instead of z, as in `plot_fit`.

    Returns
    -------
    matplotlib.axes.Axes or ndarray of Axes
        The axes, as in `plot_fit`.

    See Also
    --------
    softprofile.BoundaryBootstrap.plot : The same plot as a method.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> fit = sp.fit(surface[["gamma", "h"]], surface["train_error"])
    >>> ax = sp.plotting.plot_boundary_bootstrap(fit.bootstrap(20, search="warm"), level=0.8)
    >>> [text.get_text() for text in ax.get_legend().get_texts()][-3:]
    ['80 % band', '80 % interval, replicates', 'chosen (area: how often)']
    >>> plt.close(ax.figure)
    """
    values, label = values_to_draw(bootstrap.fit, z)

    def overlay(ax: Axes, columns: tuple[int, ...]) -> list[Line2D]:
        if len(columns) == 1:
            return _draw_on_line(ax, bootstrap, level, values)
        return _draw_on_plane(ax, bootstrap, level, Plane(bootstrap.fit, columns[0], columns[1]))

    return draw_fit(bootstrap.fit, ax, values, label, overlay)


def plot_elbow_bootstrap(bootstrap: ElbowBootstrap, ax: Axes | None = None, level: float = 0.9) -> Axes:
    """Plot an elbow with the interval and the probabilities of its threshold.

    The shaded interval extends from the lowest threshold in it to the next point after the highest. On the right axis,
    bars are the shares of replicates with each threshold, and the curve is the likelihood of each threshold relative
    to the best.

    Parameters
    ----------
    bootstrap : ElbowBootstrap
        Result of `Elbow.bootstrap`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on. By default a new figure is made.
    level : float, default=0.9
        Confidence level of the interval.

    Returns
    -------
    matplotlib.axes.Axes
        The axes of the scree plot.

    See Also
    --------
    softprofile.ElbowBootstrap.plot : The same plot as a method.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> elbow = sp.elbow([9, 8.5, 8, 1.2, 1.1, 1, 0.9, 0.8])
    >>> ax = sp.plotting.plot_elbow_bootstrap(elbow.bootstrap(50))
    >>> [text.get_text() for text in ax.get_legend().get_texts()][-3:]
    ['90 % interval', 'share of replicates', 'relative likelihood']
    >>> plt.close(ax.figure)
    """
    elbow = bootstrap.elbow
    ax = style.new_axes() if ax is None else ax
    ax.set(xlabel=style.label(elbow.u_name), ylabel=style.label(elbow.z_name))
    low, _, high = bootstrap.interval(level)
    # The threshold of a transition or a ramp lies between points.
    after = elbow.u[elbow.u > high].min() if elbow.curve is None else high
    ax.axvspan(low, after, color=style.MUTED, alpha=_BAND_OPACITY, linewidth=0, zorder=0)
    handles = draw_sequence(ax, elbow.u, elbow.z, elbow.sides, elbow.better)
    handles += [] if elbow.curve is None else [draw_curve(ax, elbow.curve)]
    add_legend([ax], [*handles, _shade_handle(level, "interval"), *_draw_probabilities(ax, bootstrap)])
    return ax


def _draw_probabilities(ax: Axes, bootstrap: ElbowBootstrap) -> list[Line2D]:
    """Draw bars and curve on a second axis at the right, behind the data."""
    elbow, table = bootstrap.elbow, bootstrap.probabilities
    cuts = midpoints(np.sort(elbow.u), elbow.splits)
    shares, relative = table["probability"].to_numpy(), table["relative likelihood"].to_numpy()
    twin = ax.twinx()
    twin.vlines(cuts, 0, shares, color=style.ACCENT, linewidth=4, alpha=0.7)
    (curve,) = twin.plot(cuts, relative, color=style.INK, linewidth=1.2, linestyle="-.", label="relative likelihood")
    twin.set(ylabel="share, relative likelihood", ylim=(0, 1.05))
    put_behind(twin, ax)
    bars = Line2D([], [], color=style.ACCENT, alpha=0.7, linewidth=4, label="share of replicates")
    return [bars, curve]


def _draw_on_plane(ax: Axes, bootstrap: BoundaryBootstrap, level: float, plane: Plane) -> list[Line2D]:
    """Draw band, replicates, intervals and rings on a panel of two hyper-parameters, and return the legend entries."""
    fit = bootstrap.fit
    configurations, X, Y = plane.lattice(_LATTICE_POINTS)
    probability = bootstrap.probability_at(configurations).reshape(X.shape)
    _draw_band(ax, (X, Y), probability, level, shade=style.PAPER if len(fit.names) == 2 else style.MUTED)
    drawn = fit.transform.invert(bootstrap.representatives[:_MOST_DOTS])[:, plane.columns]
    ax.plot(*drawn.T, linestyle="none", marker=".", markersize=3, color=style.ACCENT, alpha=0.35, zorder=4)
    (left, x, right), (bottom, y, top) = bootstrap.intervals(level).to_numpy()[plane.columns]
    ax.plot([left, right], [y, y], color=style.ACCENT, linewidth=1.6, zorder=7)
    ax.plot([x, x], [bottom, top], color=style.ACCENT, linewidth=1.6, zorder=7)
    rows, shares = _chosen(bootstrap)
    rings = _draw_rings(ax, fit.U[rows, plane.x], fit.U[rows, plane.y], shares)
    return [_band_edge_handle(level), _interval_handle(level), rings]


def _draw_band(ax: Axes, where: tuple[Array, Array], probability: Array, level: float, shade: str) -> None:
    """Shade where the side is uncertain; the shade is light over contours and dark over the white of slices."""
    limits = [(1 - level) / 2, (1 + level) / 2]
    if np.all(probability <= limits[0]) or np.all(probability >= limits[1]):
        return
    ax.contourf(*where, probability, levels=limits, colors=[shade], alpha=_BAND_OPACITY, zorder=1.5)
    crossed = [limit for limit in limits if probability.min() < limit < probability.max()]
    if crossed:
        edges = ax.contour(*where, probability, levels=crossed, colors=style.INK, linewidths=1.0, zorder=3)
        edges.set(linestyle="--")


def _draw_on_line(ax: Axes, bootstrap: BoundaryBootstrap, level: float, values: Array) -> list[Line2D]:
    """Draw band, interval and rings on the scree plot of one hyper-parameter, and return the legend entries."""
    fit = bootstrap.fit
    x, inside = _band_on_line(bootstrap, level)
    ax.fill_between(
        x,
        0,
        1,
        where=inside.tolist(),
        transform=ax.get_xaxis_transform(),
        color=style.MUTED,
        alpha=_BAND_OPACITY,
        linewidth=0,
        zorder=0,
    )
    left, _, right = bootstrap.intervals(level).to_numpy()[0]
    height = height_at(fit, values, float(fit.representative[0]))
    ax.plot([left, right], [height, height], color=style.ACCENT, linewidth=1.6, zorder=7)
    rows, shares = _chosen(bootstrap)
    rings = _draw_rings(ax, fit.U[rows, 0], values[rows], shares)
    return [_shade_handle(level, "band"), _interval_handle(level), rings]


def _band_on_line(bootstrap: BoundaryBootstrap, level: float) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return points along the hyper-parameter, in original units, and whether each is in the band."""
    tail = (1 - level) / 2
    v = bootstrap.fit.transformed[:, 0]
    steps = np.linspace(v.min(), v.max(), _LINE_POINTS)[:, None]
    probability = bootstrap.probability_at(steps)
    return bootstrap.fit.transform.invert(steps)[:, 0], (probability > tail) & (probability < 1 - tail)


def _chosen(bootstrap: BoundaryBootstrap) -> tuple[npt.NDArray[np.intp], Array]:
    """Return the rows of the chosen configurations, and the share of replicates that chose each."""
    table = bootstrap.chosen
    return table.index.to_numpy(), table["share"].to_numpy()


def _draw_rings(ax: Axes, x: Array, y: Array, shares: Array) -> Line2D:
    """Draw rings with areas proportional to the shares, and return the legend entry."""
    rings = ax.scatter(
        x, y, s=_LARGEST_RING * shares, facecolors="none", edgecolors=style.ACCENT, linewidths=1.6, zorder=5
    )
    rings.set_path_effects(style.halo(1.6))
    return Line2D(
        [],
        [],
        linestyle="none",
        marker="o",
        markersize=11,
        markerfacecolor="none",
        markeredgecolor=style.ACCENT,
        markeredgewidth=1.6,
        label="chosen (area: how often)",
    )


def _shade_handle(level: float, what: str) -> Line2D:
    """Return the legend entry of a shaded range."""
    return Line2D([], [], color=style.MUTED, alpha=_BAND_OPACITY, linewidth=8, label=f"{_percent(level)} {what}")


def _band_edge_handle(level: float) -> Line2D:
    """Return the legend entry of the dashed edges of the band."""
    return Line2D([], [], color=style.INK, linestyle="--", linewidth=1.0, label=f"{_percent(level)} band")


def _interval_handle(level: float) -> Line2D:
    """Return the legend entry of the interval bars and the dots of replicates."""
    label = f"{_percent(level)} interval, replicates"
    return Line2D([], [], color=style.ACCENT, linewidth=1.6, marker=".", markersize=4, label=label)


def _percent(level: float) -> str:
    """Return a level as a percentage, such as "90 %"."""
    return f"{100 * level:g} %"
