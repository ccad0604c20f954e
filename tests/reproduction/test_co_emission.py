"""CO emission: the page."""

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
