from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.special import expit

from softprofile import InputError, SoftProfileWarning, profile_loglik
from softprofile.model.boundaries import Boundary, Linear, Network, Quadratic, UserBoundary
from softprofile.model.likelihood import Likelihood
from softprofile.util.validation import Array
from tests.helpers import (
    ADDITIVE,
    ALL_DENSITIES,
    CLOSED_FORM,
    CONTINUOUS,
    COUNTS,
    MyWave,
    coarse_sequences,
    count_sequences,
    density_named,
    sample,
    split_loglik,
)

every_density = pytest.mark.parametrize("name", ALL_DENSITIES)


def equation_8(g: Array, z: Array) -> float:
    """Return the paper's closed form of the softened log-likelihood for the Gaussian."""
    n, s = len(z), 1 / (1 + np.exp(-g))
    mu1, mu2 = ((1 - s) @ z) / (1 - s).sum(), (s @ z) / s.sum()
    rss1, rss2 = (1 - s) @ (z - mu1) ** 2, s @ (z - mu2) ** 2
    variance = (rss1 + rss2) / n
    return float(-n / 2 * np.log(2 * np.pi * variance) - n / 2)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("steepness", [0.1, 1.0, 10.0])
def test_gaussian_is_equation_8(seed: int, steepness: float) -> None:
    z = sample("gaussian", 25, seed)
    g = steepness * np.random.default_rng(seed + 100).standard_normal(25)
    assert profile_loglik(g, z) == pytest.approx(equation_8(g, z), abs=1e-10)


@every_density
def test_soft_is_equation_5(name: str) -> None:
    density, z = density_named(name), sample(name, 14, 1)
    g = 2 * np.random.default_rng(2).standard_normal(14)
    s = expit(g)
    theta1, theta2 = density.fit_sides(z, 1 - s, s)
    expected = (1 - s) @ density.logpdf(z, theta1) + s @ density.logpdf(z, theta2)
    assert Likelihood(z, density).at(g, "soft") == pytest.approx(float(expected), rel=1e-8)


@pytest.mark.parametrize("name", CLOSED_FORM)
def test_hard_is_equation_3(name: str) -> None:
    z = sample(name, 14, 3)
    g = np.random.default_rng(4).standard_normal(14)
    expected = split_loglik(name, (z[g <= 0], z[g > 0]), z.std())
    assert profile_loglik(g, z, name, "hard") == pytest.approx(expected, rel=1e-9)


@every_density
def test_hard_is_the_limit_of_steep_boundaries(name: str) -> None:
    likelihood = Likelihood(sample(name, 14, 5), density_named(name))
    g = np.random.default_rng(6).standard_normal(14)
    assert likelihood.at(1e6 * g, "soft") == pytest.approx(likelihood.at(g, "hard"), rel=1e-7)


@every_density
def test_many_boundaries_equal_the_loop(name: str) -> None:
    likelihood = Likelihood(sample(name, 10, 7), density_named(name))
    g = np.random.default_rng(8).standard_normal((2, 3, 10))
    soft, hard = likelihood.soft(g), likelihood.hard(g > 0)
    assert soft.loglik.shape == hard.shape == (2, 3)
    for index in np.ndindex(2, 3):
        alone = likelihood.soft(g[index])
        assert soft.loglik[index] == pytest.approx(float(alone.loglik), rel=1e-9)
        np.testing.assert_allclose(soft.gradient[index], alone.gradient, atol=1e-8)
        assert hard[index] == pytest.approx(float(likelihood.hard(g[index] > 0)), rel=1e-9)


