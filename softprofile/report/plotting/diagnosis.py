"""Plot of a diagnosis: four panels, each of which is also a plot of its own."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from softprofile.report.plotting.leverage import plot_leverage
from softprofile.report.plotting.quantiles import plot_qq
from softprofile.report.plotting.sides import plot_sides
from softprofile.trust.diagnostics.results import Diagnosis
from softprofile.util.errors import InputError

PANELS = 4


def plot_diagnosis(diagnosis: Diagnosis, ax: Any = None) -> npt.NDArray[np.object_]:
    """Plot a diagnosis: densities by side, leverage and two Q-Q plots.

    The panels are `plot_sides`, `plot_leverage`, and `plot_qq` of side 1 and of side 2.

    Parameters
    ----------
    diagnosis : Diagnosis
        Result of `BoundaryFit.diagnose`.
    ax : array-like of 4 matplotlib.axes.Axes, optional
        Axes to draw on, in the order of the panels. By default a new figure is made.

    Returns
    -------
    ndarray of shape (4,)
        The axes of the panels.

    Raises
    ------
    InputError
        If `ax` does not hold four axes.

    See Also
    --------
    softprofile.Diagnosis.plot : The same plot as a method.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> fit = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
    >>> axes = sp.plotting.plot_diagnosis(fit.diagnose())
    >>> [ax.get_ylabel() for ax in axes]
    ['density', 'move of the representative point', 'train_error, side 1', 'train_error, side 2']
    >>> plt.close(axes[0].figure)
    """
    if ax is None:
        _, given = plt.subplots(2, 2, figsize=(10, 8), layout="constrained")
        axes = given.ravel()
    else:
        axes = np.array(ax, dtype=object).ravel()
    if len(axes) != PANELS or not all(isinstance(each, Axes) for each in axes):
        raise InputError(f"ax must be {PANELS} Axes: for the sides, the leverage and two Q-Q plots.")
    plot_sides(diagnosis.fit, ax=axes[0])
    plot_leverage(diagnosis, ax=axes[1])
    for side in (1, 2):
        plot_qq(diagnosis.fit, side, ax=axes[1 + side])
    return axes
