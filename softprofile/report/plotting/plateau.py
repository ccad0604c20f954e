"""Plot of a plateau test."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from softprofile.report.plotting.elements import style
from softprofile.report.plotting.elements.legend import add_legend
from softprofile.trust.plateau import MonteCarlo, PlateauTest

_MOST_BINS = 30


def plot_plateau(test: PlateauTest, ax: Axes | None = None) -> Axes:
    """Plot the null distribution of a plateau test and the observed statistic.

    The test shown is the one that decided the verdict: two levels against a ramp if that was tested, and two levels
    against one level otherwise.

    Parameters
    ----------
    test : PlateauTest
        Result of `BoundaryFit.test_plateau` or `Elbow.test_plateau`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on. By default a new figure is made.

    Returns
    -------
    matplotlib.axes.Axes
        The axes: a histogram of the statistics under the null hypothesis, with a line at the observed one.

    See Also
    --------
    softprofile.PlateauTest.plot : The same plot as a method.

    Examples
    --------
    >>> import softprofile as sp
    >>> from matplotlib import pyplot as plt
    >>> test = sp.elbow([9.1, 8.8, 9.0, 8.9, 1.2, 1.0, 1.1, 0.9, 1.0, 1.1]).test_plateau()
    >>> ax = sp.plotting.plot_plateau(test)
    >>> ax.get_title()
    'z: plateau'
    >>> plt.close(ax.figure)
    """
    ax = style.new_axes() if ax is None else ax
    z_name = style.label(test.z_name)
    if test.steady is not None:
        trend = "a ramp" if test.shape == "levels" else "a linear trend"
        result, null, alternative = test.steady, f"{z_name} that changes steadily", trend
    elif test.population:
        result, null, alternative = test.change, f"sorted samples of one {test.population} population", "one"
    else:
        result, null, alternative = test.change, f"permuted {z_name}", "one"
    model = "two levels" if test.shape == "levels" else f"the {test.shape}"
    ax.hist(result.null, bins=_number_of_bins(result), color=style.MUTED, edgecolor=style.PAPER, linewidth=0.5)
    bars = Line2D([], [], marker="s", linestyle="none", color=style.MUTED, markersize=10, label=f"{null} ({result.n})")
    line = ax.axvline(result.statistic, color=style.ACCENT, linewidth=2, label=f"{z_name}: p = {result.p_value:.2g}")
    ax.margins(x=0.05)
    ax.set(
        xlabel=f"log-likelihood of {model} less that of {alternative} (nats)",
        ylabel="number of draws",
        title=f"{z_name}: {test.verdict}",
    )
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    add_legend([ax], [line, bars])
    return ax


def _number_of_bins(result: MonteCarlo) -> int:
    """Return about the square root of the number of draws."""
    return int(np.clip(np.sqrt(result.n), 5, _MOST_BINS))
