"""The truth of the simulated surfaces, and the figures that results quote."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from softprofile.uncertainty import coverage
from softprofile.uncertainty.resampling import KINDS
from studies.coverage import SURFACES, Surface, boundary_experiment, draw, elbow_experiment

TABLES = Path(__file__).parents[2] / "docs" / "studies"


@pytest.mark.parametrize("surface", SURFACES)
def test_true_representative_points_lie_on_true_boundaries(surface: Surface) -> None:
    U, z = draw(surface, 0)
    for point in (surface.representative(U), surface.population_representative()):
        assert surface.g(point[None])[0] == pytest.approx(0, abs=1e-9)
    np.testing.assert_allclose(surface.g(surface.curve()), 0, atol=1e-12)
    assert np.abs(surface.curve()).max() <= 1
    residuals = z - surface.expected(U)
    assert np.abs(residuals.mean()) < 0.5
    assert residuals.std() == pytest.approx(1, abs=0.3)


def test_true_representative_points_of_symmetric_populations() -> None:
    np.testing.assert_allclose(Surface("linear", 2.0).population_representative(), [0.1, 0.1], atol=1e-3)
    np.testing.assert_allclose(Surface("quadratic", 2.0).population_representative(), [0, -0.3], atol=1e-3)


def test_experiments() -> None:
    rows = boundary_experiment(SURFACES[0], 0, 20)
    assert [row["kind"] for row in rows] == list(KINDS)
    assert all(row["design"] in (0, 0.5, 1) and 0 <= row["band"] <= 1 and row["width"] > 0 for row in rows)
    rows = elbow_experiment(60, 3, 0, 20)
    assert [row["kind"] for row in rows] == ["likelihood", *KINDS]


def test_the_figures_of_boundaries_are_those_measured() -> None:
    table = pd.read_csv(TABLES / "coverage-1.csv")
    for kind, rows in coverage.BOUNDARIES.items():
        measured = table[table["kind"] == kind]
        target = "population" if kind == "pairs" else "design"
        assert [(row.boundary, row.shift) for row in rows] == list(
            zip(measured["boundary"], measured["shift"], strict=True)
        )
        np.testing.assert_allclose([row.interval for row in rows], measured[[target, f"{target} se"]], atol=5e-4)
        np.testing.assert_allclose([row.band for row in rows], measured[["band", "band se"]], atol=5e-4)
    assert set(coverage.BOUNDARIES) == set(KINDS)


def test_the_figures_of_elbows_are_those_measured() -> None:
    table = pd.read_csv(TABLES / "coverage-2.csv")
    for kind, rows in coverage.ELBOWS.items():
        measured = table[table["kind"] == kind]
        assert [(row.n, row.shift) for row in rows] == list(zip(measured["n"], measured["shift"], strict=True))
        np.testing.assert_allclose([row.interval for row in rows], measured[["covered", "covered se"]], atol=5e-4)
    assert set(coverage.ELBOWS) == {"likelihood", *KINDS}


def test_the_page_quotes_the_table() -> None:
    page = (TABLES.parent / "uncertainty.md").read_text(encoding="utf-8")
    table = pd.read_csv(TABLES / "coverage-1.csv")
    for kind, target in (("residual", "design"), ("pairs", "population"), ("parametric", "design")):
        measured = table.loc[table["kind"] == kind, [target, f"{target} se"]].to_numpy(dtype=float)
        cells = " | ".join(f"{100 * value:.0f} ({100 * se:.0f})" for value, se in measured)
        assert f"| {kind} | {cells} |" in page
