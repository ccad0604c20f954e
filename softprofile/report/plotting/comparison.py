"""Plot of a comparison of boundaries and densities."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from softprofile.report.plotting.elements import style
from softprofile.trust.comparison.results import Comparison
from softprofile.util.errors import InputError


def plot_comparison(comparison: Comparison, ax: Axes | None = None) -> Axes:
    """Plot cross-validated log-likelihoods relative to the best pair.

    Each row is a pair of boundary and density, the best first. The bars are standard errors of the difference.

    Parameters
    ----------
    comparison : Comparison
        Result of `compare`, with cross-validation.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on. By default a new figure is made.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    InputError
        If the comparison was made without cross-validation.

    See Also
    --------
    softprofile.Comparison.plot : The same plot as a method.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> U, z = surface[["gamma", "h"]], surface["train_error"]
    >>> comparison = sp.compare(U, z, boundaries="linear", densities=["gaussian", "laplace"], folds=2)
    >>> ax = sp.plotting.plot_comparison(comparison)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['linear, gaussian', 'linear, laplace']
    >>> plt.close(ax.figure)
    """
    if comparison.folds is None:
        raise InputError("nothing was cross-validated: give compare a number of folds to draw their scores.")
    table = comparison.table.dropna(subset=["cv_loglik"])
    ax = style.new_axes() if ax is None else ax
    height = np.arange(len(table))
    ax.axvline(0, color=style.MUTED, linewidth=1, zorder=1)
    ax.errorbar(
        -table["cv_behind"],
        height,
        xerr=table["cv_behind_se"],
        fmt=style.SIDE_MARKERS[1],
        color=style.SIDE_COLOURS[1],
        capsize=3,
        zorder=2,
    )
    columns = [table["boundary"], table["density"], *([table["shape"]] if (table["shape"] != "levels").any() else [])]
    labels = [", ".join(names) for names in zip(*columns, strict=True)]
    ax.set_yticks(height, labels)
    ax.invert_yaxis()
    ax.set_xlabel("cross-validated log-likelihood\nless that of the best, with s.e.")
    return ax
