"""The predictive density integrates to one and is the mixture of both sides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import integrate, stats
from scipy.special import expit

import softprofile as sp
from softprofile.trust.comparison.prediction import log_one_level, log_predictive
from softprofile.util.validation import Array


@pytest.fixture(scope="module")
def data() -> tuple[Array, Array]:
    rng = np.random.default_rng(3)
    U = rng.uniform(-2, 2, (60, 2))
    return U, np.where(U.sum(axis=1) > 0, 12.0, 10.0) + rng.standard_normal(60)


# A strong ridge, so that many weights are strictly between 0 and 1.
@pytest.mark.parametrize(
    ("density", "options"),
    [
        ("gaussian", {"ridge": 0.01}),
        ("laplace-separate", {"ridge": 0.01}),
        ("student-t:4", {"ridge": 0.01, "n_starts": 1}),
        ("gaussian", {"softness": "hard"}),
    ],
)
def test_it_integrates_to_one_at_every_configuration(
    data: tuple[Array, Array], density: str, options: dict[str, Any]
) -> None:
    f = sp.fit(*data, boundary="linear", density=density, transform="standardize", **options)
    grid = np.linspace(-200, 220, 100_001)
    for u in np.array([[0.0, 0.0], [0.3, -0.2], [-1.5, 1.0], [2.0, 2.0]]):
        density_of_z = np.exp(log_predictive(f, np.tile(u, (len(grid), 1)), grid))
        assert integrate.trapezoid(density_of_z, grid) == pytest.approx(1, abs=1e-5)


def test_probabilities_of_counts_add_up_to_one(data: tuple[Array, Array]) -> None:
    U, z = data
    f = sp.fit(U, np.round(3 * (z - z.min())), density="poisson", boundary="linear", ridge=0.01)
    counts = np.arange(200.0)
    total = np.exp(log_predictive(f, np.tile([0.1, 0.1], (200, 1)), counts)).sum()
    assert total == pytest.approx(1, abs=1e-9)


def test_it_is_the_mixture_and_at_least_the_interpolation(data: tuple[Array, Array]) -> None:
    U, z = data
    f = sp.fit(U, z, boundary="linear", ridge=0.01, transform="standardize")
    s = expit(f.decision_function(U))
    f1, f2 = (stats.norm.pdf(z, f.theta[side]["mean"], f.theta[side]["sd"]) for side in (1, 2))
    np.testing.assert_allclose(log_predictive(f, U, z), np.log((1 - s) * f1 + s * f2), rtol=1e-10)
    interpolated = (1 - s) * np.log(f1) + s * np.log(f2)
    assert interpolated.sum() == pytest.approx(f.loglik)
    assert np.all(log_predictive(f, U, z) >= interpolated - 1e-12)


def test_a_saturated_weight_gives_no_infinity(data: tuple[Array, Array]) -> None:
    U, z = data
    f = sp.fit(U, z, boundary="linear", ridge=1e-12, transform="standardize")
    assert np.abs(f.decision_function(100 * U)).max() > 1000
    assert np.all(np.isfinite(log_predictive(f, 100 * U, z)))


def test_a_hard_fit_takes_the_density_of_the_side(data: tuple[Array, Array]) -> None:
    U, z = data
    f = sp.fit(U, z, boundary="linear", softness="hard")
    assert log_predictive(f, U, z).sum() == pytest.approx(f.loglik)


def test_one_level_is_the_density_of_all_points(data: tuple[Array, Array]) -> None:
    U, z = data
    f = sp.fit(U, z, boundary="linear")
    new = np.array([9.0, 10.5, 14.0])
    np.testing.assert_allclose(log_one_level(f, new), stats.norm.logpdf(new, z.mean(), z.std()))
    f = sp.fit(U, z, boundary="linear", density="laplace")
    centre = np.sort(z)[29]
    expected = stats.laplace.logpdf(new, centre, np.abs(z - centre).mean())
    np.testing.assert_allclose(log_one_level(f, new), expected)
