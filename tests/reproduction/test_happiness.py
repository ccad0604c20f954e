"""Happiness: selection of countries, and the page."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from softprofile.datasets import load_happiness
from softprofile.reproduction import happiness
from softprofile.reproduction.claims import Verdict, read_claims
from tests.reproduction.helpers import (
    assert_page_is_whole,
    assert_points_are_on_page,
    need_data,
    read_fits,
    simulated_countries,
)

COUNTRIES = "in 2024 there are life evaluations of 147 countries"
FREEDOM = "a wider perception of freedom lowers this threshold"
AGREE = "the two boundaries agree on how to divide the countries"


@pytest.fixture(scope="module")
def data() -> pd.DataFrame:
    need_data("whr2025.xlsx")
    pytest.importorskip("openpyxl", reason="reading the report's workbook needs openpyxl")
    return load_happiness().data


def test_countries_with_missing_or_zero_inputs_are_left_out() -> None:
    kept, left_out = happiness.select_countries(simulated_countries(40))
    assert left_out == ["No GDP", "No freedom", "Zero"]
    assert len(kept) == 40
    assert list(kept) == ["country", "GDP", "freedom", "life evaluation"]
    assert list(kept.index) == list(range(40))


def test_countries_are_those_of_the_paper(data: pd.DataFrame) -> None:
    kept, left_out = happiness.select_countries(data)
    assert len(kept) == 144
    assert left_out == ["Afghanistan", "Tajikistan", "Venezuela"]


def test_page(data: pd.DataFrame, tmp_path: Path) -> None:
    page = happiness.reproduce(tmp_path)
    text = assert_page_is_whole(page)
    fits = read_fits(page)
    assert_points_are_on_page(text, fits)
    table = pd.read_csv(tmp_path / "happiness.csv")
    assert len(table) == 144
    for kind, fitted in fits.items():
        assert (table[f"side_{kind}"] == fitted.sides).all()
        assert table["country"][fitted.nearest_index()] in text
    verdicts = {claim.statement: claim.verdict for claim in read_claims(tmp_path)}
    assert [verdicts[each] for each in (COUNTRIES, FREEDOM, AGREE)] == [Verdict.CONFIRMED] * 3
    assert f"{(table['side_quadratic'] == table['side_network']).sum()} of 144 points" in text


def test_other_data_give_another_page(tmp_path: Path) -> None:
    text = assert_page_is_whole(happiness.write(tmp_path, simulated_countries(60)))
    assert_points_are_on_page(text, read_fits(tmp_path / "happiness.md"))
    found = {claim.statement: claim for claim in read_claims(tmp_path)}
    assert found[COUNTRIES].verdict is Verdict.DIFFERS
    assert found[COUNTRIES].ours == "63 countries"
    assert found[FREEDOM].verdict is Verdict.CONFIRMED
    (left_out,) = (claim for claim in found.values() if claim.statement.startswith("Afghanistan, Tajikistan"))
    assert left_out.ours == "No GDP, No freedom, Zero are left out; 60 remain"
    assert left_out.verdict is Verdict.DIFFERS
