"""True values of the simulated surfaces, and the coverage rates that results and docs quote."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from softprofile.trust.bootstrap import coverage
from softprofile.trust.bootstrap.resampling import KINDS
from studies.coverage import SURFACES, SimulatedSurface, boundary_experiment, draw, elbow_experiment

TABLES = Path(__file__).parents[2] / "docs" / "studies"


@pytest.mark.parametrize("surface", SURFACES)
def test_true_representative_points_lie_on_true_boundaries(surface: SimulatedSurface) -> None:
    U, z = draw(surface, 0, n=4000)
    for point in (surface.representative(U), surface.population_representative()):
        assert surface.g(point[None])[0] == pytest.approx(0, abs=1e-9)
    np.testing.assert_allclose(surface.g(surface.curve()), 0, atol=1e-12)
    assert np.abs(surface.curve()).max() <= 1
    residuals = z - surface.expected(U)
    assert np.abs(residuals.mean()) < 0.1
    assert np.mean(np.abs(residuals)) == pytest.approx(1 if surface.density == "laplace" else 0.8, abs=0.05)


def test_true_representative_points_of_symmetric_populations() -> None:
    expected = {"linear": [0.1, 0.1], "quadratic": [0, -0.3], "linear, m = 3": [0.2 / 3] * 3}
    for surface in SURFACES:
        if surface.name in expected:
            found = surface.population_representative()
            np.testing.assert_allclose(found, expected[surface.name], atol=1e-3)


def test_experiments() -> None:
    rows = boundary_experiment(SURFACES[0], 0, 20)
    assert [row["kind"] for row in rows] == list(KINDS)
    assert all(row["design"] in (0, 0.5, 1) and 0 <= row["band"] <= 1 and row["width"] > 0 for row in rows)
    rows = elbow_experiment(60, 3, 0, 20)
    assert [row["kind"] for row in rows] == ["likelihood", *KINDS]


def test_quoted_rates_equal_the_measured_ones() -> None:
    boundaries, elbows = (pd.read_csv(TABLES / f"coverage-{number}.csv") for number in (1, 2))
    quoted = {(each.what, each.kind, each.problem): each for each in coverage.measured()}
    assert len(quoted) == 2 * len(boundaries) + len(elbows)
    for row in boundaries.to_dict("records"):
        target = "population" if row["kind"] == "pairs" else "design"
        for what, column in (("interval", target), ("band", "band")):
            figure = quoted[what, row["kind"], f"{row['surface']}, shift {row['shift']:g}"]
            assert (figure.coverage, figure.se) == pytest.approx((row[column], row[f"{column} se"]), abs=1e-4)
            assert figure.data_sets == row["data sets"]
    for row in elbows.to_dict("records"):
        figure = quoted["threshold", row["kind"], f"n = {row['n']}, shift {row['shift']:g}"]
        assert (figure.coverage, figure.se) == pytest.approx((row["covered"], row["covered se"]), abs=1e-4)


def test_page_quotes_the_measured_rates() -> None:
    page = (TABLES.parent / "uncertainty.md").read_text(encoding="utf-8")
    for what in ("interval", "band", "threshold"):
        here = [each for each in coverage.measured() if each.what == what]
        for problem in dict.fromkeys(each.problem for each in here):
            cells = [f"{100 * each.coverage:.0f} ({100 * each.se:.0f})" for each in here if each.problem == problem]
            assert f"| {problem} | {' | '.join(cells)} |" in page


def test_caveats_name_what_falls_short(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = (
        coverage.Measured("threshold", "pairs", "n = 60, shift 1", 0.8, 0.04, 100),
        coverage.Measured("threshold", "pairs", "n = 60, shift 2", 0.85, 0.03, 100),
        coverage.Measured("threshold", "likelihood", "n = 60, shift 1", 0.93, 0.02, 100),
    )
    monkeypatch.setattr(coverage, "measured", lambda: figures)
    caveat = coverage.elbow_caveat("pairs")
    assert "true threshold in 80 to 85 % (standard errors up to 4 %), likelihood intervals in 93 to 93 %" in caveat
    assert caveat.endswith("fell short by more than twice the standard error for n = 60, shift 1 (80 %).")
