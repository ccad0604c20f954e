"""Figure 1: the scree plot and the page."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.reproduction import introduction
from softprofile.reproduction.claims import Verdict, read_claims
from softprofile.reproduction.introduction_claims import Example
from tests.reproduction.helpers import assert_page_is_whole


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, examples: dict[str, Example]) -> Path:
    return introduction.write(tmp_path_factory.mktemp("introduction"), load_surface("forest-fires-enet"), examples)


def test_page(page: Path) -> None:
    text = assert_page_is_whole(page)
    line = pd.read_csv(page.parent / "introduction.csv")
    split = sp.elbow(line["train_mse"], line["lambda1"])
    assert f"splits the training error after lambda1 = {split.threshold:.2f}" in text
    untested = [claim.place for claim in read_claims(page.parent) if claim.verdict is Verdict.UNTESTABLE]
    assert untested == ["Figure 1(a)", "Section 2.4"]


def test_the_scree_plot_is_the_edge_of_the_surface() -> None:
    table = load_surface("forest-fires-enet").table.sample(frac=1, random_state=0)
    line = introduction.scree(table)
    assert len(line) == 15
    assert line["lambda1"].is_monotonic_increasing
    assert line["train_mse"].min() == table["train_mse"].min()
