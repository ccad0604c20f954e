"""CO emission: both boundaries find the partition seen in the data."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from softprofile.datasets import load_co_emission
from softprofile.reproduction import co_emission
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
    assert "all 18 points to the same sides" in text
    assert "highest mean at ethanol high, AFR low" in text
    data = load_co_emission().data
    runs = data["co"][(data["ethanol"] == 1) & (data["afr"] == -1)]
    assert f"{runs.iloc[0]:g} and {runs.iloc[1]:g} (2, 2)" in text
    low = data["co"][(data["ethanol"] == -1) | (data["afr"] == 1)]
    assert f"the mean is {low.mean():.1f} over these settings" in text
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
