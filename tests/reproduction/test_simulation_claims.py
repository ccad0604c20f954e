"""Verdicts on the paper's statements about the simulation follow from the repetitions."""

from __future__ import annotations

import pandas as pd
import pytest

from softprofile.reproduction.claims import Verdict
from softprofile.reproduction.simulation import bundled_table
from softprofile.reproduction.simulation_claims import claims
from softprofile.reproduction.simulation_results import Results


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return bundled_table()


def verdict(table: pd.DataFrame, words: str) -> Verdict:
    """Verdict on the one statement with these words."""
    (found,) = (claim for claim in claims(Results(table)) if words in claim.statement)
    return found.verdict


def test_all_statements_are_confirmed_by_the_repetitions_of_the_package(table: pd.DataFrame) -> None:
    found = claims(Results(table))
    assert len(found) == 6
    assert {claim.verdict for claim in found} == {Verdict.CONFIRMED}
    assert "12 of 12 cells" in found[0].ours


def test_a_cell_far_from_the_papers_differs(table: pd.DataFrame) -> None:
    changed = table.assign(**{"quadratic-normal-3-paper": table["quadratic-normal-3-paper"] + 30})
    assert verdict(changed, "twelve cells") is Verdict.DIFFERS


def test_no_advantage_of_the_network(table: pd.DataFrame) -> None:
    changed = table.copy()
    for name in map(str, table.columns):
        if name.startswith("network"):
            changed[name] = table[name.replace("network", "quadratic")]
    assert verdict(changed, "clear advantage") is Verdict.DIFFERS
    assert verdict(changed, "No quadratic") is Verdict.CONFIRMED


def test_deterioration_that_is_not_mild(table: pd.DataFrame) -> None:
    changed = table.assign(**{"network-laplace-3-paper": table["network-normal-3-paper"] + 5})
    assert verdict(changed, "quite mild") is Verdict.DIFFERS
    assert verdict(changed, "substantial only") is Verdict.DIFFERS
    assert verdict(changed, "instead of Normal") is Verdict.CONFIRMED


def test_laplace_data_with_fewer_errors(table: pd.DataFrame) -> None:
    changed = table.assign(**{"network-laplace-3-paper": table["network-normal-3-paper"] - 1})
    assert verdict(changed, "instead of Normal") is Verdict.DIFFERS
