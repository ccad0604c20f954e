"""Verdicts on the paper's statements about the forest fires follow from the data and the surface."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from softprofile.datasets import load_surface
from softprofile.reproduction.claims import Verdict
from softprofile.reproduction.forest_fires_claims import claims
from softprofile.reproduction.pair import fit_pair
from tests.reproduction.helpers import need_data


def verdicts_of(table: pd.DataFrame) -> dict[str, Verdict]:
    pair = fit_pair(table[["lambda1", "lambda2"]], table["train_mse"])
    return {claim.statement: claim.verdict for claim in claims(table, pair)}


def test_verdicts_follow_the_test_error() -> None:
    need_data("forestfires.csv")
    table = load_surface("forest-fires-enet").table
    harmless = "a larger-than-necessary lambda1 is *relatively harmless* in terms of test error"
    nails = "the boundary *nails the critical point* beyond which larger lambda2 become truly harmful"
    safe = "the boundary shows how far lambda1 should grow for the test error to reach *a relatively safe zone*"
    both = "the representative point captures both trade-offs"
    known = verdicts_of(table)
    assert {known[each] for each in (harmless, nails, safe, both)} == {Verdict.CONFIRMED}
    # The test error now turns three decades earlier along both penalties, and rises along lambda1.
    late = 2 + (table["lambda1"] > 0.05) * 1.0 + (table["lambda2"] > 0.01) * 1.0
    changed = verdicts_of(table.assign(test_mse=late + table["lambda1"] / 10))
    assert {changed[each] for each in (harmless, nails, safe, both)} == {Verdict.DIFFERS}


def test_verdict_on_slow_growth_follows_the_training_error() -> None:
    table = load_surface("forest-fires-enet").table
    (slow,) = (each for each in verdicts_of(table) if each.startswith("training error increases slowly"))
    steady = 1 + np.log10(table["lambda1"]) / 10 + np.log10(table["lambda2"]) / 10
    assert verdicts_of(table)[slow] is Verdict.CONFIRMED
    assert verdicts_of(table.assign(train_mse=steady))[slow] is Verdict.DIFFERS


def test_statements_about_the_data_need_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOFTPROFILE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    verdicts = verdicts_of(load_surface("forest-fires-enet").table)
    assert verdicts["517 fires with 12 inputs"] is Verdict.UNTESTABLE
    assert verdicts["10 random splits into 362 training and 155 test fires"] is Verdict.CONFIRMED


def test_statements_about_the_data() -> None:
    need_data("forestfires.csv")
    verdicts = verdicts_of(load_surface("forest-fires-enet").table)
    assert verdicts["517 fires with 12 inputs"] is Verdict.CONFIRMED
    varied = "different random splits lead to considerable variations in training and test error"
    assert verdicts[varied] is Verdict.CONFIRMED
    table = load_surface("forest-fires-enet").table
    # The penalties now change the average error by more than the splits do.
    wider = table.assign(test_mse=table["test_mse"] + table["lambda2"])
    assert verdicts_of(wider)[varied] is Verdict.DIFFERS
