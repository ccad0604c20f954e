"""Plot of a fit: a scree plot, contours or slices, depending on the number of hyper-parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.report.plotting.elements.planes import draw_plane, draw_slices
from softprofile.report.plotting.elements.scree import draw_threshold
from softprofile.report.plotting.elements.style import Overlay
from softprofile.util.errors import InputError
from softprofile.util.validation import Array, read_array


def plot_fit(fit: BoundaryFit, ax: Any = None, z: Any = None) -> Axes | npt.NDArray[np.object_]:
    """Plot a fit with its boundary, representative point and nearest point.

    One hyper-parameter is shown as a scree plot with the thresholds, two as contours of z with the boundary, and more
    as slices: one panel per pair of hyper-parameters, with all others held at the representative point.

    Parameters
    ----------
    fit : BoundaryFit
        The fit to plot, of m hyper-parameters.
    ax : matplotlib.axes.Axes or array-like of Axes, optional
        Axes to draw on. For m > 2, m (m - 1) / 2 axes are needed, for the pairs (1, 2), (1, 3), (2, 3), (1, 4), ... of
        columns. By default a new figure is made.
    z : array-like of shape (n,), optional
        Other values at the same configurations, for instance a test error, to show instead of z.

    Returns
    -------
    matplotlib.axes.Axes or ndarray of Axes
        The axes; for m > 2 an array of them, in the order above.

    Raises
    ------
    InputError
        If `z` does not hold one finite value per configuration, or `ax` not the number of axes needed.

    See Also
    --------
    softprofile.BoundaryFit.plot : The same plot as a method.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> fit = sp.fit(surface[["gamma", "h"]], surface["train_error"])
    >>> ax = sp.plotting.plot_fit(fit, z=surface["test_error"])
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('gamma', 'h')
    >>> [text.get_text() for text in ax.get_legend().get_texts()][-2:]
    ['representative point', 'nearest evaluated (side 2)']
    >>> plt.close(ax.figure)
    """
    return draw_fit(fit, ax, *values_to_draw(fit, z))


def draw_fit(
    fit: BoundaryFit, ax: Any, values: Array, label: str, overlay: Overlay | None = None
) -> Axes | npt.NDArray[np.object_]:
    """Draw a fit with checked values; `overlay` adds to every panel and to the legend."""
    m = len(fit.names)
    axes = None if ax is None else as_axes(ax, m)
    if m > 2:
        return draw_slices(fit, values, label, axes, overlay)
    draw = draw_threshold if m == 1 else draw_plane
    return draw(fit, values, label, None if axes is None else axes[0], overlay)


def values_to_draw(fit: BoundaryFit, z: Any) -> tuple[Array, str]:
    """Return the values to draw and their name: those of the fit unless others are given."""
    if z is None:
        return fit.z, fit.z_name
    name = getattr(z, "name", None)
    values = read_array(z, "z")
    if values.shape != fit.z.shape:
        raise InputError(f"z must be one value for each of the {len(fit.z)} points, but its shape is {values.shape}.")
    bad = ~np.isfinite(values)
    if bad.any():
        text = f"z has {bad.sum()} missing or infinite value(s), the first at position {{row}}."
        raise InputError(text, np.flatnonzero(bad).tolist())
    return values, fit.z_name if name is None else str(name)


def as_axes(ax: Any, m: int) -> npt.NDArray[np.object_]:
    """Return the given axes as a flat array, or raise if a fit of m hyper-parameters needs another number of them."""
    needed = max(1, m * (m - 1) // 2)
    axes = np.array(ax, dtype=object).ravel()
    if len(axes) == needed and all(isinstance(each, Axes) for each in axes):
        return axes
    given = f"{len(axes)} of them" if len(axes) != 1 else "one" if isinstance(axes[0], Axes) else f"{ax!r}"
    wanted = "one Axes" if needed == 1 else f"an array of {needed} Axes, one for each pair"
    raise InputError(f"ax must be {wanted}, to draw a fit of {m} hyper-parameters, not {given}.")
