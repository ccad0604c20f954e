"""Plot of an elbow."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from softprofile.fitting.elbow import Elbow
from softprofile.report.plotting.elements import style
from softprofile.report.plotting.elements.legend import add_legend
from softprofile.report.plotting.elements.scree import (
    Scree,
    boundary_label,
    draw_curve,
    draw_edge,
    draw_scree,
    midpoints,
)
from softprofile.report.shown_edge import shown_edge


def plot_elbow(elbow: Elbow, ax: Axes | None = None, tolerance: float | None = None) -> Axes:
    """Plot an elbow: the scree plot, its threshold and the profile likelihood.

    The dashed line is halfway between the threshold and the next larger u. The right axis shows the profile
    log-likelihood of every split. A transition or a ramp is drawn as a curve, with its middle or corner as threshold;
    if it is known which values of z are better, its edge is a second line, with a star on the curve.

    Parameters
    ----------
    elbow : Elbow
        The elbow to plot.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on. By default a new figure is made.
    tolerance : float, optional
        Share of the improvement that may be left on the edge, as in `Elbow.edge`.

    Returns
    -------
    matplotlib.axes.Axes
        The axes of the scree plot.

    See Also
    --------
    softprofile.Elbow.plot : The same plot as a method.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> elbow = sp.elbow([9, 8.5, 8, 1.2, 1.1, 1, 0.9, 0.8])
    >>> elbow.threshold
    3.0
    >>> ax = sp.plotting.plot_elbow(elbow)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['side 1', 'side 2', 'threshold', 'profile log-likelihood']
    >>> plt.close(ax.figure)
    """
    ax = style.new_axes() if ax is None else ax
    ax.set(xlabel=style.label(elbow.u_name), ylabel=style.label(elbow.z_name))
    curve = elbow.curve
    if curve is None:
        if tolerance is not None:
            elbow.edge(tolerance)
        handles = draw_scree(ax, _scree(elbow), "threshold")
    else:
        edge = shown_edge(curve, tolerance)
        handles = [*draw_scree(ax, _scree(elbow), boundary_label(edge, "threshold")), draw_curve(ax, curve)]
        handles += [] if edge is None else draw_edge(ax, edge, float(curve.locations_at(edge.representative[None])[0]))
    add_legend([ax], handles)
    return ax


def _scree(elbow: Elbow) -> Scree:
    """Return the data of the scree plot."""
    u = np.sort(elbow.u)
    threshold = midpoints(u, np.array([elbow.index])) if elbow.curve is None else np.array([elbow.threshold])
    return Scree(elbow.u, elbow.z, elbow.sides, threshold, midpoints(u, elbow.splits), elbow.profile, elbow.better)
