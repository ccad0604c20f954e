from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.evaluation.configurations import read_configurations_table
from softprofile.evaluation.records import Key, Record
from softprofile.evaluation.surfaces import make_surface, standard_error
from softprofile.util.streams import random_stream
from tests.evaluation.models import noisy


def test_means_and_standard_errors() -> None:
    surface = sp.evaluate(noisy, sp.grid(gamma=[1.0, 2.0], h=[3.0]), repeats=5, random_state=8)
    assert list(surface.table) == [
        *("gamma", "h", "train_error", "train_error_se", "test_error", "test_error_se", "n_done", "error")
    ]
    for row, gamma in enumerate((1.0, 2.0)):
        draws = [noisy(gamma, 3.0, random_stream(8, row, repeat)) for repeat in range(5)]
        errors = [draw["train_error"] for draw in draws]
        assert surface.table["train_error"][row] == pytest.approx(np.mean(errors), rel=1e-14)
        assert surface.table["train_error_se"][row] == pytest.approx(pd.Series(errors).sem(), rel=1e-12)
    assert surface.table["n_done"].tolist() == [5, 5]


def test_standard_error_of_one_value_is_nan() -> None:
    assert np.isnan(standard_error([1.0]))
    assert standard_error([1.0, 1.0]) == 0


def test_failed_and_missing_configurations() -> None:
    records: dict[Key, Record] = {
        (0, 0): Record(0, 0, {"loss": 1.0}, "", 0.1),
        (0, 1): Record(0, 1, {"loss": 3.0}, "", 0.1),
        (1, 0): Record(1, 0, {"loss": 5.0}, "", 0.1),
        (1, 1): Record(1, 1, {}, "ValueError: no", 0.1),
        (2, 1): Record(2, 1, {"loss": 7.0, "seconds": 2.0}, "", 0.1),
    }
    surface = make_surface(read_configurations_table(sp.grid(gamma=[1, 2, 3, 4])), records, 2)
    assert surface.table["loss"].tolist()[:3] == [2.0, 5.0, 7.0]
    assert surface.table["loss_se"][0] == pytest.approx(1.0)
    assert surface.table["n_done"].tolist() == [2, 1, 1, 0]
    assert surface.table["error"].tolist() == ["", "ValueError: no", "", ""]
    assert (surface.n_failed, surface.n_missing) == (1, 2)
    assert repr(surface) == "Surface(4 configurations of gamma, 2 repeats; loss, seconds; 1 failed; 2 not finished)"
    assert surface.metrics == ("loss", "seconds")


def test_csv_and_html(tmp_path: Path) -> None:
    surface = sp.evaluate(noisy, sp.grid(gamma=[1.0, 2.0], h=[3.0, 4.0]))
    surface.to_csv(tmp_path / "surface.csv")
    table = pd.read_csv(tmp_path / "surface.csv", keep_default_na=False)
    pd.testing.assert_frame_equal(table, surface.table, check_dtype=False)
    assert "train_error" in surface._repr_html_()


def test_from_store(tmp_path: Path) -> None:
    grid = sp.grid(gamma=[1, 2], h=[0.5, 3.0])
    surface = sp.evaluate(noisy, grid, store=tmp_path, repeats=2)
    again = sp.Surface.from_store(tmp_path)
    pd.testing.assert_frame_equal(again.table, surface.table)
    assert (again.parameters, again.metrics, again.repeats) == (surface.parameters, surface.metrics, 2)
