"""Happiness: selection of countries, thresholds of GDP, and the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.datasets import load_happiness
from softprofile.reproduction import happiness
from softprofile.reproduction.claims import Verdict, read_claims
from tests.reproduction.helpers import assert_page_is_whole, assert_points_are_on_page, need_data, read_fits

COUNTRIES = "in 2024 there are life evaluations of 147 countries"
FREEDOM = "a wider perception of freedom lowers this threshold"
AGREE = "the two boundaries agree on how to divide the countries"


@pytest.fixture(scope="module")
def data() -> pd.DataFrame:
    need_data("whr2025.xlsx")
    pytest.importorskip("openpyxl", reason="reading the report's workbook needs openpyxl")
    return load_happiness().data


def made_up(n: int) -> pd.DataFrame:
    """Simulate countries with high life evaluation if GDP times freedom is large, and some unusable rows."""
    rng = np.random.default_rng(0)
    gdp, freedom = rng.uniform(0.5, 2, n), rng.uniform(0.3, 1, n)
    life = np.where(gdp * freedom > 0.8, 7.0, 4.0) + 0.2 * rng.standard_normal(n)
    good = pd.DataFrame(
        {
            "country": [f"Country {k}" for k in range(n)],
            "log_gdp_per_capita": gdp,
            "freedom": freedom,
            "life_evaluation": life,
        }
    )
    bad = good.head(3).assign(
        country=["No GDP", "No freedom", "Zero"], log_gdp_per_capita=[np.nan, 1, 0], freedom=[1, np.nan, 1]
    )
    before = good.assign(year=2023, country="Long ago")
    return pd.concat([before, good.assign(year=2024), bad.assign(year=2024)], ignore_index=True)


def test_countries_with_missing_or_zero_inputs_are_left_out() -> None:
    kept, left_out = happiness.select_countries(made_up(40))
    assert left_out == ["No GDP", "No freedom", "Zero"]
    assert len(kept) == 40
    assert list(kept) == ["country", "GDP", "freedom", "life evaluation"]
    assert list(kept.index) == list(range(40))


def test_countries_are_those_of_the_paper(data: pd.DataFrame) -> None:
    kept, left_out = happiness.select_countries(data)
    assert len(kept) == 144
    assert left_out == ["Afghanistan", "Tajikistan", "Venezuela"]


def test_thresholds_lie_on_the_boundary() -> None:
    kept, _ = happiness.select_countries(made_up(80))
    fitted = sp.fit(kept[["GDP", "freedom"]], kept["life evaluation"])
    for freedom in (0.5, 0.7, 0.9):
        (gdp,) = happiness.gdp_thresholds(fitted, freedom)
        assert abs(fitted.decision_function([[gdp, freedom]])[0]) < 1e-3 * np.ptp(fitted.values)
        assert gdp * freedom == pytest.approx(0.8, rel=0.15)
    assert happiness.gdp_thresholds(fitted, 0.02) == []


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
    text = assert_page_is_whole(happiness.write(tmp_path, made_up(60)))
    assert_points_are_on_page(text, read_fits(tmp_path / "happiness.md"))
    found = {claim.statement: claim for claim in read_claims(tmp_path)}
    assert found[COUNTRIES].verdict is Verdict.DIFFERS
    assert found[COUNTRIES].ours == "63 countries"
    assert found[FREEDOM].verdict is Verdict.CONFIRMED
    (left_out,) = (claim for claim in found.values() if claim.statement.startswith("Afghanistan, Tajikistan"))
    assert left_out.ours == "No GDP, No freedom, Zero are left out; 60 remain"
    assert left_out.verdict is Verdict.DIFFERS


def test_freedom_that_raises_the_threshold_is_not_confirmed(tmp_path: Path) -> None:
    data = made_up(120)
    good = data["log_gdp_per_capita"] / data["freedom"] > 1.7
    happiness.write(tmp_path, data.assign(life_evaluation=np.where(good, 7.0, 4.0) + 0.01 * np.arange(len(data)) % 0.3))
    verdicts = {claim.statement: claim.verdict for claim in read_claims(tmp_path)}
    assert verdicts[FREEDOM] is Verdict.DIFFERS


def test_modes() -> None:
    rng = np.random.default_rng(1)
    one, two = rng.standard_normal(400), np.concatenate([rng.standard_normal(200), 8 + rng.standard_normal(150)])
    assert happiness.smooth_modes(one) == 1
    assert happiness.smooth_modes(two) == 2
    assert happiness.second_mode(one, 6) is None
    assert happiness.second_mode(two, 8) == pytest.approx(8, abs=1.5)
