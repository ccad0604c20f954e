from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from softprofile.model.densities import Gaussian, GaussianSeparate
from tests.helpers import numerical_maximum, sample, weight_pair, weighted_loglik

FAMILIES = pytest.mark.parametrize("family", [Gaussian, GaussianSeparate])


@pytest.mark.parametrize("seed", range(3))
def test_common_variance_is_pooled(seed: int) -> None:
    z, (w1, w2) = sample("gaussian", 17, seed), weight_pair(17, seed + 50)
    theta1, theta2 = Gaussian().fit_sides(z, w1, w2)
    mean1, mean2 = np.average(z, weights=w1), np.average(z, weights=w2)
    assert theta1["mean"] == pytest.approx(mean1)
    assert theta2["mean"] == pytest.approx(mean2)
    variance = (w1 @ (z - mean1) ** 2 + w2 @ (z - mean2) ** 2) / (w1.sum() + w2.sum())
    assert theta1["sd"] == pytest.approx(np.sqrt(variance))
    assert theta2["sd"] == pytest.approx(np.sqrt(variance))


def test_separate_variances() -> None:
    z, weights = sample("gaussian", 17, 1), weight_pair(17, 2)
    for w, theta in zip(weights, GaussianSeparate().fit_sides(z, *weights), strict=True):
        mean = np.average(z, weights=w)
        assert theta["mean"] == pytest.approx(mean)
        assert theta["sd"] == pytest.approx(np.sqrt(np.average((z - mean) ** 2, weights=w)))


@FAMILIES
def test_fit_equals_numerical_maximum(family: type[Gaussian] | type[GaussianSeparate]) -> None:
    density, z, weights = family(), sample("gaussian", 15, 3), weight_pair(15, 4)
    theta1, theta2 = density.fit_sides(z, *weights)
    top, (loc1, loc2, scale1, scale2) = numerical_maximum(stats.norm.logpdf, z, weights, common=family is Gaussian)
    assert weighted_loglik(density, z, weights, (theta1, theta2)) == pytest.approx(top, abs=1e-8)
    np.testing.assert_allclose([theta1["mean"], theta2["mean"]], [loc1, loc2], rtol=1e-4)
    np.testing.assert_allclose([theta1["sd"], theta2["sd"]], [scale1, scale2], rtol=1e-4)


@FAMILIES
def test_log_density(family: type[Gaussian] | type[GaussianSeparate]) -> None:
    z = np.linspace(-9, 9, 31)
    theta = {"mean": np.array([1.5, -2.0]), "sd": np.array([0.3, 7.0])}
    expected = [stats.norm.logpdf(z, 1.5, 0.3), stats.norm.logpdf(z, -2, 7)]
    np.testing.assert_allclose(family().logpdf(z, theta), expected, rtol=1e-12)


def test_two_flat_levels_reach_the_floor() -> None:
    z = np.array([0.0] * 5 + [1.0] * 4)
    weights = (1 - z, z)
    density = Gaussian(scale_floor=1e-4)
    thetas = density.fit_sides(z, *weights)
    assert all(density.at_floor(theta) for theta in thetas)
    assert [float(theta["sd"]) for theta in thetas] == [1e-4, 1e-4]
    assert weighted_loglik(density, z, weights, thetas) == pytest.approx(9 * stats.norm.logpdf(0, 0, 1e-4))


def test_one_flat_level_reaches_the_floor_of_its_own_side_only() -> None:
    z = np.array([2.0, 2.0, 2.0, 5.0, 6.0, 8.0])
    first = np.array([1.0, 1, 1, 0, 0, 0])
    density = GaussianSeparate()
    theta1, theta2 = density.fit_sides(z, first, 1 - first)
    assert density.at_floor(theta1)
    assert not density.at_floor(theta2)
    common = Gaussian().fit_sides(z, first, 1 - first)
    assert not any(Gaussian().at_floor(theta) for theta in common)


@pytest.mark.parametrize("noise", [1e-3, 1e-5])
def test_every_split_is_precise_where_the_levels_are_almost_flat(noise: float) -> None:
    z = np.repeat([-1.0, 1.0], 50) + noise * np.random.default_rng(5).standard_normal(100)
    # Standardised, as in the likelihood; the residuals of the best split are then tiny.
    z = (z - z.mean()) / z.std()
    first, second = z[:50], z[50:]
    sd = np.sqrt((((first - first.mean()) ** 2).sum() + ((second - second.mean()) ** 2).sum()) / 100)
    expected = -50 * np.log(2 * np.pi * sd**2) - 50
    assert Gaussian().prefix_logliks(z)[49] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("noise", [1.0, 1e-2, 1e-4])
@pytest.mark.parametrize("steepness", [0.5, 5.0, 200.0])
def test_equation_8_from_sums_equals_equation_5_from_densities(noise: float, steepness: float) -> None:
    """Compare Eq. (8) from three sums with Eq. (5) from weighted densities, for small variances too."""
    rng = np.random.default_rng(0)
    z = np.repeat([-1.0, 1.0], 20) + noise * rng.standard_normal(40)
    g = steepness * (np.linspace(-1, 1, 40) + 0.3 * rng.standard_normal((5, 40)))
    weights2, weights1 = 1 / (1 + np.exp(-g)), 1 / (1 + np.exp(g))
    density = Gaussian()
    loglik, contrast = density.soft_profile(z, weights1, weights2)
    theta1, theta2 = density.fit_sides(z, weights1, weights2)
    log1, log2 = density.logpdf(z, theta1), density.logpdf(z, theta2)
    np.testing.assert_allclose(loglik, (weights1 * log1 + weights2 * log2).sum(axis=-1), rtol=1e-9)
    np.testing.assert_allclose(contrast, log2 - log1, rtol=1e-8, atol=1e-8 * np.abs(contrast).max())


def test_softened_likelihood_with_one_empty_side() -> None:
    z = np.array([1.0, 2.0, 4.0])
    loglik, contrast = Gaussian().soft_profile(z, np.ones((1, 3)), np.zeros((1, 3)))
    assert loglik[0] == pytest.approx(stats.norm.logpdf(z, z.mean(), z.std()).sum())
    assert np.all(np.isfinite(contrast))
