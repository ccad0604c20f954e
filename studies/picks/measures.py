"""Regret and complexity of selected configurations, and their summaries over splits and tasks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from studies.picks.data import Array
from studies.picks.rules import ONE_SE

#: Largest ratio of two complexities, and the inverse of the smallest. Complexities of zero exist (no coefficient).
LARGEST_RATIO = 100.0


def regret(test: Array, picked: int, best: int) -> float:
    """Return how much better the pick tests than best CV, as a share of a typical range of test scores.

    Parameters
    ----------
    test : ndarray
        Test score of all configurations of a split; larger is better.
    picked, best : int
        Row of the pick, and row of the configuration with the best cross-validated score.

    Returns
    -------
    float
        ``(test[picked] - test[best]) / (max(test) - lower quartile of test)``, between -1 and 1. Negative values mean
        that the pick is worse.
    """
    difference = float(test[picked] - test[best])
    if difference == 0:
        return 0.0
    spread = unit(test)
    return float(np.clip(difference / spread, -1, 1)) if spread > 0 else math.copysign(1, difference)


def unit(test: Array) -> float:
    """Return the unit of regret: the distance between the best test score and the lower quartile of all."""
    return float(test.max() - np.quantile(test, 0.25))


def complexity_ratio(picked: float, best: float) -> float:
    """Return the complexity of the pick relative to that of best CV.

    Parameters
    ----------
    picked, best : float
        The two complexities.

    Returns
    -------
    float
        Their ratio, between 1 / `LARGEST_RATIO` and `LARGEST_RATIO`; 1 if they are equal.
    """
    if picked == best:
        return 1.0
    ratio = max(picked, 0) / best if best > 0 else math.inf if picked > best else 0.0
    return float(np.clip(ratio, 1 / LARGEST_RATIO, LARGEST_RATIO))


def by_task(picks: pd.DataFrame, column: str = "regret") -> pd.DataFrame:
    """Average a measure over the splits of each task.

    Parameters
    ----------
    picks : DataFrame
        One row per task, split and rule, see `studies.picks.comparison.picks`.
    column : str, default "regret"
        The measure.

    Returns
    -------
    DataFrame
        One row per task, one column per rule, both in the order of `picks`.
    """
    table = picks.pivot_table(index="task", columns="rule", values=column, sort=False)
    return table[list(dict.fromkeys(picks["rule"]))]


def mean_and_se(values: Array) -> tuple[float, float]:
    """Return the mean and its standard error, which is NaN for a single value."""
    n = len(values)
    return float(np.mean(values)), float(np.std(values, ddof=1) / math.sqrt(n)) if n > 1 else math.nan


def summary(picks: pd.DataFrame) -> pd.DataFrame:
    """Summarise the picks of each rule.

    Parameters
    ----------
    picks : DataFrame
        One row per task, split and rule, see `studies.picks.comparison.picks`.

    Returns
    -------
    DataFrame
        One row per rule. `regret` is the mean over tasks of the means over splits, and `worst` the least of these
        means. `complexity` is the geometric mean of the ratios to best CV's, `more complex` the share of splits with
        a ratio above one. `minus 1-SE` is the mean paired difference of regrets. Columns named `se` are standard
        errors over tasks.
    """
    regrets = by_task(picks)
    log_ratios = by_task(picks.assign(log_ratio=np.log(picks["ratio"])), "log_ratio")
    more = by_task(picks.assign(more=picks["ratio"] > 1), "more")
    rows: list[dict[str, Any]] = []
    for rule in regrets:
        mean, se = mean_and_se(regrets[rule].to_numpy())
        difference, difference_se = mean_and_se((regrets[rule] - regrets[ONE_SE]).to_numpy())
        rows.append(
            {
                "rule": rule,
                "tasks": len(regrets),
                "regret": mean,
                "se": se,
                "worst": float(regrets[rule].min()),
                "worst task": regrets[rule].idxmin(),
                "complexity": float(np.exp(log_ratios[rule].mean())),
                "more complex": float(more[rule].mean()),
                "minus 1-SE": difference,
                "minus 1-SE, se": difference_se,
            }
        )
    return rounded(pd.DataFrame(rows))


def rounded(table: pd.DataFrame, digits: int = 4) -> pd.DataFrame:
    """Round the floats of a table, and drop signs of zeros."""
    floats: Sequence[str] = list(table.select_dtypes("float").columns)
    return table.assign(**{name: table[name].round(digits) + 0.0 for name in floats})
