"""A surface and the sentences that state its origin."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from softprofile.datasets import load_surface
from softprofile.reproduction.surface import ErrorSurface


def test_from_package(tmp_path: Path) -> None:
    surface = ErrorSurface.from_package("parkinson-svm")
    assert "`parkinson-svm` from the package" in surface.origin("e1071")
    assert list(surface.write(tmp_path, "svm")) == ["svm.csv"]
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "svm.csv"), load_surface("parkinson-svm"))


def test_recomputed_surface_states_engine_and_differences() -> None:
    table = load_surface("parkinson-svm")
    table["test_error"] = table["test_error"] + 0.25 * (table.index == 3)
    for engine, words in (("r", "by R's `e1071`"), ("python", "Python engine")):
        sentence = ErrorSurface(table, "parkinson-svm", engine).origin("e1071")
        assert words in sentence
        assert "0 in train_error and 0.25 in test_error" in sentence


def test_other_configurations_are_not_compared() -> None:
    table = load_surface("parkinson-svm")
    for other in (table.assign(h=2 * table["h"]), table.head(5)):
        assert "configurations differ from" in ErrorSurface(other, "parkinson-svm", "r").against_package()
