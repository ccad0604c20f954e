from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from softprofile.model.densities import GaussianSeparate, StudentT, StudentTSeparate
from softprofile.util.errors import InputError
from softprofile.util.validation import Array
from tests.helpers import numerical_maximum, sample, weight_pair, weighted_loglik

FAMILIES = pytest.mark.parametrize("family", [StudentT, StudentTSeparate])


def log_density(df: float) -> Any:
    return lambda z, loc, scale: stats.t.logpdf(z, df, loc, scale)


@FAMILIES
@pytest.mark.parametrize("df", [1.0, 3.0, 30.0])
def test_fit_equals_numerical_maximum(family: type[StudentT] | type[StudentTSeparate], df: float) -> None:
    density, z, weights = family(df), sample("student-t", 15, 3), weight_pair(15, 4)
    theta1, theta2 = density.fit_sides(z, *weights)
    top, (loc1, loc2, scale1, scale2) = numerical_maximum(log_density(df), z, weights, common=family is StudentT)
    assert weighted_loglik(density, z, weights, (theta1, theta2)) == pytest.approx(top, abs=1e-7)
    np.testing.assert_allclose([theta1["location"], theta2["location"]], [loc1, loc2], rtol=1e-3)
    np.testing.assert_allclose([theta1["scale"], theta2["scale"]], [scale1, scale2], rtol=1e-3)


def score(z: Array, weights: Array, theta: Any, df: float) -> tuple[float, float]:
    """Return the derivatives of the weighted log-likelihood in location and in log scale."""
    residual = (z - theta["location"]) / theta["scale"]
    pull = (df + 1) * residual / (df + residual**2)
    return float(weights @ pull / theta["scale"]), float(weights @ (pull * residual - 1))


@FAMILIES
@pytest.mark.parametrize("df", [0.7, 1.0, 4.0, 100.0])
@pytest.mark.parametrize("seed", range(4))
def test_fit_is_stationary(family: type[StudentT] | type[StudentTSeparate], df: float, seed: int) -> None:
    density, z, weights = family(df), sample("student-t", 25, seed), weight_pair(25, seed + 60)
    scores = [score(z, w, t, df) for w, t in zip(weights, density.fit_sides(z, *weights), strict=True)]
    np.testing.assert_allclose([by_location for by_location, _ in scores], 0, atol=1e-7)
    by_scale = [each for _, each in scores]
    np.testing.assert_allclose(by_scale if family is StudentTSeparate else sum(by_scale), 0, atol=1e-7)


def grid_maximum(z: Array, weights: tuple[Array, Array], density: StudentT | StudentTSeparate) -> float:
    """Return the maximum of Eq. (6) over a fine grid: below the true maximum, but global."""
    locations = np.unique(np.concatenate([np.linspace(z.min(), z.max(), 101), z]))
    scales = np.geomspace(density.scale_floor, 3, 80)
    logpdf = stats.t.logpdf(z[:, None, None], density.df, locations[:, None], scales)
    by_scale = [np.tensordot(w, logpdf, 1).max(axis=0) for w in weights]
    if isinstance(density, StudentT):
        return float((by_scale[0] + by_scale[1]).max())
    return float(by_scale[0].max() + by_scale[1].max())


@FAMILIES
@pytest.mark.parametrize("df", [1.0, 3.0, 4.0])
def test_fit_is_the_global_maximum(family: type[StudentT] | type[StudentTSeparate], df: float) -> None:
    density = family(df)
    rng = np.random.default_rng(0)
    for trial in range(24):
        n = int(rng.integers(5, 15))
        z = rng.standard_cauchy(n) if trial % 2 else rng.standard_normal(n) + 5 * rng.integers(0, 3, n)
        z = (z - z.mean()) / z.std()
        second = rng.uniform(size=n) if trial % 3 else (rng.uniform(size=n) < 0.5).astype(float)
        weights = 1 - second, second
        fitted = weighted_loglik(density, z, weights, density.fit_sides(z, *weights))
        assert fitted >= grid_maximum(z, weights, density) - 1e-6, (trial, z, second)


@pytest.mark.parametrize(
    ("df", "z", "side2"),
    [
        (1.0, [-2.9, 0.2, -0.2, -3.3, 0.2], [2]),
        (2.0, [10.8, -0.5, 4.7, 0.8, 10.9, 4.9, 5.2], [2, 5, 6]),
    ],
)
def test_fit_does_not_stop_at_a_local_maximum(df: float, z: list[float], side2: list[int]) -> None:
    # With few degrees of freedom the likelihood has several local maxima, and the medians are near a lower one.
    density, values = StudentT(df), (np.array(z) - np.mean(z)) / np.std(z)
    second = np.isin(np.arange(len(z)), side2).astype(float)
    weights = 1 - second, second
    fitted = weighted_loglik(density, values, weights, density.fit_sides(values, *weights))
    assert fitted >= grid_maximum(values, weights, density) - 1e-6


@FAMILIES
def test_fit_where_the_maximum_is_almost_degenerate(family: type[StudentT] | type[StudentTSeparate]) -> None:
    # If a share df / (df + 1) of the points is equal, EM converges to a zero scale more slowly than any power.
    density, z = family(3.0), np.array([0.0, 0.0, 0.0, 1.0])
    z = (z - z.mean()) / z.std()
    weights = np.ones(4), np.zeros(4)
    fitted = weighted_loglik(density, z, weights, density.fit_sides(z, *weights))
    assert fitted >= grid_maximum(z, weights, density) - 1e-6


@FAMILIES
def test_log_density(family: type[StudentT] | type[StudentTSeparate]) -> None:
    z = np.linspace(-9, 9, 31)
    theta = {"location": np.array([1.5, -2.0]), "scale": np.array([0.3, 7.0])}
    expected = [stats.t.logpdf(z, 2.5, 1.5, 0.3), stats.t.logpdf(z, 2.5, -2, 7)]
    np.testing.assert_allclose(family(2.5).logpdf(z, theta), expected, rtol=1e-11)


def test_many_degrees_of_freedom_are_gaussian() -> None:
    z, weights = sample("student-t", 20, 8), weight_pair(20, 9)
    student = StudentTSeparate(1e7).fit_sides(z, *weights)
    for theta, gaussian in zip(student, GaussianSeparate().fit_sides(z, *weights), strict=True):
        assert theta["location"] == pytest.approx(gaussian["mean"], rel=1e-5)
        assert theta["scale"] == pytest.approx(gaussian["sd"], rel=1e-5)


def test_flat_levels_reach_the_floor() -> None:
    z = np.array([0.0] * 5 + [1.0] * 4)
    for density in (StudentT(), StudentTSeparate()):
        thetas = density.fit_sides(z, 1 - z, z)
        assert all(density.at_floor(theta) for theta in thetas)
        assert np.isfinite(weighted_loglik(density, z, (1 - z, z), thetas))


def test_four_degrees_of_freedom_unless_given() -> None:
    assert StudentT() == StudentT(df=4)
    assert StudentT() != StudentT(df=3)
    assert StudentT().options() == {"df": 4.0}


@FAMILIES
@pytest.mark.parametrize("df", [0, -1, np.inf, np.nan, "three", None])
def test_bad_degrees_of_freedom(family: type[StudentT] | type[StudentTSeparate], df: Any) -> None:
    with pytest.raises(InputError, match="df"):
        family(df)
