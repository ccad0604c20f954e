"""Diagnostics of transitions and ramps: residuals about the curve."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import softprofile as sp
from softprofile.trust.diagnostics.checks import all_checks
from softprofile.trust.diagnostics.residuals import tails_of_fit

X = np.linspace(0, 10, 81)
CURVE = 2 + 5 / (1 + np.exp(2 * (X - 4)))
NOISE = 0.3 * np.random.default_rng(3).standard_normal(81)


def test_residuals_are_those_about_the_curve() -> None:
    f = sp.fit(X, CURVE + NOISE, shape="transition")
    table = f.diagnose(rows=[0]).residuals
    np.testing.assert_array_equal(table["residual"], f.z - f.locations)
    scale = np.sqrt(np.mean((f.z - f.locations) ** 2))
    np.testing.assert_allclose(table["quantile_residual"], (f.z - f.locations) / scale, atol=1e-9)


def test_tests_of_a_curve() -> None:
    f = sp.fit(X, CURVE + NOISE, shape="transition")
    checks = all_checks(f, np.random.default_rng(0))
    assert [(check.name.split(" (")[0], check.side) for check in checks] == [
        ("common variance", 0),
        ("density", 0),
        ("trend of residuals", 1),
        ("trend of residuals", 2),
    ]
    assert min(check.p_value for check in checks) > 0.01
    residuals = f.z - f.locations
    expected = stats.levene(residuals[f.sides == 1], residuals[f.sides == 2], center="median")
    assert checks[0].p_value == pytest.approx(expected.pvalue)
    assert f.diagnose(rows=[0, 40]).warnings == ()


def test_units_do_not_matter() -> None:
    one, other = (
        all_checks(sp.fit(4 * X, 8 * z, shape="transition:logistic"), np.random.default_rng(0))
        for z in (CURVE + NOISE, (CURVE + NOISE) / 8)
    )
    np.testing.assert_allclose([a.p_value for a in one], [b.p_value for b in other], rtol=1e-3)


@pytest.mark.parametrize(
    ("z", "shape", "code"),
    [
        (CURVE + NOISE * np.where(X < 4, 6, 1), "transition", "unequal-spread"),
        (CURVE + 0.1 * np.random.default_rng(1).standard_t(2, 81), "transition", "density-misfit"),
        (2 + np.maximum(0, 5 - X) + 0.2 * np.maximum(0, X - 5) + 0.2 * NOISE, "ramp:low", "trend-left"),
        (CURVE + NOISE + 5 * (X == 8), "transition", "outliers"),
    ],
)
def test_problems_are_found(z: np.ndarray, shape: str, code: str) -> None:
    assert code in [warning.code for warning in sp.fit(X, z, shape=shape).diagnose(rows=[0]).warnings]


def test_dispersion_of_counts_about_a_curve() -> None:
    rng = np.random.default_rng(0)
    fine = sp.fit(X, rng.poisson(5 * CURVE), shape="transition:logistic", density="poisson")
    wild = sp.fit(X, rng.negative_binomial(5, 5 / (5 + 5 * CURVE)), shape="transition:logistic", density="poisson")
    assert [c.code for c in fine.diagnose(rows=[0]).warnings] == []
    assert "wrong-dispersion" in [c.code for c in wild.diagnose(rows=[0]).warnings]
    tails = tails_of_fit(fine)
    assert tails is not None
    np.testing.assert_allclose(tails.lower + tails.upper, 1)


def test_leverage_refits_the_curve() -> None:
    f = sp.fit(X, CURVE + NOISE + 5 * (X == 8), shape="ramp")
    moves = f.diagnose(rows=[0, 64]).leverage["move"]
    assert moves[64] > moves[0]
