from __future__ import annotations

import numpy as np
import pandas as pd

from softprofile.recommendation.levels_of_categories import read_levels


def test_strings_booleans_and_missing_values_are_levels() -> None:
    table = pd.DataFrame(
        {"kernel": ["a", "a", "b", "b"], "flag": [True, False, True, True], "depth": [1, 2, None, np.inf]}, dtype=object
    )
    levels = read_levels(table)
    assert levels.count == 4
    np.testing.assert_array_equal(levels.numbers[:, 2], [1, 2, np.nan, np.nan])
    assert np.isnan(levels.numbers[:, :2]).all()


def test_numbers_of_every_kind_are_coordinates() -> None:
    table = pd.DataFrame(
        {"a": np.arange(3), "b": np.array([1, 2, 3], dtype=np.float32), "c": pd.array([1, 2, 3], dtype="Int64")}
    )
    levels = read_levels(table.assign(d=pd.Series([1, 2.5, np.int8(3)], dtype=object)))
    assert levels.count == 1
    assert np.isfinite(levels.numbers).all()


def test_none_nan_and_na_are_the_same_level() -> None:
    levels = read_levels(pd.DataFrame({"a": pd.Series([None, np.nan, pd.NA, 1], dtype=object)}))
    assert levels.groups.tolist()[:3] == [levels.groups[0]] * 3
    assert levels.count == 2
    assert read_levels(pd.DataFrame({"a": pd.array([1, None, 2], dtype="Int64")})).count == 2


def test_groups_do_not_depend_on_the_order_of_rows() -> None:
    table = pd.DataFrame({"a": list("bcabca")})
    assert read_levels(table[::-1]).groups.tolist() == read_levels(table).groups.tolist()[::-1]
