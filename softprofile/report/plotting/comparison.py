"""How far boundaries and densities are behind the best of them."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from softprofile.report.plotting import style
from softprofile.trust.comparison.results import Comparison
from softprofile.util.errors import InputError


def plot_comparison(comparison: Comparison, ax: Axes | None = None) -> Axes:
    """Draw the cross-validated log-likelihood of each pair, less that of the best, with its standard error.

    Parameters
    ----------
    comparison
        What `compare` found, with cross-validation.
    ax
        Axes to draw on. A new figure if not given.
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
    labels = [f"{boundary}, {density}" for boundary, density in zip(table["boundary"], table["density"], strict=True)]
    ax.set_yticks(height, labels)
    ax.invert_yaxis()
    ax.set_xlabel("cross-validated log-likelihood\nless that of the best, with s.e.")
    return ax
