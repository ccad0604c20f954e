"""Scree plots: a sequence with its threshold and the profile log-likelihood of every split."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.good_side import side_label
from softprofile.model.likelihood import Likelihood
from softprofile.report.plotting.elements import style
from softprofile.report.plotting.elements.legend import add_legend
from softprofile.report.plotting.elements.log_axes import set_log_scale
from softprofile.util.validation import Array

_ROOT_POINTS = 1001


@dataclass(frozen=True)
class Scree:
    """The data of a scree plot.

    Attributes
    ----------
    u, z : ndarray of shape (n,)
        The points.
    sides : ndarray of shape (n,)
        Side of each point, 1 or 2.
    thresholds : ndarray
        Where to draw vertical lines.
    cuts, profile : ndarray
        The position of each split, and its profile log-likelihood.
    better : {"lower", "higher"} or None
        Which z is better, if that is known.
    """

    u: Array
    z: Array
    sides: npt.NDArray[np.int64]
    thresholds: Array
    cuts: Array
    profile: Array
    better: str | None = None


def draw_threshold(
    fit: BoundaryFit, values: Array, label: str, ax: Axes | None, overlay: style.Overlay | None = None
) -> Axes:
    """Draw a fit of one hyper-parameter: the scree plot, all roots of g, and the selected points."""
    ax = style.new_axes() if ax is None else ax
    if fit.transform.kinds[0] == "log":
        set_log_scale(ax, "x")
    ax.set(xlabel=style.label(fit.names[0]), ylabel=style.label(label))
    cuts, profile = _hard_profile(fit)
    thresholds = _to_original(fit, _roots(fit))
    scree = Scree(fit.U[:, 0], values, fit.sides, thresholds, _to_original(fit, cuts), profile, fit.better)
    handles = draw_scree(ax, scree, "boundary")
    row = style.nearest_row(fit)
    handles += [
        style.mark_representative(
            ax, float(_to_original(fit, fit.representative)[0]), height_at(fit, values, float(fit.representative[0]))
        ),
        style.mark_nearest(ax, float(fit.U[row, 0]), float(values[row]), int(fit.sides[row]), fit.better),
    ]
    handles += [] if overlay is None else overlay(ax, (0,))
    add_legend([ax], handles)
    return ax


def draw_scree(ax: Axes, scree: Scree, threshold_label: str) -> list[Line2D]:
    """Draw points, thresholds and profile log-likelihood, and return the legend entries."""
    handles = draw_sequence(ax, scree.u, scree.z, scree.sides, scree.better)
    lines = [ax.axvline(x, color=style.INK, linestyle="--", linewidth=1.2, zorder=3) for x in scree.thresholds]
    for line in lines[:1]:
        line.set_label(threshold_label)
    return [*handles, *lines[:1], _draw_profile(ax, scree)]


def draw_sequence(ax: Axes, u: Array, z: Array, sides: npt.NDArray[np.int64], better: str | None) -> list[Line2D]:
    """Draw the points of both sides, joined in the order of u, and return the legend entries."""
    order = np.argsort(u, kind="stable")
    ax.plot(u[order], z[order], color=style.MUTED, linewidth=0.8, zorder=2)
    return [
        ax.plot(
            u[sides == side],
            z[sides == side],
            linestyle="none",
            marker=style.SIDE_MARKERS[side],
            markersize=5,
            color=style.SIDE_COLOURS[side],
            label=side_label(side, better),
            zorder=4,
        )[0]
        for side in (1, 2)
    ]


def _draw_profile(ax: Axes, scree: Scree) -> Line2D:
    """Draw the profile log-likelihood on a second axis at the right, behind the data."""
    twin = ax.twinx()
    label = "profile log-likelihood"
    (line,) = twin.plot(scree.cuts, scree.profile, color=style.MUTED, linewidth=1.2, linestyle="-.", label=label)
    twin.set_ylabel(label, color=style.MUTED)
    twin.tick_params(axis="y", colors=style.MUTED)
    put_behind(twin, ax)
    return line


def put_behind(twin: Axes, ax: Axes) -> None:
    """Draw a second axis behind the data.

    By default a twin is drawn above its parent. Below it, the parent's background would hide the twin.
    """
    ax.set_zorder(twin.get_zorder() + 1)
    ax.patch.set_visible(False)


def midpoints(u: Array, splits: npt.NDArray[np.int64]) -> Array:
    """Return the midpoint between the last point before each split and the first point after it."""
    return np.asarray((u[splits - 1] + u[splits]) / 2)


def _hard_profile(fit: BoundaryFit) -> tuple[Array, Array]:
    """Return the positions of all hard splits, in transformed coordinates, and their profile log-likelihoods."""
    v = fit.transformed[:, 0]
    order = np.argsort(v, kind="stable")
    n = len(v)
    splits = np.arange(1, n)
    untied = v[order][1:] > v[order][:-1]
    allowed = untied & (np.minimum(splits, n - splits) >= fit.density.min_points)
    profile = Likelihood(fit.z, fit.density).prefixes(order)
    return midpoints(v[order], splits[allowed]), profile[allowed]


def _roots(fit: BoundaryFit) -> Array:
    """Return all roots of g within the range of the data, in transformed coordinates, to drawing precision."""
    v = fit.transformed[:, 0]
    # The data are among the steps: no root between two neighbouring points on different sides is missed.
    steps = np.union1d(np.linspace(v.min(), v.max(), _ROOT_POINTS), v)
    g = fit.boundary.value(fit.boundary.design(steps[:, None]), fit.parameters)
    before = np.flatnonzero((g[1:] > 0) != (g[:-1] > 0))
    after = before + 1
    return np.asarray(steps[before] + (steps[after] - steps[before]) * g[before] / (g[before] - g[after]))


def _to_original(fit: BoundaryFit, v: Array) -> Array:
    """Return transformed coordinates in original units."""
    return fit.transform.invert(v[:, None])[:, 0]


def height_at(fit: BoundaryFit, values: Array, where: float) -> float:
    """Return the height of the line that joins the points, at a transformed coordinate."""
    v = fit.transformed[:, 0]
    order = np.argsort(v, kind="stable")
    return float(np.interp(where, v[order], values[order]))
