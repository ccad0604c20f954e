from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.evaluation.configurations import read_configurations_table


def test_values_are_plain_python_objects_of_the_same_type() -> None:
    table = sp.grid(depth=np.array([1, 2]), rate=np.array([0.5]), kernel=["rbf"], on=[True])
    config = read_configurations_table(table)[1]
    assert config == {"depth": 2, "rate": 0.5, "kernel": "rbf", "on": True}
    assert [type(value) for value in config.values()] == [int, float, str, bool]


def test_fingerprint_distinguishes_grids() -> None:
    def fingerprint(**values: Any) -> str:
        return read_configurations_table(sp.grid(**values)).fingerprint()

    same = fingerprint(gamma=[1.0, 2.0], h=[0.1])
    assert same == fingerprint(gamma=[1.0, 2.0], h=[0.1])
    others = [
        fingerprint(gamma=[2.0, 1.0], h=[0.1]),
        fingerprint(gamma=[1.0, 2.0 + 1e-15], h=[0.1]),
        fingerprint(h=[0.1], gamma=[1.0, 2.0]),
        fingerprint(gamma=[1.0, 2.0], k=[0.1]),
    ]
    assert len({same, *others}) == 5


def test_values_that_a_store_cannot_hold() -> None:
    with pytest.raises(sp.InputError, match="parameter 'kernel' holds <built-in function"):
        read_configurations_table(sp.grid(kernel=[max])).fingerprint()


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        ([{"gamma": 1}], "must be a DataFrame"),
        (pd.DataFrame({"gamma": []}), "0 rows and 1 columns"),
        (pd.DataFrame(np.ones((2, 2))), "must be strings"),
        (pd.DataFrame(np.ones((2, 2)), columns=["a", "a"]), "not distinct"),
        (pd.DataFrame({"error": [1.0]}), "cannot be called 'error'"),
        (pd.DataFrame({"gamma": [1.0, np.nan]}), "row 1 of the grid has no value of 'gamma'"),
    ],
)
def test_bad_tables(grid: Any, sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        read_configurations_table(grid)