@every_density
def test_swapping_the_sides_changes_nothing(name: str) -> None:
    likelihood = Likelihood(sample(name, 12, 9), density_named(name))
    g = np.random.default_rng(10).standard_normal(12)
    for softness in ("soft", "hard"):
        assert likelihood.at(g, softness) == pytest.approx(likelihood.at(-g, softness), rel=1e-10)
        theta1, theta2 = likelihood.fit_sides(g, softness).theta.values()
        swapped1, swapped2 = likelihood.fit_sides(-g, softness).theta.values()
        assert theta1 == pytest.approx(swapped2, rel=1e-9)
        assert theta2 == pytest.approx(swapped1, rel=1e-9)
        locations, swapped = (likelihood.fit_sides(each, softness).locations for each in (g, -g))
        assert locations == pytest.approx(swapped[::-1], rel=1e-9)


# The gradient of Eq. (5)

BOUNDARIES: list[Boundary] = [Linear(), Quadratic(), Network(5), Network(32), UserBoundary(MyWave())]


@every_density
@pytest.mark.parametrize("boundary", BOUNDARIES, ids=repr)
@pytest.mark.parametrize("m", [1, 2, 3])
def test_gradient_in_the_parameters(name: str, boundary: Boundary, m: int) -> None:
    n, step = 16, 1e-5
    rng = np.random.default_rng(11 + m)
    design = boundary.design(rng.standard_normal((n, m)))
    w = 0.6 * rng.standard_normal(boundary.n_parameters(m))
    likelihood = Likelihood(sample(name, n, 12), density_named(name))
    analytic = boundary.pullback(design, w, likelihood.soft(boundary.value(design, w)).gradient)
    directions = np.eye(len(w))
    if name in ("scipy:gumbel_r", "user"):
        # These densities are slow to fit, so only a few random directions are checked.
        directions = rng.standard_normal((2, len(w))) / np.sqrt(len(w))
    ends = np.concatenate([w + step * directions, w - step * directions])
    logliks = likelihood.soft(boundary.value(design, ends)).loglik
    numerical = (logliks[: len(directions)] - logliks[len(directions) :]) / (2 * step)
    largest = max(1.0, float(np.abs(analytic).max()))
    np.testing.assert_allclose(directions @ analytic, numerical, atol=1e-6 * largest)


@pytest.mark.parametrize("name", CONTINUOUS + COUNTS)
def test_zero_parameters_are_stationary(name: str) -> None:
    likelihood = Likelihood(sample(name, 15, 13), density_named(name))
    np.testing.assert_allclose(likelihood.soft(np.zeros(15)).gradient, 0, atol=1e-9)


# Units of z


@pytest.mark.parametrize("name", [*CONTINUOUS, "scipy:gumbel_r"])
@pytest.mark.parametrize(("scale", "shift"), [(1.0, 1e8), (1e-12, 0.0), (1e12, 0.0), (37.0, -5.0), (0.5, 1e6)])
@pytest.mark.parametrize("softness", ["soft", "hard"])
def test_units_of_z_change_only_the_jacobian(name: str, scale: float, shift: float, softness: str) -> None:
    z = np.round(sample(name, 15, 14) * 256) / 256
    g = np.random.default_rng(15).standard_normal(15)
    plain, moved = Likelihood(z, density_named(name)), Likelihood(scale * z + shift, density_named(name))
    # Adding 1e8 rounds z to 1e-8, and the numerical fit of scipy densities is precise to about 1e-9.
    assert moved.at(g, softness) == pytest.approx(plain.at(g, softness) - 15 * np.log(scale), abs=1e-6)
    np.testing.assert_allclose(moved.soft(g).gradient, plain.soft(g).gradient, atol=1e-5)
    sides, moved_sides = (each.fit_sides(g, softness).theta.values() for each in (plain, moved))
    for one, other in zip(sides, moved_sides, strict=True):
        for key, value in one.items():
            is_scale = key in ("sd", "scale")
            expected = scale * value + (0 if is_scale else shift)
            assert other[key] == pytest.approx(expected, rel=1e-5 if is_scale else 1e-7)


