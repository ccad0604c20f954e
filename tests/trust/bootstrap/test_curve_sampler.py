from __future__ import annotations

import numpy as np
import pytest

import softprofile as sp
from softprofile.trust.bootstrap.curve_sampler import CurveSampler
from softprofile.trust.bootstrap.resampling import KINDS

X = np.linspace(0, 10, 41)
CURVE = 5 / (1 + np.exp(2 * (X - 4)))
NOISE = 0.3 * np.random.default_rng(0).standard_normal(41)


def test_residuals_are_one_exchangeable_set_about_the_curve() -> None:
    f = sp.fit(X, CURVE + NOISE, shape="transition")
    sampler = CurveSampler(f)
    drawn = sampler.draw("residual", np.random.default_rng(1))
    # Two parameters of g and two levels.
    assert sampler.inflation == pytest.approx(np.sqrt(41 / 37))
    residuals = sampler.inflation * (f.z - f.locations)
    distances = np.abs((drawn.z - f.locations)[:, None] - residuals)
    assert distances.min(axis=1).max() < 1e-12
    np.testing.assert_array_equal(drawn.rows, np.arange(41))


def test_parametric_draws_have_the_location_of_each_point() -> None:
    f = sp.fit(X, CURVE + NOISE, shape="transition")
    sampler = CurveSampler(f)
    draws = np.array([sampler.draw("parametric", np.random.default_rng(seed)).z for seed in range(400)])
    scale = sampler.inflation * np.sqrt(np.mean((f.z - f.locations) ** 2))
    np.testing.assert_allclose(draws.mean(axis=0), f.locations, atol=4.5 * scale / 20)
    assert np.sqrt(((draws - f.locations) ** 2).mean()) == pytest.approx(scale, rel=0.03)


def test_pairs_are_rows_of_the_data() -> None:
    f = sp.fit(X, CURVE + NOISE, shape="ramp")
    drawn = CurveSampler(f).draw("pairs", np.random.default_rng(0))
    np.testing.assert_array_equal(drawn.z, f.z[drawn.rows])
    assert len(np.unique(drawn.rows)) < 41


@pytest.mark.parametrize("density", ["poisson", "binomial:40"])
@pytest.mark.parametrize("kind", KINDS)
def test_draws_of_counts_are_counts(density: str, kind: str) -> None:
    rng = np.random.default_rng(2)
    z = rng.poisson(3 * CURVE + 2) if density == "poisson" else rng.binomial(40, CURVE / 8 + 0.1)
    f = sp.fit(X, z, shape="transition:logistic", density=density)
    drawn = CurveSampler(f).draw(kind, rng).z
    np.testing.assert_array_equal(drawn, np.round(drawn))
    assert drawn.min() >= 0


def test_probabilities_of_counts_keep_the_mean_of_each_point() -> None:
    z = np.random.default_rng(2).poisson(6 * CURVE + 4)
    f = sp.fit(X, z, shape="transition:logistic", density="poisson")
    sampler = CurveSampler(f)
    draws = np.array([sampler.draw("residual", np.random.default_rng(seed)).z for seed in range(300)])
    standard_errors = (draws.mean(axis=0) - f.locations) / np.sqrt(f.locations / 300)
    # The probabilities are those of the sample, so that all points share its small bias.
    assert np.abs(standard_errors - standard_errors.mean()).max() < 4.5
