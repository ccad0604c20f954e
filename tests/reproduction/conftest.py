"""Fits that several test modules share, and a check that no figure is left open."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib.pyplot as plt
import pandas as pd
import pytest

import softprofile as sp
from softprofile.reproduction.introduction import fit_examples
from softprofile.reproduction.introduction_claims import Example
from softprofile.reproduction.pair import Pair, fit_pair


@pytest.fixture(autouse=True)
def _agg() -> Iterator[None]:
    plt.switch_backend("agg")
    yield
    assert not plt.get_fignums(), "a figure was left open"
    plt.close("all")


@pytest.fixture(scope="module")
def surface() -> pd.DataFrame:
    return sp.datasets.load_surface("parkinson-svm").table


@pytest.fixture(scope="module")
def pair(surface: pd.DataFrame) -> Pair:
    return fit_pair(surface[["gamma", "h"]], surface["train_error"])


@pytest.fixture(scope="session")
def examples() -> dict[str, Example]:
    return fit_examples()
