from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import softprofile as sp

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=4, unique=True)


@given(st.dictionaries(st.sampled_from(["gamma", "h", "depth"]), VALUES, min_size=1))
def test_rows_are_all_combinations_in_order(values: dict[str, list[float]]) -> None:
    table = sp.grid(**values)
    assert list(table.columns) == list(values)
    assert list(table.itertuples(index=False, name=None)) == list(product(*values.values()))


def test_types_of_values_are_kept() -> None:
    table = sp.grid(depth=[1, None], kernel=["rbf", "linear"], layers=[(8, 8), (16,)], on=[True, False], k=range(2))
    assert table["depth"].tolist()[0] == 1
    assert table["depth"].tolist()[-1] is None
    assert set(table["kernel"]) == {"rbf", "linear"}
    assert table["layers"].iloc[0] == (8, 8)
    assert table["on"].dtype == bool
    assert table["k"].dtype == np.int64


def test_loggrid_is_equally_spaced_on_the_log_scale_with_exact_ends() -> None:
    values = sp.loggrid(gamma=(1e3, 2e6, 7))["gamma"].to_numpy()
    assert values[0] == 1e3
    assert values[-1] == 2e6
    np.testing.assert_allclose(np.diff(np.log(values)), np.log(2e3) / 6)
    assert len(sp.loggrid(gamma=(1, 10, 3), h=(1, 2, 5))) == 15


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "at least one hyper-parameter"),
        ({"gamma": 5.0}, r"must be a list of values, not 5.0: write gamma=\[5.0\]"),
        ({"kernel": "rbf"}, "must be a list of values, not 'rbf'"),
        ({"gamma": []}, "'gamma' has no values"),
        ({"gamma": [1.0, 2.0, 1.0]}, "the same value twice"),
    ],
)
def test_bad_grids(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        sp.grid(**values)


@pytest.mark.parametrize(
    ("given_range", "sentence"),
    [
        ((1, 10), "must be .smallest, largest, count."),
        (5, "must be .smallest, largest, count."),
        ((0, 10, 3), "must be positive"),
        ((10, 1, 3), "from a smaller value to a larger one"),
        ((1, 10, 1), "whole number of at least 2"),
        ((1, np.inf, 3), "finite"),
    ],
)
def test_bad_ranges(given_range: Any, sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        sp.loggrid(gamma=given_range)
