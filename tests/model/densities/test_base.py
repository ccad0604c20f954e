"""The interface that all densities implement."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softprofile.model.densities import AdditiveDensity, Density, Theta
from softprofile.model.densities.base import mean_or_zero, weighted_means
from softprofile.model.densities.location_scale import LocationScaleDensity
from softprofile.util.validation import Array
from tests.helpers import (
    ADDITIVE,
    ALL_DENSITIES,
    CONTINUOUS,
    COUNTS,
    density_named,
    sample,
    weight_pair,
    weighted_loglik,
)

every_density = pytest.mark.parametrize("name", ALL_DENSITIES)


def one_of(theta: Theta, index: int) -> Theta:
    return {key: value[index] for key, value in theta.items()}


def by_loop(density: Density, z: Array) -> Array:
    """Return Eq. (2) for each split, with each side fitted to its own points."""
    logliks = []
    for q in range(1, len(z)):
        first = (np.arange(len(z)) < q).astype(float)
        theta1, theta2 = density.fit_sides(z, first, 1 - first)
        logliks.append(density.logpdf(z, theta1)[:q].sum() + density.logpdf(z, theta2)[q:].sum())
    return np.array(logliks)


@every_density
def test_no_other_parameters_are_more_likely(name: str) -> None:
    density, z, weights = density_named(name), sample(name, 20, 1), weight_pair(20, 2)
    fitted = density.fit_sides(z, *weights)
    top = weighted_loglik(density, z, weights, fitted)
    rng = np.random.default_rng(3)
    shared = name.split(":")[0] in ("gaussian", "laplace", "student-t")
    for size in (1e-3, 1e-2, 0.1, 0.5):
        for _ in range(20):
            first, second = ({key: value * np.exp(size * rng.normal()) for key, value in t.items()} for t in fitted)
            if shared:
                second = {key: first[key] if key in ("sd", "scale") else value for key, value in second.items()}
            if "probability" in first:
                first, second = ({"probability": np.minimum(t["probability"], 0.99)} for t in (first, second))
            assert weighted_loglik(density, z, weights, (first, second)) <= top + 1e-9 * abs(top)


@every_density
def test_integer_weights_replicate_points(name: str) -> None:
    density, z = density_named(name), sample(name, 12, 4)
    rng = np.random.default_rng(5)
    counts = [rng.integers(0, 4, 12) for _ in range(2)]
    theta1, theta2 = density.fit_sides(z, counts[0].astype(float), counts[1].astype(float))
    long = np.concatenate([np.repeat(z, count) for count in counts])
    first = (np.arange(len(long)) < counts[0].sum()).astype(float)
    long1, long2 = density.fit_sides(long, first, 1 - first)
    for short, repeated in ((theta1, long1), (theta2, long2)):
        logliks = density.logpdf(z, short), density.logpdf(z, repeated)
        np.testing.assert_allclose(*logliks, rtol=1e-5 if name.startswith("scipy") else 1e-9)


@every_density
def test_only_the_ratio_of_weights_matters(name: str) -> None:
    density, z, weights = density_named(name), sample(name, 15, 6), weight_pair(15, 7)
    once, thrice = density.fit_sides(z, *weights), density.fit_sides(z, 3 * weights[0], 3 * weights[1])
    for one, three in zip(once, thrice, strict=True):
        for key in one:
            np.testing.assert_allclose(one[key], three[key], rtol=1e-5 if name.startswith("scipy") else 1e-9)


@every_density
def test_order_of_points_does_not_matter(name: str) -> None:
    density, z, weights = density_named(name), sample(name, 15, 8), weight_pair(15, 9)
    mixed = np.random.default_rng(10).permutation(15)
    plain, permuted = density.fit_sides(z, *weights), density.fit_sides(z[mixed], weights[0][mixed], weights[1][mixed])
    for one, other in zip(plain, permuted, strict=True):
        for key in one:
            np.testing.assert_allclose(one[key], other[key], rtol=1e-5 if name.startswith("scipy") else 1e-9)


@every_density
def test_swapping_the_sides_swaps_the_parameters(name: str) -> None:
    density, z, weights = density_named(name), sample(name, 15, 11), weight_pair(15, 12)
    theta1, theta2 = density.fit_sides(z, *weights)
    swapped2, swapped1 = density.fit_sides(z, *weights[::-1])
    for one, other in ((theta1, swapped1), (theta2, swapped2)):
        for key in one:
            np.testing.assert_allclose(one[key], other[key], rtol=1e-9)


@every_density
@pytest.mark.parametrize("batch", [(3,), (2, 2), (1, 1, 1)])
def test_many_weights_equal_the_loop(name: str, batch: tuple[int, ...]) -> None:
    density, z = density_named(name), sample(name, 11, 13)
    weights = np.random.default_rng(14).uniform(0, 1, (*batch, 11))
    thetas = density.fit_sides(z, 1 - weights, weights)
    for side, theta in enumerate(thetas):
        logpdf, location = density.logpdf(z, theta), density.location(theta)
        assert logpdf.shape == (*batch, 11)
        assert location.shape == batch
        for index in np.ndindex(*batch):
            alone = density.fit_sides(z, 1 - weights[index], weights[index])[side]
            for key, value in alone.items():
                assert theta[key].shape == batch
                np.testing.assert_allclose(theta[key][index], value, rtol=1e-9, atol=1e-11)
            np.testing.assert_allclose(logpdf[index], density.logpdf(z, alone), rtol=1e-9)
            np.testing.assert_allclose(location[index], density.location(alone), rtol=1e-9)


@every_density
def test_every_split_equals_the_loop(name: str) -> None:
    density, z = density_named(name), sample(name, 14, 15)
    expected = by_loop(density, z)
    np.testing.assert_allclose(density.prefix_logliks(z), expected, rtol=1e-8)
    np.testing.assert_allclose(Density.prefix_logliks(density, z), expected, rtol=1e-8)


def test_every_split_in_several_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    # The sequence is long enough for the general method to process it in several batches.
    density, z = density_named("laplace"), sample("laplace", 1500, 16)
    np.testing.assert_allclose(Density.prefix_logliks(density, z), density.prefix_logliks(z), rtol=1e-10)


@pytest.mark.parametrize("name", CONTINUOUS + COUNTS)
@given(st.lists(st.integers(0, 9), min_size=2, max_size=10), st.data())
def test_every_fit_is_finite(name: str, values: list[int], data: st.DataObject) -> None:
    density, z = density_named(name), np.array(values, dtype=float)
    zero_to_one = st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1))
    weights = np.array(data.draw(st.lists(zero_to_one, min_size=len(z), max_size=len(z))))
    for theta in density.fit_sides(z, 1 - weights, weights):
        assert np.all(np.isfinite(density.logpdf(z, theta)))
        assert np.isfinite(density.location(theta))


@pytest.mark.parametrize("name", ALL_DENSITIES)
def test_empty_side_does_not_affect_the_other(name: str) -> None:
    density, z = density_named(name), sample(name, 12, 17)
    nothing, all_ = np.zeros(12), np.ones(12)
    empty, full = density.fit_sides(z, nothing, all_)
    full_again, _ = density.fit_sides(z, all_, nothing)
    assert np.all(np.isfinite(density.logpdf(z, empty)))
    for key in full:
        np.testing.assert_allclose(full[key], full_again[key], rtol=1e-9)
    # The weights of side 1 are zero, so Eq. (6) is the likelihood of one density fitted to all z.
    top = weighted_loglik(density, z, (nothing, all_), (empty, full))
    assert top == pytest.approx(density.logpdf(z, full).sum())


@every_density
def test_single_point_on_a_side(name: str) -> None:
    density, z = density_named(name), sample(name, 12, 18)
    alone = (np.arange(12) == 4).astype(float)
    theta1, theta2 = density.fit_sides(z, alone, 1 - alone)
    assert np.all(np.isfinite(density.logpdf(z, theta1)))
    assert np.all(np.isfinite(density.logpdf(z, theta2)))
    if not name.startswith("scipy"):
        assert float(density.location(theta1)) == pytest.approx(z[4])
    if "separate" in name:
        assert density.at_floor(theta1)
        assert not density.at_floor(theta2)


@every_density
def test_larger_values_have_a_larger_location(name: str) -> None:
    density, z = density_named(name), np.sort(sample(name, 16, 19))
    low = (np.arange(16) < 8).astype(float)
    theta1, theta2 = density.fit_sides(z, low, 1 - low)
    assert density.location(theta1) < density.location(theta2)


@every_density
def test_options_rebuild_the_object(name: str) -> None:
    density = density_named(name)
    again = type(density)(**density.options())
    assert again == density
    assert hash(again) == hash(density)
    assert repr(again) == repr(density)
    assert all(density != density_named(other) for other in ALL_DENSITIES if other != name)


@pytest.mark.parametrize("name", [name for name in ALL_DENSITIES if name != "user"])
def test_copies_are_equal(name: str) -> None:
    density = density_named(name)
    assert copy.deepcopy(density) == density
    assert pickle.loads(pickle.dumps(density)) == density
    assert density != name


@pytest.mark.parametrize("name", ALL_DENSITIES)
def test_original_units(name: str) -> None:
    """The log density of z is that of standardised z minus the log of the scale."""
    density, z, weights = density_named(name), sample(name, 14, 20), weight_pair(14, 21)
    centre, scale = density.standardization(z)
    standardised = (z - centre) / scale
    for theta in density.fit_sides(standardised, *weights):
        back = density.original_units(theta, centre, scale)
        expected = density.logpdf(standardised, theta) - np.log(scale)
        np.testing.assert_allclose(density.logpdf(z, back), expected, rtol=1e-9)


@pytest.mark.parametrize("name", ["gaussian", "gaussian-separate", *COUNTS])
def test_chain_logliks_of_any_partition(name: str) -> None:
    density, z = density_named(name), sample(name, 10, 22)
    assert isinstance(density, AdditiveDensity)
    second = np.random.default_rng(23).uniform(size=(20, 10)) < 0.5
    statistics = density.statistics(z)
    sums2, count2 = statistics @ second.T, second.sum(axis=1)
    values = density.chain_logliks(10 - count2, statistics @ ~second.T, count2, sums2, z)
    for side2, value in zip(second, values, strict=True):
        thetas = density.fit_sides(z, 1.0 - side2, side2.astype(float))
        expected = weighted_loglik(density, z, (1.0 - side2, side2.astype(float)), thetas)
        assert value == pytest.approx(expected, rel=1e-9)


@every_density
def test_declarations(name: str) -> None:
    density = density_named(name)
    assert density.additive == isinstance(density, AdditiveDensity) == (name in ADDITIVE)
    assert density.location_scale == isinstance(density, LocationScaleDensity) == (name in CONTINUOUS)


@pytest.mark.parametrize("name", [name for name in ALL_DENSITIES if name not in ADDITIVE])
def test_only_additive_densities_have_statistics(name: str) -> None:
    density, nothing = density_named(name), np.zeros(1)
    with pytest.raises(NotImplementedError):
        density.statistics(nothing)
    with pytest.raises(NotImplementedError):
        density.chain_logliks(nothing, nothing[None], nothing, nothing[None], nothing)


def test_weighted_means() -> None:
    z = np.array([1.0, 2.0, 6.0])
    weights = np.array([[1.0, 1.0, 1.0], [0.0, 1.0, 3.0], [0.0, 0.0, 0.0]])
    np.testing.assert_allclose(weighted_means(z, weights), [3.0, 5.0, 3.0])


def test_mean_or_zero() -> None:
    np.testing.assert_array_equal(mean_or_zero(np.array([6.0, 5.0]), np.array([3.0, 0.0])), [2.0, 0.0])
