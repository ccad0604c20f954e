from __future__ import annotations

import dataclasses

import pandas as pd
import pytest

from softprofile.datasets import Table, TrainTest, load_co_emission

FIELDS = {"name": "n", "title": "The title", "description": "What it is.", "source": "A book", "licence": "CC0"}


def test_description_and_shape_are_shown() -> None:
    table = Table(**FIELDS, data=pd.DataFrame({"x": [1, 2, 3], "y": 0}))
    assert repr(table) == "<Table 'n': data 3 x 2>"
    for part in ("The title", "What it is.", "A book", "CC0", "3 rows x 2 columns: x, y"):
        assert part in str(table)


def test_train_and_test_are_shown_and_long_lists_of_columns_are_cut() -> None:
    train = pd.DataFrame([range(100)], columns=[f"c{i}" for i in range(100)])
    both = TrainTest(**FIELDS, train=train, test=train[["c0"]])
    assert repr(both) == "<TrainTest 'n': train 1 x 100, test 1 x 1>"
    assert "c0, c1, c2, ..., c99" in str(both)
    assert max(map(len, str(both).splitlines())) <= 100


def test_a_data_set_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        load_co_emission().name = "other"  # type: ignore[misc]
