"""The one surface type: what users do with it, and what it says about itself."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.surfaces.provenance import Provenance
from tests.evaluation.models import noisy


@pytest.fixture
def surface() -> sp.Surface:
    return sp.datasets.load_surface("parkinson-svm")


def test_one_type() -> None:
    evaluated = sp.evaluate(noisy, sp.grid(gamma=[1.0, 2.0], h=[3.0]))
    assert type(evaluated) is type(sp.datasets.load_surface("parkinson-svm")) is sp.Surface is sp.datasets.Surface


def test_indexing_is_that_of_the_table(surface: sp.Surface) -> None:
    pd.testing.assert_frame_equal(surface[["gamma", "h"]], surface.table[["gamma", "h"]])
    pd.testing.assert_series_equal(surface["train_error"], surface.table["train_error"])
    assert len(surface[surface["h"] > 1e-3]) == 10
    assert surface[surface.columns[:2]].shape == (35, 2)


def test_size_and_columns(surface: sp.Surface) -> None:
    assert len(surface) == 35
    assert list(surface) == list(surface.columns) == ["gamma", "h", "train_error", "test_error"]
    assert "h" in surface
    assert "error" not in surface


def test_without_columns_on_errors_nothing_failed(surface: sp.Surface) -> None:
    assert (surface.n_failed, surface.n_missing, surface.repeats, surface.messages) == (0, 0, 1, ())


def test_csv_options_are_those_of_pandas(surface: sp.Surface, tmp_path: Path) -> None:
    surface.to_csv(tmp_path / "a.csv")
    surface.to_csv(tmp_path / "b.csv", index=False)
    surface.to_csv(tmp_path / "c.csv", sep=";")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "c.csv", sep=";"), surface.table)


def test_a_surface_of_the_user() -> None:
    table = pd.DataFrame({"depth": [1, 2, 3, 4, 5, 6], "loss": [9.0, 8.9, 9.1, 1.0, 1.1, 0.9]})
    surface = sp.Surface(table, ("depth",), ("loss",))
    assert repr(surface) == "Surface(6 configurations of depth; loss)"
    assert str(surface) == "Surface\n\nrows        6 configurations\nparameters  depth\nmetrics     loss"
    np.testing.assert_array_equal(sp.fit_surface(surface).z, table["loss"])


def test_evaluations_say_how_they_were_made(tmp_path: Path) -> None:
    grid = sp.grid(gamma=[1.0, 2.0], h=[3.0])
    made = sp.evaluate(noisy, grid, repeats=2, random_state=8).provenance
    assert made.source == "evaluated in this process"
    assert made.command == "softprofile.evaluate(tests.evaluation.models:noisy, grid, repeats=2, random_state=8)"
    stored = sp.evaluate(noisy, grid, store=tmp_path, random_state=None)
    assert sp.Surface.from_store(tmp_path).provenance == stored.provenance
    assert stored.provenance.source == f"store {str(tmp_path)!r}"


def test_printing_names_what_is_known() -> None:
    described = Provenance("a-name", "What it is.", "a source", "a command", "python", "desk", "cpu")
    table = pd.DataFrame({"h": [1.0, 2.0], "loss": [1.0, 2.0], "n_done": [1, 0], "error": ["", "ValueError: no"]})
    caveat = sp.Message("evaluations-failed", "a caveat.")
    surface = sp.Surface(table, ("h",), ("loss",), 2, (caveat,), described)
    assert repr(surface) == "Surface('a-name': 2 configurations of h, 2 repeats; loss; 1 failed; 1 not finished)"
    for line in (
        "Surface 'a-name'",
        "What it is.",
        "rows        2 configurations, 2 repeats; 1 failed; 1 not finished",
        "source      a source",
        "made by     a command",
        "engine      python",
        "preset      desk",
        "device      cpu",
        "note        a caveat.",
    ):
        assert line in str(surface).splitlines()
    assert "<p>What it is.</p>" in surface._repr_html_()


def test_pickle(surface: sp.Surface) -> None:
    again = pickle.loads(pickle.dumps(surface))
    pd.testing.assert_frame_equal(again.table, surface.table)
    assert again.provenance == surface.provenance


def test_methods_of_a_data_frame_are_those_of_the_table() -> None:
    surface = sp.datasets.load_surface("parkinson-svm")
    assert surface.shape == (35, 4)
    assert surface.iloc[0].to_dict() == surface.table.iloc[0].to_dict()
    assert surface.pivot_table(index="h", columns="gamma", values="train_error").shape == (7, 5)
    with pytest.raises(AttributeError, match="no_such_method"):
        _ = surface.no_such_method
    again = pickle.loads(pickle.dumps(surface))
    pd.testing.assert_frame_equal(copy.copy(again).table, surface.table)