@given(coarse_sequences, st.integers(-30, 30), st.integers(-1000, 1000))
def test_exact_changes_of_units_change_nothing(values: list[int], power: int, shift: int) -> None:
    """Scaling by powers of two and shifting by integers do not round, so the likelihood must be exact, too."""
    z, g = np.array(values, dtype=float), np.linspace(-2, 2, len(values))
    scale = 2.0**power
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SoftProfileWarning)
        moved = profile_loglik(g, scale * (z + shift))
        plain = profile_loglik(g, z)
    assert moved == pytest.approx(plain - len(z) * power * np.log(2), abs=1e-9)


# A softened partition is a mixture of hard ones


@pytest.mark.parametrize("name", [*CONTINUOUS, *COUNTS])
@settings(max_examples=25)
@given(st.data())
def test_best_level_set_is_at_least_as_likely_as_the_softened_partition(name: str, data: st.DataObject) -> None:
    values = data.draw(count_sequences if name in COUNTS else coarse_sequences)
    z = np.array(values, dtype=float)
    g = np.array(data.draw(st.lists(st.floats(-8, 8), min_size=len(z), max_size=len(z))))
    likelihood = Likelihood(z, density_named(name))
    thresholds = np.concatenate([[g.min() - 1], g])
    best = float(likelihood.hard(g > thresholds[:, None]).max())
    assert float(likelihood.soft(g).loglik) <= best + 1e-8 * max(1.0, abs(best))


# Chains of partitions


@pytest.mark.parametrize("name", ADDITIVE)
@pytest.mark.parametrize("seed", range(5))
def test_chain_equals_each_of_its_partitions(name: str, seed: int) -> None:
    likelihood = Likelihood(sample(name, 12, seed), density_named(name))
    assert likelihood.exact_chains
    rng = np.random.default_rng(seed)
    sides2, switches = rng.uniform(size=12) < 0.5, rng.permutation(12)[: int(rng.integers(1, 13))]
    chain = likelihood.chain(sides2, switches, sides2)
    assert len(chain) == len(switches) + 1
    now = sides2.copy()
    for position, value in enumerate(chain):
        assert value == pytest.approx(float(likelihood.hard(now)), rel=1e-9)
        if position < len(switches):
            now[switches[position]] ^= True


@pytest.mark.parametrize("name", [name for name in ALL_DENSITIES if name not in ADDITIVE])
@pytest.mark.parametrize("seed", range(3))
def test_chain_is_a_lower_bound_that_is_exact_at_the_standing_partition(name: str, seed: int) -> None:
    likelihood = Likelihood(sample(name, 10, seed), density_named(name))
    assert not likelihood.exact_chains
    rng = np.random.default_rng(seed)
    sides2, switches = rng.uniform(size=10) < 0.5, rng.permutation(10)[:7]
    stops = [sides2.copy()]
    for point in switches:
        stops.append(stops[-1].copy())
        stops[-1][point] ^= True
    for stand in (0, 3, 7):
        chain = likelihood.chain(sides2, switches, stops[stand])
        exact = np.array([float(likelihood.hard(stop)) for stop in stops])
        assert np.all(chain <= exact + 1e-8 * np.abs(exact))
        assert chain[stand] == pytest.approx(exact[stand], rel=1e-9)


@pytest.mark.parametrize("name", [name for name in ALL_DENSITIES if density_named(name).quick])
@pytest.mark.parametrize("begin", [True, False])
def test_chain_from_one_side_to_the_other_is_exact_for_quick_families(name: str, begin: bool) -> None:
    likelihood = Likelihood(sample(name, 9, 16), density_named(name))
    switches = np.random.default_rng(17).permutation(9)
    sides2 = np.full(9, begin)
    chain = likelihood.chain(sides2, switches, sides2)
    for position, value in enumerate(chain):
        now = sides2.copy()
        now[switches[:position]] = not begin
        assert value == pytest.approx(float(likelihood.hard(now)), rel=1e-7)


@every_density
def test_prefixes_follow_the_order(name: str) -> None:
    z = sample(name, 9, 18)
    likelihood, order = Likelihood(z, density_named(name)), np.random.default_rng(19).permutation(9)
    for q, value in enumerate(likelihood.prefixes(order), start=1):
        sides2 = np.ones(9, dtype=bool)
        sides2[order[:q]] = False
        assert value == pytest.approx(float(likelihood.hard(sides2)), rel=1e-7)


