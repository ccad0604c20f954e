"""Plot of an elbow."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from softprofile.fitting.elbow import Elbow
from softprofile.report.plotting.elements import style
from softprofile.report.plotting.elements.legend import add_legend
from softprofile.report.plotting.elements.scree import Scree, draw_scree, midpoints


def plot_elbow(elbow: Elbow, ax: Axes | None = None) -> Axes:
    """Plot an elbow: the scree plot, its threshold and the profile likelihood.

    The dashed line is halfway between the threshold and the next larger u. The right axis shows the profile
    log-likelihood of every split.

    Parameters
    ----------
    elbow : Elbow
        The elbow to plot.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on. By default a new figure is made.

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
    add_legend([ax], draw_scree(ax, _scree(elbow), "threshold"))
    return ax


def _scree(elbow: Elbow) -> Scree:
    """Return the data of the scree plot."""
    u = np.sort(elbow.u)
    threshold = midpoints(u, np.array([elbow.index]))
    return Scree(elbow.u, elbow.z, elbow.sides, threshold, midpoints(u, elbow.splits), elbow.profile, elbow.better)
