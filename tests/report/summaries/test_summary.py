"""Summaries are complete, and their tables have one width."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.datasets import load_surface

SURFACE = load_surface("parkinson-svm")


def fit(boundary: str, **arguments: Any) -> sp.BoundaryFit:
    return sp.fit(SURFACE[["gamma", "h"]], SURFACE["train_error"], boundary=boundary, n_starts=2, **arguments)


@pytest.mark.parametrize("boundary", ["linear", "quadratic", "network"])
def test_tables_have_one_width(boundary: str) -> None:
    _, *lines = str(fit(boundary).summary()).splitlines()
    assert len({len(line) for line in lines}) == 1


def test_summary_is_complete() -> None:
    result = fit("quadratic")
    text = str(result.summary())
    for label in (
        "train_error",
        "No. of points",
        "gaussian",
        "quadratic",
        "Conic",
        "Log-likelihood",
        "(log gamma - 10.637) / 1.6676",
        "(log h + 7.8627) / 2.3475",
        "gamma^2",
        "gamma*h",
        "constant",
        "centre of gravity, side 1",
        "representative point",
        "nearest evaluated, side 2 (overall)",
    ):
        assert label in text
    lines = {line[:30].strip(): line for line in text.splitlines()}
    assert lines["representative point"].split()[-2:] == [f"{value:.5g}" for value in result.representative_point]
    assert lines["side 1"].split()[-3:] == ["13", *(f"{result.theta[1][key]:.5g}" for key in ("mean", "sd"))]


def test_hard_fit_is_reported_as_proven() -> None:
    assert "proven best" in str(fit("linear", softness="hard").summary())


def test_messages_are_listed_below_the_tables() -> None:
    with pytest.warns(sp.SoftProfileWarning, match="changes sign"):
        result = sp.fit(SURFACE[["gamma", "h"]], SURFACE["train_error"] - 20, boundary="linear", n_starts=2)
    assert "Warning 1: z changes sign" in str(result.summary())


def test_html_and_latex() -> None:
    summary = fit("linear").summary()
    assert summary.as_html().count("<table") == 5
    assert summary.as_latex().count(r"\begin{tabular}") == 5
    assert summary._repr_html_() == summary.as_html()


def test_html_of_names_that_look_like_html() -> None:
    table = SURFACE.table.rename(columns={"gamma": "<script>"})
    html = sp.fit(table[["<script>", "h"]], table["train_error"], boundary="linear", n_starts=2).summary().as_html()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_elbow_summary() -> None:
    text = str(sp.elbow(np.r_[np.linspace(9, 8, 5), np.linspace(1, 0, 15)], density="laplace").summary())
    assert "5 points" in text
    assert "index <= 5" in text
    assert "laplace" in text
    assert "median" in text


def test_good_side_is_named_where_it_is_known() -> None:
    unknown, known = str(fit("quadratic").summary()), str(fit("quadratic", better="lower").summary())
    assert "good" not in unknown.lower()
    for label in (
        "1 (lower is better)",
        "\nside 1 (good) ",
        "\nside 2 ",
        "centre of gravity, side 1 (good)",
        "nearest evaluated, side 1 (good)",
        "nearest evaluated, side 2 (overall)",
    ):
        assert label in known
    assert "nearest evaluated, side 2 (good, overall)" in str(fit("quadratic", better="higher").summary())
    falling = [9.0, 8.5, 8.8, 4.0, 4.2, 3.9, 4.1]
    elbow = str(sp.elbow(falling, better="higher").summary())
    assert "2 (higher is better)" in elbow
    assert "\nside 2 (good) " in elbow
    assert "index <= 3" in elbow
    assert "good" not in str(sp.elbow(falling).summary()).lower()
