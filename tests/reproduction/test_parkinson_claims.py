"""Verdicts on the paper's statements about the Parkinson example follow from the surface."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from softprofile.datasets import load_surface
from softprofile.reproduction.claims import Claim, Verdict
from softprofile.reproduction.pair import Pair, fit_pair
from softprofile.reproduction.parkinson_claims import claims
from tests.reproduction.helpers import need_data

BOUNDS = "gamma should be no less than about 5e4 and h no less than about 1e-3, with either boundary"
POINT = "the representative point is roughly (5.3e4, 1.3e-3)"
NEAREST = "the SVM closest to it is at (5e4, 1e-3)"
ERROR = "the test error of the closest SVM is about 27.38 %"
LOWEST = "this test error is *among the lowest of all SVMs fitted*"
CORNER = "the training error is lowest when both gamma and h are large"
GRADUAL = "as gamma and h are decreased, the training error increases, gradually at first, then more sharply"
NOISE = "the error surface is noisier on held-out data"
SIDES = "this SVM is marked as being on side 1 of the quadratic boundary and on side 2 of the network"


def judge(table: pd.DataFrame, pair: Pair | None = None) -> dict[str, Claim]:
    fits = fit_pair(table[["gamma", "h"]], table["train_error"]) if pair is None else pair
    return {claim.statement: claim for claim in claims(table, fits)}


def test_verdicts_on_the_papers_surface(surface: pd.DataFrame, pair: Pair) -> None:
    found = judge(surface, pair)
    for statement in (BOUNDS, POINT, NEAREST, ERROR, LOWEST, CORNER, GRADUAL, NOISE):
        assert found[statement].verdict is Verdict.CONFIRMED, statement
    assert found[SIDES].verdict is Verdict.DIFFERS


def test_verdicts_follow_other_units() -> None:
    table = load_surface("parkinson-svm").table
    found = judge(table.assign(gamma=10 * table["gamma"]))
    for statement in (BOUNDS, POINT, NEAREST):
        assert found[statement].verdict is Verdict.DIFFERS
        assert found[statement].reason
    assert found[ERROR].verdict is Verdict.CONFIRMED


def test_verdicts_follow_the_errors() -> None:
    table = load_surface("parkinson-svm").table
    corner = (table["gamma"] == 5e5) & (table["h"] == 1e-2)
    changed = table.assign(
        train_error=table["train_error"] + 30 * corner,
        test_error=np.where((table["gamma"] == 5e4) & (table["h"] == 1e-3), 99.0, table["train_error"]),
    )
    found = judge(changed)
    for statement in (CORNER, ERROR, LOWEST):
        assert found[statement].verdict is Verdict.DIFFERS, statement


def test_a_straight_training_error_is_not_gradual_and_a_smooth_test_error_not_noisier() -> None:
    table = load_surface("parkinson-svm").table
    steady = 100 - 5 * np.log(table["gamma"]) - 3 * np.log(table["h"])
    found = judge(table.assign(train_error=steady, test_error=steady))
    assert found[GRADUAL].verdict is Verdict.DIFFERS
    assert found[NOISE].verdict is Verdict.DIFFERS


def test_statements_about_the_data(
    surface: pd.DataFrame, pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_data("parkinson_train_data.txt", "parkinson_test_data.txt")
    sizes = "1040 training and 168 test recordings with 26 features"
    assert judge(surface, pair)[sizes].verdict is Verdict.CONFIRMED
    monkeypatch.setenv("SOFTPROFILE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = judge(surface, pair)[sizes]
    assert found.verdict is Verdict.UNTESTABLE
    assert "softprofile data --download parkinson" in found.reason
