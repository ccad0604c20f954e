from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.special import digamma

from softprofile.model.densities import GaussianSeparate, ScipyDensity
from softprofile.util.errors import InputError
from softprofile.util.validation import Array
from tests.helpers import numerical_maximum, sample, weight_pair, weighted_loglik


def positive(n: int, seed: int) -> Array:
    return np.random.default_rng(seed).gamma(3.0, 2.0, n)


def test_normal_has_a_closed_form() -> None:
    z, weights = sample("gaussian", 15, 1), weight_pair(15, 2)
    numerical = ScipyDensity("norm").fit_sides(z, *weights)
    for theta, exact in zip(numerical, GaussianSeparate().fit_sides(z, *weights), strict=True):
        assert theta["loc"] == pytest.approx(exact["mean"], rel=1e-6)
        assert theta["scale"] == pytest.approx(exact["sd"], rel=1e-6)


@pytest.mark.parametrize("law", ["gumbel_r", "gumbel_l", "logistic", "hypsecant"])
def test_fit_equals_numerical_maximum(law: str) -> None:
    density, z, weights = ScipyDensity(law), sample("gaussian", 15, 3), weight_pair(15, 4)
    thetas = density.fit_sides(z, *weights)
    top, _ = numerical_maximum(getattr(stats, law).logpdf, z, weights, common=False)
    assert weighted_loglik(density, z, weights, thetas) == pytest.approx(top, abs=1e-7)


def test_weighted_gamma_solves_its_likelihood_equations() -> None:
    z, weights = positive(20, 5), weight_pair(20, 6)
    for w, theta in zip(weights, ScipyDensity("gamma", loc=0).fit_sides(z, *weights), strict=True):
        shape, scale = float(theta["a"]), float(theta["scale"])
        assert shape * scale == pytest.approx(np.average(z, weights=w), rel=1e-5)
        assert digamma(shape) + np.log(scale) == pytest.approx(np.average(np.log(z), weights=w), rel=1e-5)


def test_exponential_rate_and_lognormal_have_closed_forms() -> None:
    z, weights = positive(20, 7), weight_pair(20, 8)
    for w, theta in zip(weights, ScipyDensity("expon", loc=0).fit_sides(z, *weights), strict=True):
        assert theta["scale"] == pytest.approx(np.average(z, weights=w), rel=1e-6)
    for w, theta in zip(weights, ScipyDensity("lognorm", loc=0).fit_sides(z, *weights), strict=True):
        centre = np.average(np.log(z), weights=w)
        assert np.log(theta["scale"]) == pytest.approx(centre, rel=1e-5)
        assert theta["s"] == pytest.approx(np.sqrt(np.average((np.log(z) - centre) ** 2, weights=w)), rel=1e-5)


def test_fixed_scale() -> None:
    z, weights = sample("gaussian", 15, 9), weight_pair(15, 10)
    for w, theta in zip(weights, ScipyDensity("norm", scale=2.0).fit_sides(z, *weights), strict=True):
        assert theta["scale"] == 2.0
        assert theta["loc"] == pytest.approx(np.average(z, weights=w), rel=1e-6)


@pytest.mark.parametrize(("factor", "shift"), [(1.0, 1e8), (1e-9, 0.0), (1e9, 0.0), (1e3, -1e6)])
def test_fit_is_invariant_to_units(factor: float, shift: float) -> None:
    density, z, weights = ScipyDensity("gumbel_r"), sample("gaussian", 15, 11), weight_pair(15, 12)
    plain, moved = density.fit_sides(z, *weights), density.fit_sides(factor * z + shift, *weights)
    top = weighted_loglik(density, z, weights, plain)
    assert weighted_loglik(density, factor * z + shift, weights, moved) == pytest.approx(
        top - 15 * np.log(factor), abs=1e-5
    )


