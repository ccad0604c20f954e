"""Sentence, table and repr of a plateau test."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import softprofile as sp
from softprofile.trust.plateau.results import VERDICTS, PlateauTest
from softprofile.trust.plateau.sequential_p_value import MonteCarlo


def test_of(verdict: str) -> PlateauTest:
    change = MonteCarlo(12.3, np.linspace(0, 9, 19), 0.3 if verdict == "no change" else 0.05)
    if verdict == "no change":
        return PlateauTest(verdict, change, None, None, 0.05, "error")
    steady = MonteCarlo(-4.0, np.linspace(-9, 0, 19), 0.4 if verdict == "steady change" else 0.05)
    return PlateauTest(verdict, change, steady, (0.3, 1.4), 0.05, "error")


test_of.__test__ = False  # type: ignore[attr-defined]


@pytest.mark.parametrize("verdict", VERDICTS)
def test_one_sentence_that_names_what_was_observed(verdict: str) -> None:
    sentence = test_of(verdict).sentence
    assert "error" in sentence
    assert sentence.endswith(".")
    assert ". " not in sentence
    assert ("no plateau" in sentence.lower()) == (verdict == "no change")
    assert f"p = {test_of(verdict).p_value:.2g}" in sentence


def test_sentence_of_a_ramp_that_hardly_bends() -> None:
    steady = MonteCarlo(-4.0, np.linspace(-9, -5, 19), 0.05)
    found = PlateauTest("steady change", test_of("plateau").change, steady, (0.86, 1.2), 0.05, "error")
    assert "0.86 times as fast as a ramp would" in found.sentence


def test_shortcuts_refer_to_the_first_test() -> None:
    found = test_of("plateau")
    assert (found.statistic, found.p_value, found.n) == (12.3, 0.05, 19)
    assert found.null is found.change.null
    assert found.steady_p_value == 0.05
    assert test_of("no change").steady_p_value is None


def test_repr() -> None:
    assert repr(test_of("plateau")) == (
        "PlateauTest('plateau', statistic=12.3, p_value=0.05, n=19, steady_p_value=0.05)"
    )
    assert repr(test_of("no change")) == "PlateauTest('no change', statistic=12.3, p_value=0.3, n=19)"


@pytest.mark.parametrize("verdict", VERDICTS)
def test_summary(verdict: str) -> None:
    found = test_of(verdict)
    text = str(found.summary())
    assert verdict in text
    assert found.sentence.split()[0] in text
    assert ("against a ramp" in text) == (verdict != "no change")
    (row,) = [line for line in text.splitlines() if line.startswith("two levels against one level")]
    assert row.split()[-4:] == ["12.3", "8.55", "19", f"{found.p_value:.3g}"]


def test_summary_of_sorted_values() -> None:
    assert "one uniform population" in str(sp.elbow(np.linspace(1, 0, 20)).test_plateau().summary())


def test_nothing_can_be_changed() -> None:
    found = pickle.loads(pickle.dumps(test_of("plateau")))
    with pytest.raises(ValueError, match="read-only"):
        found.null[0] = 1
    assert isinstance(found, sp.PlateauTest)
