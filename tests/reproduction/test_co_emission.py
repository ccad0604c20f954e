"""CO emission: both boundaries find the partition seen in the data."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from softprofile.datasets import load_co_emission
from softprofile.reproduction import co_emission
from softprofile.reproduction.claims import Verdict, read_claims
from tests.reproduction.helpers import assert_page_is_whole, assert_points_are_on_page, read_fits


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return co_emission.reproduce(tmp_path_factory.mktemp("co"))


@pytest.mark.parametrize("kind", ["quadratic", "network"])
def test_partition_is_ethanol_high_or_medium_with_afr_low_or_medium(page: Path, kind: str) -> None:
    fitted = read_fits(page)[kind]
    assert co_emission.high_side(fitted) == {(0, -1), (0, 0), (1, -1), (1, 0)}
    assert sorted(fitted.sides) == [1] * 10 + [2] * 8
    assert fitted.transform.kinds == ("standardize", "standardize")


def test_page(page: Path) -> None:
    text = assert_page_is_whole(page)
    fits = read_fits(page)
    assert_points_are_on_page(text, fits)
    assert "Both boundaries separate" in text
    assert "18 of 18 runs are on the same side" in text
    assert "highest mean at ethanol high, AFR low" in text
    data = load_co_emission().data
    runs = data["co"][(data["ethanol"] == 1) & (data["afr"] == -1)]
    assert f"{runs.iloc[0]:g} and {runs.iloc[1]:g} (2, 2)" in text
    means = data.groupby(["ethanol", "afr"])["co"].mean()
    assert f"the means of these 5 settings go up to {means[(-1, 0)]:.1f}" in text
    assert {claim.verdict for claim in read_claims(page.parent)} == {Verdict.CONFIRMED}
    table = pd.read_csv(page.parent / "co-emission.csv")
    assert (table["side_network"] == fits["network"].sides).all()


def test_other_measurements_give_another_page(tmp_path: Path) -> None:
    data = load_co_emission().data
    # High emission at low ethanol for every air-to-fuel ratio.
    changed = data.assign(co=data["co"] / 10 + 30 * (data["ethanol"] == -1))
    text = assert_page_is_whole(co_emission.write(tmp_path, changed))
    assert "The quadratic and network boundary does not separate" in text
    assert "not the one seen in the data" in text
    assert "highest mean at ethanol low" in text
    verdicts = {claim.statement: claim.verdict for claim in read_claims(tmp_path)}
    assert verdicts["CO emission is highest when ethanol is high and AFR is low"] is Verdict.DIFFERS
    assert verdicts["CO emission is lowest when either ethanol is low or AFR is high"] is Verdict.DIFFERS
    assert verdicts["the boundaries mark where drops in CO emission have stabilised"] is Verdict.DIFFERS


def test_interaction_is_that_of_an_analysis_of_variance() -> None:
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    table = load_co_emission().data.rename(columns=co_emission.COLUMNS)
    expected = anova_lm(ols("CO ~ C(ethanol) * C(AFR)", table).fit()).loc["C(ethanol):C(AFR)"]
    found = co_emission.interaction_test(table)
    assert found.statistic == pytest.approx(expected["F"])
    assert found.pvalue == pytest.approx(expected["PR(>F)"])
    additive = table.assign(CO=table["ethanol"] + 2 * table["AFR"] + [0.1, -0.1] * 9)
    assert co_emission.interaction_test(additive).pvalue > 0.05
