"""The statistics of a test under its null hypothesis, and the observed one."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from softprofile.report.plotting import style
from softprofile.trust.plateau import MonteCarlo, PlateauTest

_MOST_BINS = 30


def plot_plateau(test: PlateauTest, ax: Axes | None = None) -> Axes:
    """Draw a histogram of what the null hypothesis gives, with a line where the data are.

    That of the question that decided: two levels against a ramp where it was asked, else two levels against one.

    Parameters
    ----------
    test
        The test.
    ax
        Axes to draw on. A new figure if not given.
    """
    ax = style.new_axes() if ax is None else ax
    if test.steady is not None:
        look, null, over = test.steady, f"{test.z_name} that changes steadily", "a ramp"
    elif test.population:
        look, null, over = test.change, f"sorted samples of one {test.population} population", "one"
    else:
        look, null, over = test.change, f"permuted {test.z_name}", "one"
    ax.hist(look.null, bins=_bins(look), color=style.MUTED, edgecolor=style.PAPER, linewidth=0.5)
    bars = Line2D([], [], marker="s", linestyle="none", color=style.MUTED, markersize=10, label=f"{null} ({look.n})")
    line = ax.axvline(look.statistic, color=style.ACCENT, linewidth=2, label=f"{test.z_name}: p = {look.p_value:.2g}")
    ax.margins(x=0.05)
    ax.set(
        xlabel=f"log-likelihood of two levels less that of {over} (nats)",
        ylabel="number of draws",
        title=f"{test.z_name}: {test.verdict}",
    )
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    style.add_legend([ax], [line, bars])
    return ax


def _bins(look: MonteCarlo) -> int:
    """About the square root of the number of draws."""
    return int(np.clip(np.sqrt(look.n), 5, _MOST_BINS))
