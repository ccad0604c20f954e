from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.recommendation.inputs import read_table
from softprofile.util.errors import InputError

X = [1.0, 2.0, 3.0, 4.0]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"better": "larger"}, "unknown direction better= 'larger': choose one of 'lower', 'higher'"),
        ({"rule": "knee"}, "unknown rule 'knee'"),
        ({"z": [1, 2]}, "z must be one value for each of the 4 rows of U, but its shape is (2,)"),
        ({"z": [np.nan] * 4}, "z has no finite value"),
        ({"z": ["a"] * 4}, "z holds something that is not a number"),
        ({"z": [-1e308, 1e308, 0, 0]}, "z spans more than a floating point number can hold"),
        ({"z_se": [0.1, -0.1, 0, 0]}, "z_se has a negative standard error in row 1"),
        ({"z_se": [0.1]}, "z_se must be one value"),
        ({"z_train": [0.1]}, "z_train must be one value"),
        ({"cost": [1, 2, 3]}, "cost must be one value"),
        ({"simpler": "C"}, "simpler must map column names"),
        ({"simpler": {"C": "lower"}}, "simpler names 'C', but the columns are u1"),
        ({"simpler": {"u1": "small"}}, "unknown direction simpler['u1'] 'small'"),
        ({"tolerance": 1}, "tolerance must be a finite number >= 0 and < 1, not 1"),
        ({"tolerance": -0.1}, "tolerance must be"),
        ({"transform": "logit"}, "unknown transform 'logit'"),
        ({"U": []}, "U must have at least one row"),
        ({"U": np.zeros((2, 2, 2))}, "U must be a table with one row per configuration"),
        ({"U": {"x": [1, 2], "y": [1]}}, "U must be a table"),
    ],
)
def test_bad_input_is_one_clear_sentence(options: dict[str, Any], sentence: str) -> None:
    arguments: dict[str, Any] = {"U": X, "z": X, "better": "lower", **options}
    with pytest.raises(InputError) as caught:
        sp.recommend(arguments.pop("U"), arguments.pop("z"), **arguments)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


def test_tables_of_every_kind() -> None:
    for U in (X, np.array(X), np.array(X)[:, None], [[x] for x in X], pd.Series(X, name="u1"), {"u1": X}):
        table = read_table(U)
        assert list(table.columns) == ["u1"]
        assert table["u1"].tolist() == X


def test_repeated_names_are_an_error() -> None:
    with pytest.raises(InputError, match="not distinct"):
        read_table(pd.DataFrame([[1, 2]], columns=["a", "a"]))
