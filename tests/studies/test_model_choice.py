"""The rates quoted in docs/choosing.md equal those of the study."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

DOCS = Path(__file__).parents[2] / "docs"
CRITERIA = ("AIC", "cv", "AIC for f, then cv for g")


@pytest.mark.parametrize(
    ("words", "table", "column", "truth"),
    [
        ("Gaussian noise is called Gaussian", 1, "noise", "gaussian"),
        ("Laplace noise is called Laplace", 1, "noise", "laplace"),
        ("an ellipse is called quadratic", 2, "truth", "ellipse"),
        ("a sine is called a network", 2, "truth", "sine"),
    ],
)
def test_rates_of_the_page(words: str, table: int, column: str, truth: str) -> None:
    rates = pd.read_csv(DOCS / "studies" / f"model_choice-{table}.csv")
    here = rates[(rates["n"] == 100) & (rates[column] == truth)].set_index("shift")
    cells = [", ".join(f"{str(here.loc[shift, one]).split()[0]} %" for shift in (3, 2)) for one in CRITERIA]
    assert f"| {words} | {' | '.join(cells)} |" in (DOCS / "choosing.md").read_text(encoding="utf-8")
    assert here["data sets"].min() >= 100
