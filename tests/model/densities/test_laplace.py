from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from softprofile.model.densities import Laplace, LaplaceSeparate
from softprofile.model.densities.laplace import running_absolute_deviations
from softprofile.util.validation import Array
from tests.helpers import numerical_maximum, sample, weight_pair, weighted_loglik

FAMILIES = pytest.mark.parametrize("family", [Laplace, LaplaceSeparate])


def least_deviation(z: Array, weights: Array) -> float:
    """Return the minimum over c of sum_i w_i |z_i - c|, which is attained at one of the z."""
    return float(min(weights @ np.abs(z - c) for c in z))


@pytest.mark.parametrize("seed", range(5))
def test_medians_minimise_the_weighted_deviations(seed: int) -> None:
    z, weights = sample("laplace", 13, seed), weight_pair(13, seed + 50)
    for w, theta in zip(weights, LaplaceSeparate().fit_sides(z, *weights), strict=True):
        deviation = least_deviation(z, w)
        assert w @ np.abs(z - theta["median"]) == pytest.approx(deviation)
        assert theta["scale"] == pytest.approx(deviation / w.sum())
    for theta in Laplace().fit_sides(z, *weights):
        assert theta["scale"] == pytest.approx(sum(least_deviation(z, w) for w in weights) / 13)


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 4)), min_size=1, max_size=12))
def test_weighted_median_is_a_median_of_the_repeated_points(pairs: list[tuple[int, int]]) -> None:
    z, counts = (np.array(column) for column in zip(*pairs, strict=True))
    if counts.sum() == 0:
        return
    theta, _ = Laplace().fit_sides(z.astype(float), counts.astype(float), np.ones(len(z)))
    repeated = np.repeat(z, counts)
    assert np.sum(repeated <= theta["median"]) >= len(repeated) / 2
    assert np.sum(repeated >= theta["median"]) >= len(repeated) / 2


@FAMILIES
def test_fit_equals_numerical_maximum(family: type[Laplace] | type[LaplaceSeparate]) -> None:
    density, z, weights = family(), sample("laplace", 15, 3), weight_pair(15, 4)
    thetas = density.fit_sides(z, *weights)
    top, _ = numerical_maximum(stats.laplace.logpdf, z, weights, common=family is Laplace)
    assert weighted_loglik(density, z, weights, thetas) == pytest.approx(top, abs=1e-5)
    assert weighted_loglik(density, z, weights, thetas) >= top - 1e-9


@FAMILIES
def test_log_density(family: type[Laplace] | type[LaplaceSeparate]) -> None:
    z = np.linspace(-9, 9, 31)
    theta = {"median": np.array([1.5, -2.0]), "scale": np.array([0.3, 7.0])}
    expected = [stats.laplace.logpdf(z, 1.5, 0.3), stats.laplace.logpdf(z, -2, 7)]
    np.testing.assert_allclose(family().logpdf(z, theta), expected, rtol=1e-12)


@given(st.lists(st.one_of(st.integers(-4, 4), st.floats(-1e3, 1e3)), min_size=1, max_size=40))
def test_running_deviations_equal_those_about_every_median(values: list[float]) -> None:
    z = np.array(values, dtype=float)
    expected = [np.abs(z[:q] - np.median(z[:q])).sum() for q in range(1, len(z) + 1)]
    np.testing.assert_allclose(running_absolute_deviations(z), expected, rtol=1e-9, atol=1e-9)


@FAMILIES
@given(st.lists(st.integers(-8, 8), min_size=2, max_size=16))
def test_every_split_by_plain_medians(family: type[Laplace] | type[LaplaceSeparate], values: list[int]) -> None:
    density, z = family(), np.array(values, dtype=float)
    for q, loglik in enumerate(density.prefix_logliks(z), start=1):
        sides = z[:q], z[q:]
        totals = [np.abs(side - np.median(side)).sum() for side in sides]
        scales = [sum(totals) / len(z)] * 2 if family is Laplace else [totals[0] / q, totals[1] / (len(z) - q)]
        expected = 0.0
        for side, total, scale in zip(sides, totals, scales, strict=True):
            floored = max(scale, density.scale_floor)
            expected -= len(side) * np.log(2 * floored) + total / floored
        assert loglik == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_flat_levels_reach_the_floor() -> None:
    z = np.array([0.0] * 5 + [1.0] * 4)
    thetas = Laplace().fit_sides(z, 1 - z, z)
    assert all(Laplace().at_floor(theta) for theta in thetas)
    assert np.isfinite(weighted_loglik(Laplace(), z, (1 - z, z), thetas))
