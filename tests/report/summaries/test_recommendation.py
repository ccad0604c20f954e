from __future__ import annotations

import pandas as pd
import pytest

import softprofile as sp
from tests.recommendation.surfaces import SIMPLER, grid, plateau, saturating


def test_the_recommended_beside_the_best_evaluated() -> None:
    U = grid()
    r = sp.recommend(U, pd.Series(plateau(U), name="accuracy"), better="higher", simpler=SIMPLER)
    text = str(r.summary())
    assert text.lstrip().startswith("Recommended configuration")
    assert "accuracy (higher is better)" in text
    for label in ("recommended", "best evaluated", "edge", "As good (first 10)", "Accepted loss"):
        assert label in text
    assert " ".join(r.reason.split()[:8]) in " ".join(text.split())
    assert "<table" in r.summary().as_html()
    assert "tabular" in r.summary().as_latex()


def test_messages_are_listed() -> None:
    U, z = saturating()
    z[3] = float("nan")
    with pytest.warns(sp.SoftProfileWarning):
        r = sp.recommend(U, z, better="higher")
    assert "row 3." in str(r.summary())
    assert "row 4." in str(r.summary().counted_from(1))
    assert "Note 2: which side is the simpler one" in str(r.summary())


def test_categories_and_missing_numbers() -> None:
    r = sp.recommend({"kernel": ["a", "b"], "depth": [1, None]}, [1, 2], better="higher")
    text = str(r.summary())
    assert "not estimated" in text
    assert "None" in r.reason
