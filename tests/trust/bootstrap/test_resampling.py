from __future__ import annotations

import numpy as np
import pytest

from softprofile.model.likelihood import Likelihood
from softprofile.trust.bootstrap.resampling import KINDS, FittedModelSampler, residual_inflation
from softprofile.util.validation import Array
from tests.helpers import ALL_DENSITIES, COUNTS, density_named, sample

_N = 40


def fitted_sampler(name: str, factor: float = 1.0) -> FittedModelSampler:
    z, side2, density = sample(name, _N, 3), np.arange(_N) >= _N // 2, density_named(name)
    theta = Likelihood(z, density).fit_sides(np.where(side2, 1.0, -1.0), "hard").theta
    return FittedModelSampler(z, side2, theta, density, factor)


def test_residuals_of_a_common_scale_are_pooled_and_inflated() -> None:
    sampler = fitted_sampler("gaussian", 1.25)
    means = np.where(sampler.side2, sampler.theta[2]["mean"], sampler.theta[1]["mean"])
    drawn = np.concatenate([sampler.draw("residual", np.random.default_rng(seed)).z - means for seed in range(30)])
    residuals = 1.25 * (sampler.z - means)
    assert np.abs(drawn[:, None] - residuals).min(axis=1).max() < 1e-12
    # Residuals of either side occur on both sampler.
    first = drawn.reshape(30, _N)[:, : _N // 2].ravel()
    assert any(np.isclose(first, residual).any() for residual in residuals[_N // 2 :])


@pytest.mark.parametrize("name", ["gaussian-separate", "laplace-separate", *COUNTS, "scipy:gumbel_r", "user"])
def test_without_a_common_scale_z_stay_on_their_side(name: str) -> None:
    sampler = fitted_sampler(name, 1.25)
    drawn = sampler.draw("residual", np.random.default_rng(0)).z
    for here in (sampler.side2, ~sampler.side2):
        assert np.isin(drawn[here], sampler.z[here]).all()
    assert not np.array_equal(drawn, sampler.z)


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize("kind", KINDS)
def test_counts_stay_counts(name: str, kind: str) -> None:
    sampler = fitted_sampler(name, 1.25)
    for seed in range(20):
        sampler.density.check(sampler.draw(kind, np.random.default_rng(seed)).z)


@pytest.mark.parametrize("name", [name for name in ALL_DENSITIES if name != "user"])
def test_parametric_draws_have_the_locations_of_their_sides(name: str) -> None:
    sampler = fitted_sampler(name)
    drawn = np.array([sampler.draw("parametric", np.random.default_rng(seed)).z for seed in range(300)])
    for side, here in ((1, ~sampler.side2), (2, sampler.side2)):
        theta = {key: np.asarray(value) for key, value in sampler.theta[side].items()}
        middle = np.mean(drawn[:, here]) if name in [*COUNTS, "gaussian"] else np.median(drawn[:, here])
        assert middle == pytest.approx(float(sampler.density.location(theta)), rel=0.04)


def test_the_scale_of_parametric_draws_is_inflated() -> None:
    plain, inflated = (
        fitted_sampler("gaussian", factor).draw("parametric", np.random.default_rng(0)).z for factor in (1, 2)
    )
    sampler = fitted_sampler("gaussian")
    means = np.where(sampler.side2, sampler.theta[2]["mean"], sampler.theta[1]["mean"])
    np.testing.assert_allclose(inflated - means, 2 * (plain - means))


def test_pairs_are_rows_with_replacement() -> None:
    sampler = fitted_sampler("gaussian")
    drawn, rows = sampler.draw("pairs", np.random.default_rng(0))
    np.testing.assert_array_equal(drawn, sampler.z[rows])
    assert len(rows) == _N > len(np.unique(rows))


def test_the_inflation_corrects_for_degrees_of_freedom() -> None:
    rng, n = np.random.default_rng(0), 12
    design = rng.standard_normal((n, 4))
    noise = rng.standard_normal((4000, n))
    residuals: Array = noise - noise @ design @ np.linalg.pinv(design)
    assert np.mean((residual_inflation(n, 4) * residuals) ** 2) == pytest.approx(1.0, abs=0.02)
    assert residual_inflation(10, 9) == pytest.approx(np.sqrt(2))
