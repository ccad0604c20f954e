"""Measures of picks, computed by hand."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from studies.picks.density import FAMILIES, changes
from studies.picks.goals import of_density, of_hinge, of_tasks
from studies.picks.measures import complexity_ratio, mean_and_se, regret, rounded, summary, unit


def test_regret_in_units_of_best_minus_lower_quartile() -> None:
    test = np.array([0.0, 0.5, 0.6, 0.8, 1.0])
    assert unit(test) == 0.5
    assert regret(test, 3, 4) == pytest.approx(-0.4)
    assert regret(test, 4, 2) == pytest.approx(0.8)
    assert regret(test, 2, 2) == 0
    assert regret(test, 0, 4) == -1  # clipped


def test_regret_without_a_spread() -> None:
    assert regret(np.array([0.1, 0.1, 0.1]), 0, 1) == 0
    # More than three quarters of the scores are the best: the lower quartile is the best, too.
    assert regret(np.array([0.0, 1.0, 1.0, 1.0, 1.0, 1.0]), 0, 1) == -1


@pytest.mark.parametrize(
    ("picked", "best", "expected"),
    [
        (2, 4, 0.5),
        (4, 2, 2),
        (3, 3, 1),
        (0, 0, 1),
        (0, 5, 0.01),
        (5, 0, 100),
        (-1, -1, 1),
        (-1, 2, 0.01),
        (1e-9, 1, 0.01),
    ],
)
def test_complexity_ratio(picked: float, best: float, expected: float) -> None:
    assert complexity_ratio(picked, best) == pytest.approx(expected)


def test_mean_and_standard_error() -> None:
    assert mean_and_se(np.array([1.0, 3.0])) == (2.0, 1.0)
    assert math.isnan(mean_and_se(np.array([1.0]))[1])


def some_picks() -> pd.DataFrame:
    """Return picks of two tasks with two splits: regrets and ratios of `1-SE` and of `recommend`."""
    values = {
        ("a", 0, "1-SE"): (-0.2, 0.5),
        ("a", 1, "1-SE"): (0.0, 0.5),
        ("b", 0, "1-SE"): (-0.4, 0.5),
        ("b", 1, "1-SE"): (-0.2, 2.0),
        ("a", 0, "recommend"): (0.0, 0.5),
        ("a", 1, "recommend"): (0.0, 0.5),
        ("b", 0, "recommend"): (-0.1, 0.5),
        ("b", 1, "recommend"): (0.1, 0.5),
    }
    return pd.DataFrame(
        [(*key, *value) for key, value in values.items()], columns=["task", "split", "rule", "regret", "ratio"]
    )


def test_summary_averages_splits_within_tasks() -> None:
    table = summary(some_picks()).set_index("rule")
    row = table.loc["1-SE"]
    assert (row["tasks"], row["regret"], row["worst"], row["worst task"]) == (2, -0.2, -0.3, "b")
    assert row["se"] == pytest.approx(0.1)  # of -0.1 and -0.3
    assert row["complexity"] == pytest.approx(2**-0.5, abs=1e-4)
    assert row["more complex"] == 0.25
    assert row["minus 1-SE"] == 0
    assert table.loc["recommend", "minus 1-SE"] == pytest.approx(0.2)
    assert table.loc["recommend", "minus 1-SE, se"] == pytest.approx(0.1)


def test_rounding_has_no_negative_zero() -> None:
    assert math.copysign(1, rounded(pd.DataFrame({"x": [-1e-9]}))["x"][0]) == 1


def test_goals_of_tasks() -> None:
    rows = {row["goal"]: row["reached"] for row in of_tasks(summary(some_picks()), "development")}
    assert set(rows.values()) == {"yes"}
    assert len(rows) == 5
    worse = some_picks().replace({"rule": {"1-SE": "recommend", "recommend": "1-SE"}})
    rows = {row["goal"]: row["reached"] for row in of_tasks(summary(worse), "development")}
    assert set(rows.values()) == {"no"}


def test_density_compares_the_same_splits() -> None:
    grids = FAMILIES["density_kernel_ridge"]
    tests = {"best CV": [[0.8, 0.8, 0.8], [0.6, 0.6, 0.6]], "recommend": [[0.8, 0.7, 0.6], [0.6, 0.6, 0.6]]}
    picks = pd.DataFrame(
        [
            {"task": grid, "split": split, "rule": rule, "test": score, "unit": 0.5 if grid == grids[-1] else 9}
            for rule, splits in tests.items()
            for split, scores in enumerate(splits)
            for grid, score in zip(grids, scores, strict=True)
        ]
    )
    table = changes(picks).set_index("rule")
    assert table.loc["best CV", "change"] == 0
    row = table.loc["recommend"]
    assert row["mean test score on each grid"] == "0.000, -0.100, -0.200"
    assert (row["change"], row["se"], row["worst step"]) == pytest.approx((-0.2, 0.2, -0.1))
    assert [row["reached"] for row in of_density(table.reset_index())] == ["no, within 2 se"]


def test_goal_of_the_corner() -> None:
    table = pd.DataFrame({"method": ["`recommend`, edge", "`elbow`"], "RMSE": [0.2, 2.0]})
    assert [row["reached"] for row in of_hinge(table)] == ["yes"]
