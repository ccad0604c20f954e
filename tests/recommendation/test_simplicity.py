from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from softprofile.recommendation.simplicity import by_assumption, by_training, by_user

RNG = np.random.default_rng(0)
V = RNG.standard_normal((60, 2))
GROUPS = np.zeros(60, dtype=np.int64)
ALL = np.ones(60, dtype=bool)


def test_the_trend_of_training_scores_is_not_moved_by_a_long_tail() -> None:
    train = V[:, 0] - 0.5 * V[:, 1]
    heavy = -np.exp(-3 * train)
    for scores in (train, heavy):
        found = by_training(V, GROUPS, scores, ALL)
        assert found is not None
        slope = np.linalg.lstsq(np.column_stack([V, np.ones(60)]), found.complexity, rcond=None)[0]
        assert slope[0] > 0
        assert slope[1] / slope[0] == pytest.approx(-0.5, abs=0.1)


def test_groups_have_their_own_intercepts() -> None:
    groups = np.resize([0, 1], 60)
    found = by_training(V, groups, V[:, 0] + 10 * groups, ALL)
    assert found is not None
    assert found.complexity[groups == 1].min() > found.complexity[groups == 0].mean()


def test_missing_training_scores_are_left_out() -> None:
    train = np.where(np.arange(60) < 30, np.nan, V[:, 0])
    found = by_training(V, GROUPS, train, ALL)
    assert found is not None
    assert np.isfinite(found.complexity).all()
    assert by_training(V, GROUPS, np.full(60, 2.0), ALL) is None


def test_the_users_directions_are_added() -> None:
    table = pd.DataFrame({"a": V[:, 0], "b": V[:, 1]})
    found = by_user(table, ("a", "b"), V, {"a": "lower", "b": "higher"}, 0)
    assert found is not None
    np.testing.assert_allclose(found.complexity, V[:, 0] - V[:, 1])


def test_other_levels_cannot_be_compared() -> None:
    table = pd.DataFrame({"a": V[:, 0], "kernel": np.resize(["x", "y"], 60)})
    found = by_user(table, ("a",), V[:, :1], {"a": "lower"}, best=0)
    assert found is not None
    np.testing.assert_array_equal(np.isnan(found.complexity), table["kernel"] == "y")
    assert by_user(table, ("a",), V[:, :1], {"kernel": "lower"}, best=0) is None


def test_no_assumption_without_an_end_that_levels_off() -> None:
    columns = np.array([0, 1])
    assert by_assumption(V, ALL, columns, np.zeros(2)) is None
    found = by_assumption(V, ALL, columns, np.array([1.0, 0.0]))
    assert found is not None
    np.testing.assert_array_equal(found.complexity, V[:, 0])
