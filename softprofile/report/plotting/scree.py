"""One dimension: the scree plot with its threshold and the profile log-likelihood of every split."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow
from softprofile.model.likelihood import Likelihood
from softprofile.report.plotting import style
from softprofile.report.plotting.scales import set_log_scale
from softprofile.util.validation import Array

_ROOT_POINTS = 1001


@dataclass(frozen=True)
class _Scree:
    """What a scree plot shows: points, thresholds, and where each split lies and how likely it is."""

    u: Array
    z: Array
    sides: npt.NDArray[np.int64]
    thresholds: Array
    cuts: Array
    profile: Array


def plot_elbow(e: Elbow, ax: Axes | None = None) -> Axes:
    """Draw the scree plot, the threshold and, on the right axis, the profile log-likelihood of every split.

    The dashed line is halfway between the threshold and the next larger u.

    Parameters
    ----------
    e
        The elbow.
    ax
        Axes to draw on. A new figure if not given.
    """
    ax = style.new_axes() if ax is None else ax
    u = np.sort(e.u)
    threshold = _between(u, np.array([e.index]))
    scree = _Scree(e.u, e.z, e.sides, threshold, _between(u, e.splits), e.profile)
    ax.set(xlabel=style.label(e.u_name), ylabel=style.label(e.z_name))
    style.add_legend([ax], _draw_scree(ax, scree, "threshold"))
    return ax


def draw_threshold(
    f: BoundaryFit, values: Array, label: str, ax: Axes | None, overlay: style.Overlay | None = None
) -> Axes:
    """Draw a fit of one hyper-parameter: the scree plot, all roots of g, and the chosen points."""
    ax = style.new_axes() if ax is None else ax
    if f.transform.kinds[0] == "log":
        set_log_scale(ax, "x")
    ax.set(xlabel=style.label(f.names[0]), ylabel=style.label(label))
    cuts, profile = _hard_profile(f)
    scree = _Scree(f.U[:, 0], values, f.sides, _to_original(f, _roots(f)), _to_original(f, cuts), profile)
    handles = _draw_scree(ax, scree, "boundary")
    row = f.nearest_index()
    handles += [
        style.mark_representative(
            ax, float(_to_original(f, f.representative)[0]), height_at(f, values, float(f.representative[0]))
        ),
        style.mark_nearest(ax, float(f.U[row, 0]), float(values[row]), int(f.sides[row])),
    ]
    handles += [] if overlay is None else overlay(ax, (0,))
    style.add_legend([ax], handles)
    return ax


def _draw_scree(ax: Axes, scree: _Scree, threshold_label: str) -> list[Line2D]:
    """Draw all that a scree plot shows and return the entries of its legend."""
    handles = draw_sequence(ax, scree.u, scree.z, scree.sides)
    lines = [ax.axvline(x, color=style.INK, linestyle="--", linewidth=1.2, zorder=3) for x in scree.thresholds]
    for line in lines[:1]:
        line.set_label(threshold_label)
    return [*handles, *lines[:1], _draw_profile(ax, scree)]


def draw_sequence(ax: Axes, u: Array, z: Array, sides: npt.NDArray[np.int64]) -> list[Line2D]:
    """Draw the points of both sides, joined in the order of u, and return the entries of the legend."""
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
            label=f"side {side}",
            zorder=4,
        )[0]
        for side in (1, 2)
    ]


def _draw_profile(ax: Axes, scree: _Scree) -> Line2D:
    """Draw the profile log-likelihood on a second axis at the right, behind the data."""
    twin = ax.twinx()
    label = "profile log-likelihood"
    (line,) = twin.plot(scree.cuts, scree.profile, color=style.MUTED, linewidth=1.2, linestyle="-.", label=label)
    twin.set_ylabel(label, color=style.MUTED)
    twin.tick_params(axis="y", colors=style.MUTED)
    # A twin is drawn above its parent unless told otherwise, and then would be hidden by the parent's background.
    ax.set_zorder(twin.get_zorder() + 1)
    ax.patch.set_visible(False)
    return line


def _between(u: Array, splits: npt.NDArray[np.int64]) -> Array:
    """Halfway between the last point before each split and the first after it."""
    return np.asarray((u[splits - 1] + u[splits]) / 2)


def _hard_profile(f: BoundaryFit) -> tuple[Array, Array]:
    """Where the hard splits lie, in transformed coordinates, and their profile log-likelihoods, as in an elbow."""
    v = f.transformed[:, 0]
    order = np.argsort(v, kind="stable")
    n = len(v)
    splits = np.arange(1, n)
    untied = v[order][1:] > v[order][:-1]
    allowed = untied & (np.minimum(splits, n - splits) >= f.density.min_points)
    profile = Likelihood(f.z, f.density).prefixes(order)
    return _between(v[order], splits[allowed]), profile[allowed]


def _roots(f: BoundaryFit) -> Array:
    """All thresholds within the range of the data, in transformed coordinates, to the precision of a drawing."""
    v = f.transformed[:, 0]
    # The data are among the steps, so that no threshold between two of them on different sides is missed.
    steps = np.union1d(np.linspace(v.min(), v.max(), _ROOT_POINTS), v)
    g = f.boundary.value(f.boundary.design(steps[:, None]), f.parameters)
    before = np.flatnonzero((g[1:] > 0) != (g[:-1] > 0))
    after = before + 1
    return np.asarray(steps[before] + (steps[after] - steps[before]) * g[before] / (g[before] - g[after]))


def _to_original(f: BoundaryFit, v: Array) -> Array:
    return f.transform.invert(v[:, None])[:, 0]


def height_at(f: BoundaryFit, values: Array, where: float) -> float:
    """Height of the line that joins the points, at a transformed coordinate."""
    v = f.transformed[:, 0]
    order = np.argsort(v, kind="stable")
    return float(np.interp(where, v[order], values[order]))
