"""Drawing of a fit: a scree plot, contours, or slices, by the number of hyper-parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.report.plotting.panels import draw_plane, draw_slices
from softprofile.report.plotting.scree import draw_threshold
from softprofile.report.plotting.style import Overlay
from softprofile.util.errors import InputError
from softprofile.util.validation import Array, read_array


def plot_fit(f: BoundaryFit, ax: Any = None, z: Any = None) -> Axes | npt.NDArray[np.object_]:
    """Draw a fit: what is drawn depends on the number m of hyper-parameters.

    One is drawn as a scree plot with the thresholds, two as contours of z with the boundary, and more as slices: for
    each pair of hyper-parameters the boundary with all others held at the representative point.

    Parameters
    ----------
    f
        The fit.
    ax
        Axes to draw on; for m > 2 a sequence of m (m - 1) / 2 of them, for the pairs (1, 2), (1, 3), (2, 3), (1, 4),
        ... of columns. A new figure if not given.
    z
        Other values at the same configurations, for instance a test error, to be drawn in place of z.

    Returns
    -------
    Axes, or for m > 2 an array of them in the order above
    """
    return draw_fit(f, ax, *values_to_draw(f, z))


def draw_fit(
    f: BoundaryFit, ax: Any, values: Array, label: str, overlay: Overlay | None = None
) -> Axes | npt.NDArray[np.object_]:
    """The same with values that were checked, and with what `overlay` adds to each panel and to the legend."""
    m = len(f.names)
    axes = None if ax is None else _as_axes(ax, m)
    if m > 2:
        return draw_slices(f, values, label, axes, overlay)
    draw = draw_threshold if m == 1 else draw_plane
    return draw(f, values, label, None if axes is None else axes[0], overlay)


def values_to_draw(f: BoundaryFit, z: Any) -> tuple[Array, str]:
    """The values and their name: those of the fit unless others are given."""
    if z is None:
        return f.z, f.z_name
    name = getattr(z, "name", None)
    values = read_array(z, "z")
    if values.shape != f.z.shape:
        raise InputError(f"z must be one value for each of the {len(f.z)} points, but its shape is {values.shape}.")
    bad = ~np.isfinite(values)
    if bad.any():
        text = f"z has {bad.sum()} missing or infinite value(s), the first at position {{row}}."
        raise InputError(text, np.flatnonzero(bad).tolist())
    return values, f.z_name if name is None else str(name)


def _as_axes(ax: Any, m: int) -> npt.NDArray[np.object_]:
    """The axes given, as a flat array, if they are as many as a fit in m dimensions needs."""
    needed = max(1, m * (m - 1) // 2)
    axes = np.array(ax, dtype=object).ravel()
    if len(axes) == needed and all(isinstance(each, Axes) for each in axes):
        return axes
    given = f"{len(axes)} of them" if len(axes) != 1 else "one" if isinstance(axes[0], Axes) else f"{ax!r}"
    wanted = "one Axes" if needed == 1 else f"an array of {needed} Axes, one for each pair"
    raise InputError(f"ax must be {wanted}, to draw a fit of {m} hyper-parameters, not {given}.")
