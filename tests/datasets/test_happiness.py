from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd
import pytest

from softprofile.datasets import load_happiness
from softprofile.util.errors import MissingDependencyError


@pytest.fixture(scope="module")
def happiness(paper_data: Path) -> pd.DataFrame:
    pytest.importorskip("openpyxl", reason="the workbook is read with openpyxl")
    return load_happiness(paper_data).data


def test_all_years_are_there_and_nothing_is_left_out(happiness: pd.DataFrame) -> None:
    assert happiness.shape == (1969, 13)
    assert sorted(happiness["year"].unique()) == [2011, 2012, *range(2014, 2025)]
    assert (happiness["year"] == 2024).sum() == 147
    assert all(name.isidentifier() and name == name.lower() for name in map(str, happiness))
    assert (
        happiness["life_evaluation"]
        .between(happiness["lower_whisker"], happiness["upper_whisker"])[happiness["lower_whisker"].notna()]
        .all()
    )


def test_usable_countries_of_2024(happiness: pd.DataFrame) -> None:
    latest = happiness[happiness["year"] == 2024]
    usable = (latest["log_gdp_per_capita"] > 0) & (latest["freedom"] > 0)
    assert usable.sum() == 144
    assert len(latest[~usable]) == 3
    assert {name.split(",")[0] for name in latest.loc[~usable, "country"]} >= {"Afghanistan", "Tajikistan"}


def test_without_openpyxl_one_sentence(paper_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(
        MissingDependencyError, match=r"needs openpyxl: install it with pip install 'softprofile\[data\]'"
    ):
        load_happiness(paper_data)