def test_log_density_and_location() -> None:
    z = np.linspace(0.1, 9, 21)
    theta = {"a": np.array([2.0, 5.0]), "loc": np.array([0.0, 0.0]), "scale": np.array([1.0, 0.5])}
    density = ScipyDensity("gamma", loc=0)
    expected = [stats.gamma.logpdf(z, 2.0), stats.gamma.logpdf(z, 5.0, scale=0.5)]
    np.testing.assert_allclose(density.logpdf(z, theta), expected, rtol=1e-12)
    np.testing.assert_allclose(density.location(theta), [stats.gamma.median(2.0), stats.gamma.median(5, scale=0.5)])


def test_impossible_values_have_a_finite_log_density() -> None:
    theta = {"loc": np.array(0.0), "scale": np.array(1.0)}
    values = ScipyDensity("expon").logpdf(np.array([-1.0, 1.0]), theta)
    assert values[0] < -1e9
    assert np.isfinite(values[0])
    assert values[1] == -1.0


def test_flat_side_is_finite_and_at_the_floor() -> None:
    z = np.array([1.0, 1, 1, 1, 4, 6, 5, 8])
    first = (z == 1).astype(float)
    density = ScipyDensity("gumbel_r")
    centre, scale = density.standardization(z)
    z = (z - centre) / scale
    theta1, theta2 = density.fit_sides(z, first, 1 - first)
    assert np.isfinite(weighted_loglik(density, z, (first, 1 - first), (theta1, theta2)))
    assert density.at_floor(theta1)
    assert not density.at_floor(theta2)


def test_object_and_name_are_the_same() -> None:
    assert ScipyDensity(stats.gumbel_r) == ScipyDensity("gumbel_r")
    assert ScipyDensity("gamma", loc=0) != ScipyDensity("gamma")
    assert ScipyDensity("gamma", loc=0).options() == {"distribution": "gamma", "loc": 0.0}


@pytest.mark.parametrize(
    ("arguments", "fixed", "message"),
    [
        ("poisson", {}, "continuous distribution"),
        ("no_such_law", {}, "continuous distribution"),
        ("fit", {}, "continuous distribution"),
        (7, {}, "continuous distribution"),
        (stats.gamma(2), {}, "continuous distribution"),
        ("gamma", {"b": 1}, "no parameter 'b'.*a, loc, scale"),
        ("norm", {"scale": 0}, "scale must be a finite number > 0"),
        ("norm", {"scale": np.nan}, "scale"),
        ("norm", {"scale": "wide"}, "scale"),
        ("norm", {"loc": np.nan}, "loc"),
        ("norm", {"loc": "here"}, "loc"),
        ("norm", {"loc": 0, "scale": 1}, "every parameter"),
    ],
)
def test_bad_arguments(arguments: Any, fixed: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ScipyDensity(arguments, **fixed)


@pytest.mark.parametrize(
    ("law", "fixed", "z"),
    [
        ("expon", {"loc": 0}, [-0.1, 1]),
        ("gamma", {"loc": 2}, [1.9, 3]),
        ("beta", {"loc": 0, "scale": 1}, [0.5, 1.1]),
        ("weibull_max", {"loc": 0}, [-1.0, 0.1]),
    ],
)
def test_z_outside_the_support(law: str, fixed: dict[str, float], z: list[float]) -> None:
    with pytest.raises(InputError, match="support"):
        ScipyDensity(law, **fixed).check(np.array(z))


@pytest.mark.parametrize(
    ("law", "fixed", "z"),
    [
        ("expon", {"loc": 0}, [0.1, 1e9]),
        ("gamma", {}, [-3.0, 5]),
        ("gamma", {"loc": 2}, [2.1, 3]),
        ("beta", {"loc": 0, "scale": 1}, [0.5, 0.9]),
        ("norm", {"loc": 0}, [-4.0, 4]),
        ("cosine", {"loc": 0}, [-4.0, 4]),
        ("uniform", {"loc": 0}, [0.5, 40]),
        ("pareto", {"loc": 0}, [1.5, 40]),
    ],
)
def test_z_inside_some_support(law: str, fixed: dict[str, float], z: list[float]) -> None:
    ScipyDensity(law, **fixed).check(np.array(z))
