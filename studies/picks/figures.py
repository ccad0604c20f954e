"""Figures of the study."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from studies.picks.measures import by_task
from studies.picks.rules import BEST_CV, NO_SE, ONE_SE, RECOMMEND

#: Colour and marker of each rule.
_STYLES = {
    "paper, CV score": ("#bbbbbb", "v"),
    "paper, training score": ("#888888", "^"),
    "middle": ("#ccbb44", "D"),
    "2 % loss": ("#228833", "P"),
    ONE_SE: ("#4477aa", "s"),
    NO_SE: ("#ee9988", "o"),
    RECOMMEND: ("#cc3311", "o"),
    BEST_CV: ("#000000", "o"),
    "recommend, no training score": ("#cc3311", "<"),
    "recommend, CV score only": ("#ee9988", "<"),
    "recommend, simpler given": ("#aa3377", "*"),
}
#: Rules of the dot plot, the last on top.
_DOTS = ("paper, CV score", "paper, training score", "middle", "2 % loss", ONE_SE, NO_SE, RECOMMEND)
#: Regrets between minus and plus this are drawn on a linear scale, others on a log scale.
_LINEAR = 0.1
_TICKS = (-1, -0.5, -0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2, 0.5)


def dot_plot(picks: pd.DataFrame) -> Figure:
    """Draw the regret of each task and rule.

    Parameters
    ----------
    picks : DataFrame
        Picks, see `studies.picks.comparison.picks`.

    Returns
    -------
    Figure
        One line per task, sorted by the regret of the 1-SE rule.
    """
    regrets = by_task(picks)
    regrets = regrets.loc[regrets[ONE_SE].sort_values(kind="stable").index]
    figure = Figure(figsize=(9, 1.4 + 0.3 * len(regrets)), layout="constrained")
    ax: Axes = figure.add_subplot()
    for row in range(len(regrets)):
        ax.axhline(row, color="#eeeeee", linewidth=0.8, zorder=0)
    ax.axvline(0, color="black", linewidth=0.8, zorder=1)
    for rule in _DOTS:
        if rule in regrets:
            colour, marker = _STYLES[rule]
            # A ring, because the dot of `recommend` would hide it in most tasks.
            ring = {"markersize": 9, "fillstyle": "none"} if rule == NO_SE else {"markersize": 6}
            ax.plot(regrets[rule], range(len(regrets)), marker, color=colour, alpha=0.9, label=rule, **ring)
    ax.set_yticks(range(len(regrets)), [str(name).replace("_", " ") for name in regrets.index])
    largest = max(float(regrets.to_numpy().max()), 0.05)
    ax.set_xscale("symlog", linthresh=_LINEAR)
    ax.set_xticks(*_ticks(largest))
    ax.set_xticks([], minor=True)
    ax.set_xlim(-1.1, 1.15 * largest)
    ax.set_xlabel("regret: test score relative to best CV, mean over splits")
    ax.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside upper center", ncols=4, frameon=False)
    return figure


def _ticks(largest: float) -> tuple[list[float], list[str]]:
    """Return the ticks of an axis of regrets, and their labels."""
    ticks = [tick for tick in _TICKS if tick <= largest]
    return ticks, [f"{tick:g}" for tick in ticks]


def regret_against_complexity(summary: pd.DataFrame) -> Figure:
    """Draw the mean regret of each rule against its complexity.

    Parameters
    ----------
    summary : DataFrame
        Table of `studies.picks.measures.summary`.

    Returns
    -------
    Figure
        One point per rule, with two standard errors on either side.
    """
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    ax: Axes = figure.add_subplot()
    ax.axhline(0, color="#dddddd", linewidth=0.8, zorder=0)
    ax.axvline(1, color="#dddddd", linewidth=0.8, zorder=0)
    for row in summary.to_dict("records"):
        colour, marker = _STYLES[row["rule"]]
        x, y, se = row["complexity"], row["regret"], row["se"]
        ax.errorbar(x, y, yerr=2 * se, fmt=marker, color=colour, capsize=2, label=row["rule"])
    ax.set_xlabel("complexity relative to best CV (geometric mean)")
    ax.set_yscale("symlog", linthresh=_LINEAR)
    ax.set_yticks(*_ticks(0.05))
    ax.set_yticks([], minor=True)
    ax.set_ylabel("mean regret and 2 standard errors")
    ax.set_xlim(left=0)
    ax.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside right upper", frameon=False)
    return figure