# Sides that are flat or empty


@pytest.mark.parametrize("name", CONTINUOUS)
def test_flat_sides_are_at_the_floor(name: str) -> None:
    g = np.array([-1.0] * 4 + [1.0] * 5)
    flat = Likelihood(np.where(g > 0, 7.0, 3.0), density_named(name))
    assert "side 1 and side 2" in flat.fit_sides(g, "hard").floor_messages()[0].text
    assert np.isfinite(flat.at(g, "hard"))
    half_flat = Likelihood(np.where(g > 0, 7.0 + np.arange(9.0), 3.0), density_named(name))
    told = " ".join(map(str, half_flat.fit_sides(g, "hard").floor_messages()))
    assert ("side 1" in told) == ("separate" in name)
    assert "side 2" not in told
    assert np.isfinite(half_flat.at(g, "hard"))


@every_density
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_empty_side_leaves_the_likelihood_of_one_sample(name: str, side: float) -> None:
    density, z = density_named(name), sample(name, 10, 20)
    likelihood = Likelihood(z, density)
    theta = likelihood.fit_sides(np.full(10, side), "hard").theta[1 + int(side > 0)]
    alone = density.logpdf(z, {key: np.array(value) for key, value in theta.items()}).sum()
    assert likelihood.at(np.full(10, side), "hard") == pytest.approx(float(alone), rel=1e-9)


def test_one_gaussian_sample() -> None:
    z = np.array([1.0, 2.0, 4.0, 9.0])
    with pytest.warns(SoftProfileWarning, match="one side"):
        value = profile_loglik([1, 1, 1, 1], z, softness="hard")
    assert value == pytest.approx(stats.norm.logpdf(z, z.mean(), z.std()).sum())


# The public function


@pytest.mark.parametrize("g", [[1, 2, 3, 4], [-1, -2, -3, 0], [0, 0, 0, 0]])
@pytest.mark.parametrize("softness", ["soft", "hard"])
def test_one_sided_boundary_warns(g: list[float], softness: str) -> None:
    with pytest.warns(SoftProfileWarning, match="every point lies on one side"):
        profile_loglik(g, [1, 2, 4, 3], softness=softness)


def test_infinite_boundary_values_are_sides() -> None:
    z = [1.0, 2.0, 4.0, 3.0]
    assert profile_loglik([-np.inf, -np.inf, np.inf, np.inf], z) == pytest.approx(
        profile_loglik([-1, -1, 1, 1], z, softness="hard")
    )


@pytest.mark.parametrize(
    ("g", "z", "options", "message"),
    [
        ([1, -1, 1], [1, 2, 3, 4], {}, "g has shape"),
        ([[1, -1, 1, 1]], [1, 2, 3, 4], {}, "g has shape"),
        ([1, -1, np.nan, 1], [1, 2, 3, 4], {}, "g has missing values"),
        (["a", "b", "c", "d"], [1, 2, 3, 4], {}, "g"),
        ([1, -1, 1, 1], [1, 2, 3, np.nan], {}, "missing or infinite"),
        ([1, -1, 1, 1], [2, 2, 2, 2], {}, "constant"),
        ([1, -1, 1], [1, 2, 3], {}, "too few"),
        ([1, -1, 1, 1], [1, 2, 3, 4], {"softness": "medium"}, "unknown softness 'medium': choose one of"),
        ([1, -1, 1, 1], [1, 2, 3, 4], {"density": "normal"}, "unknown density"),
        ([1, -1, 1, 1], [1, 2, 3, 4.5], {"density": "poisson"}, "counts"),
        ([1, -1, 1, 1], [1, 2, 3, 14], {"density": "binomial:10"}, "more than the 10 trials"),
    ],
)
def test_bad_input(g: Any, z: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        profile_loglik(g, z, **options)
