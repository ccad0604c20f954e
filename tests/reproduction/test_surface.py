"""Bundled and computed surfaces, and the sentences on where they come from."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from softprofile.datasets import load_surface
from softprofile.reproduction.surface import (
    computed_surface,
    difference_from_bundled,
    is_bundled,
    origin,
    page_command,
    write_table,
)


def test_bundled(tmp_path: Path) -> None:
    surface = load_surface("parkinson-svm")
    assert is_bundled(surface)
    assert "`parkinson-svm` from the package" in origin(surface, "e1071")
    assert page_command(surface, "parkinson") == "softprofile reproduce parkinson"
    assert list(write_table(surface, tmp_path, "svm")) == ["svm.csv"]
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "svm.csv"), surface.table)


def test_computed_anew_says_by_whom_and_how_far_it_is_from_the_package() -> None:
    table = load_surface("parkinson-svm").table
    table["test_error"] = table["test_error"] + 0.25 * (table.index == 3)
    for engine, words in (("r", "by R's `e1071`"), ("python", "Python engine")):
        surface = computed_surface(table, "parkinson-svm", engine)
        sentence = origin(surface, "e1071")
        assert words in sentence
        assert "0 in train_error and 0.25 in test_error" in sentence
        assert surface.provenance.engine == engine
        assert page_command(surface, "parkinson") == "softprofile reproduce parkinson --recompute"


def test_other_configurations_are_not_compared() -> None:
    table = load_surface("parkinson-svm").table
    for other in (table.assign(h=2 * table["h"]), table.head(5)):
        assert "configurations differ from" in difference_from_bundled(computed_surface(other, "parkinson-svm", "r"))
