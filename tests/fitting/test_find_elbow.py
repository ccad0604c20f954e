from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softprofile import InputError, SoftProfileWarning, elbow, elbows, profile_loglik
from softprofile.fitting.find_elbow import first_best
from softprofile.util.validation import Array
from tests.helpers import (
    ALL_DENSITIES,
    CLOSED_FORM,
    CONTINUOUS,
    COUNTS,
    coarse_sequences,
    count_sequences,
    density_named,
    fine_sequences,
    sample,
    split_loglik,
)

SCREE = [9, 8.5, 8.8, 4, 4.2, 3.9, 1, 1.1, 0.9, 1]


def squares_of_split(values: list[int], q: int) -> Fraction:
    """Residual sum of squares in exact arithmetic."""
    total = Fraction(0)
    for side in (values[:q], values[q:]):
        mean = Fraction(sum(side), len(side))
        total += sum((value - mean) ** 2 for value in side)
    return total


@given(st.one_of(coarse_sequences, fine_sequences))
@settings(max_examples=300)
def test_gaussian_equals_exact_arithmetic(values: list[int]) -> None:
    squares = [squares_of_split(values, q) for q in range(1, len(values))]
    # The first of exactly tied splits.
    assert elbow(values).index == 1 + squares.index(min(squares))


@pytest.mark.parametrize("name", CLOSED_FORM)
@given(st.data())
def test_profile_equals_brute_force(name: str, data: st.DataObject) -> None:
    values = data.draw(count_sequences if name in COUNTS else st.one_of(coarse_sequences, fine_sequences))
    z = np.array(values, dtype=float)
    found = elbow(values, density=name)
    fewest = 2 if "separate" in name else 1
    assert found.splits.tolist() == list(range(fewest, len(z) - fewest + 1))
    brute = [split_loglik(name, (z[:q], z[q:]), z.std()) for q in found.splits]
    np.testing.assert_allclose(found.profile, brute, rtol=1e-7, atol=1e-7)
    assert brute[found.index - fewest] >= max(brute) - 1e-7
    assert found.loglik == found.profile[found.index - fewest]


@pytest.mark.parametrize("name", ["student-t:3", "student-t-separate:5", "scipy:gumbel_r", "user"])
@pytest.mark.parametrize("seed", range(2))
def test_profile_equals_the_likelihood_of_every_split(name: str, seed: int) -> None:
    density, z = density_named(name), sample(name, 12, seed)
    found = elbow(z, density=density)
    brute = [profile_loglik(np.arange(12) - q + 0.5, z, density, "hard") for q in found.splits]
    np.testing.assert_allclose(found.profile, brute, rtol=1e-7)
    assert found.index == found.splits[int(np.argmax(brute))]


@pytest.mark.parametrize("offset", [0.0, 1e8, -1e8])
def test_straight_line_is_cut_in_the_middle(offset: float) -> None:
    found = elbow(np.arange(1, 101) + offset)
    assert found.index == 50
    assert found.threshold == 50.0
    assert elbow(range(1, 101)).index == 50


@pytest.mark.parametrize("name", CONTINUOUS)
@given(st.one_of(coarse_sequences, fine_sequences))
@settings(max_examples=20)
def test_large_offset_changes_nothing(name: str, values: list[int]) -> None:
    plain, moved = elbow(values, density=name), elbow(np.array(values) + 1e8, density=name)
    assert moved.index == plain.index
    np.testing.assert_array_equal(moved.sides, plain.sides)
    assert moved.loglik == pytest.approx(plain.loglik, abs=1e-6)


@pytest.mark.parametrize("name", CONTINUOUS)
@given(coarse_sequences, st.sampled_from([1e-150, 1e-9, 3.7, 1e12, 1e150]))
@settings(max_examples=20)
def test_units_change_nothing(name: str, values: list[int], unit: float) -> None:
    plain, scaled = elbow(values, density=name), elbow(np.array(values) * unit, density=name)
    assert scaled.index == plain.index
    assert scaled.loglik == pytest.approx(plain.loglik - len(values) * np.log(unit), abs=1e-6)


@pytest.mark.parametrize("noise", [1e-2, 1e-4, 1e-6])
@pytest.mark.parametrize("name", ["gaussian", "gaussian-separate", "laplace", "laplace-separate"])
def test_log_likelihood_of_almost_flat_levels_is_precise(name: str, noise: float) -> None:
    z = np.repeat([-1.0, 1.0], 50) + noise * np.random.default_rng(1).standard_normal(100)
    found = elbow(z, density=name)
    assert found.index == 50
    assert found.loglik == pytest.approx(split_loglik(name, (z[:50], z[50:]), z.std()), abs=1e-5)


@pytest.mark.parametrize("name", ALL_DENSITIES)
def test_order_of_the_rows_does_not_matter(name: str) -> None:
    density, z = density_named(name), sample(name, 12, 2)
    u = np.linspace(-3, 4, 12)
    mixed = np.random.default_rng(3).permutation(12)
    plain, permuted = elbow(z, u, density), elbow(z[mixed], u[mixed], density)
    assert permuted.index == plain.index
    assert permuted.threshold == plain.threshold
    assert permuted.loglik == pytest.approx(plain.loglik, rel=1e-9)
    np.testing.assert_array_equal(permuted.sides, plain.sides[mixed])
    np.testing.assert_array_equal(permuted.z, z[mixed])
    np.testing.assert_array_equal(permuted.u, u[mixed])


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-9, 9)), min_size=4, max_size=14))
def test_equal_candidates_stay_together(pairs: list[tuple[int, int]]) -> None:
    u, z = (np.array(column, dtype=float) for column in zip(*pairs, strict=True))
    if len(set(u)) < 2 or len(set(z)) < 2:
        return
    found = elbow(z, u)
    low, high = z[u <= found.threshold].mean(), z[u > found.threshold].mean()
    if not np.isclose(low, high):
        np.testing.assert_array_equal(found.sides == 2, (u > found.threshold) == (high > low))
    assert found.threshold in u
    assert found.index == np.sum(u <= found.threshold)
    thresholds = np.unique(u)[:-1]
    assert found.splits.tolist() == [int(np.sum(u <= t)) for t in thresholds]
    brute = [split_loglik("gaussian", (z[u <= t], z[u > t]), z.std()) for t in thresholds]
    np.testing.assert_allclose(found.profile, brute, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("n", [12, 100, 3000])
@pytest.mark.parametrize("level", [1.0, 0.1, 1e8])
@pytest.mark.parametrize("unit", [1.0, 0.0419])
def test_first_of_tied_splits(n: int, level: float, unit: float) -> None:
    # High, low, high: both ends of the valley are equally likely cuts. In the second unit the likelihood is near 0.
    third = n // 3
    z = unit * (np.repeat([1.0, 0.0, 1.0], third) + level)
    assert elbow(z).index == third


@given(st.one_of(coarse_sequences, fine_sequences))
def test_reversed_sequence(values: list[int]) -> None:
    forward, backward = elbow(values), elbow(values[::-1])
    np.testing.assert_allclose(backward.profile, forward.profile[::-1], rtol=1e-9, atol=1e-9)
    assert backward.loglik == pytest.approx(forward.loglik, rel=1e-9, abs=1e-9)
    # The best split is the mirror image, unless there are several.
    if np.sum(forward.profile >= forward.loglik - 1e-7) == 1:
        assert backward.index == len(values) - forward.index


@given(coarse_sequences)
def test_reflected_values(values: list[int]) -> None:
    for name in CONTINUOUS[:4]:
        up, down = elbow(values, density=name), elbow([-value for value in values], density=name)
        np.testing.assert_allclose(up.profile, down.profile, rtol=1e-9, atol=1e-9)


def test_fields() -> None:
    z = np.array([5.0, 7.0, 6.0, 1.0, 2.0])
    found = elbow(pd.Series(z, name="mse"), pd.Series([10, 20, 30, 40, 50], name="k"))
    assert (found.index, found.threshold) == (3, 30.0)
    assert (found.u_name, found.z_name) == ("k", "mse")
    np.testing.assert_array_equal(found.sides, [2, 2, 2, 1, 1])
    sd = np.sqrt((2.0 + 0.5) / 5)
    assert found.theta[2] == pytest.approx({"mean": 6.0, "sd": sd})
    assert found.theta[1] == pytest.approx({"mean": 1.5, "sd": sd})
    assert found.messages == ()
    assert found.loglik == pytest.approx(profile_loglik([-1, -1, -1, 1, 1], z, softness="hard"))
    assert "index=3" in repr(found)


@pytest.mark.parametrize("name", ALL_DENSITIES)
def test_side_2_has_the_larger_location(name: str) -> None:
    density, z = density_named(name), np.sort(sample(name, 12, 2))
    up, down = elbow(z, density=density), elbow(z[::-1], density=density)
    assert (up.first_side, down.first_side) == (1, 2)
    for found in (up, down):
        assert z.min() in found.z[found.sides == 1]
        assert z.max() in found.z[found.sides == 2]
        assert set(found.sides[found.u <= found.threshold]) == {found.first_side}
        first, second = (float(density.location({k: np.asarray(v) for k, v in found.theta[s].items()})) for s in (1, 2))
        assert first < second


def test_equal_locations_number_the_sides_from_left_to_right() -> None:
    z = np.array([-1.0, 1.0, -1.0, 1.0, -9.0, 9.0, -9.0, 9.0])
    for values in (z, z[::-1], z + 1e8):
        found = elbow(values, density="gaussian-separate")
        assert found.index == 4
        assert found.first_side == 1
        np.testing.assert_array_equal(found.sides, [1, 1, 1, 1, 2, 2, 2, 2])


def test_good_side() -> None:
    z, u = [9.0, 8.0, 1.0, 0.9, 0.8], pd.Series([10, 20, 30, 40, 50], name="k")
    low, high, unknown = elbow(z, u, better="lower"), elbow(z, u, better="higher"), elbow(z, u)
    assert (low.good_side, high.good_side, unknown.good_side) == (1, 2, None)
    assert low.nearest_point(side="good").to_dict() == {"k": 30.0}
    assert high.nearest_point(side="good").to_dict() == {"k": 20.0}
    assert [unknown.nearest_index(side) for side in (None, 1, 2)] == [1, 2, 1]
    with pytest.raises(InputError, match="good side is not known"):
        unknown.nearest_index("good")
    with pytest.raises(InputError, match="better"):
        elbow(z, u, better="smaller")


def test_default_names_and_candidates() -> None:
    found = elbow([5.0, 7.0, 6.0, 1.0, 2.0])
    np.testing.assert_array_equal(found.u, [1, 2, 3, 4, 5])
    assert (found.u_name, found.z_name) == ("index", "z")


def test_message_if_a_side_is_flat() -> None:
    flat = elbow([1.0, 1, 1, 4, 4, 4])
    assert flat.index == 3
    assert flat.messages[0].code == "scale-at-floor"
    assert "side 1 and side 2" in flat.messages[0].text
    one = elbow([1.0, 1, 1, 4, 5, 7, 9], density="gaussian-separate")
    (message,) = one.messages
    assert "side 1" in message.text
    assert "side 2" not in message.text
    (falling,) = elbow([9.0, 7, 5, 4, 1, 1, 1], density="gaussian-separate").messages
    assert falling.text == message.text


def test_separate_scales_keep_two_points_on_each_side() -> None:
    # An extreme last value would be infinitely likely on a side of its own.
    assert elbow([1.0, 2, 1, 2, 1, 2, 50]).index == 6
    assert elbow([1.0, 2, 1, 2, 1, 2, 50], density="gaussian-separate").index <= 5


@pytest.mark.parametrize(
    ("z", "u", "density", "message"),
    [
        ([3, 3, 3, 3], None, "gaussian", "constant"),
        ([1e8, 1e8, 1e8, 1e8], None, "gaussian", "constant"),
        ([0, 0, 0, 0], None, "gaussian", "constant"),
        ([1, 2, np.nan, 4], None, "gaussian", "missing or infinite value.*row 2"),
        ([1, 2, np.inf, 4], None, "gaussian", "missing or infinite"),
        ([1, 2, None, 4], None, "gaussian", "missing or infinite"),
        ([1, 2, 3], None, "gaussian", "too few"),
        ([], None, "gaussian", "too few"),
        (7, None, "gaussian", "one-dimensional"),
        ([[1, 2], [3, 4]], None, "gaussian", "one-dimensional"),
        (["a", "b", "c", "d"], None, "gaussian", "not a number"),
        ([1, 2, 3, 5], [1, 2, 3], "gaussian", "one number for each"),
        ([1, 2, 3, 5], [[1, 2], [3, 4], [5, 6], [7, 8]], "gaussian", "one number for each"),
        ([1, 2, 3, 5], [1, 1, 1, 1], "gaussian", "constant"),
        ([1, 2, 3, 5], [1, np.nan, 1, 1], "gaussian", "missing or infinite"),
        ([1, 2, 3, 5], [1, 1, 1, 2], "gaussian-separate", "no split leaves 2 points"),
        ([1, 2, 3, 5], None, "normal", "unknown density"),
        ([1, 2, 3, 5.5], None, "poisson", "counts"),
        ([1, -2, 3, 5], None, "binomial:9", "counts"),
    ],
)
def test_bad_input(z: Any, u: Any, density: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        elbow(z, u, density)


def test_result_is_a_copy() -> None:
    z, u = np.array([5.0, 7.0, 6.0, 1.0, 2.0]), np.arange(5.0)
    found = elbow(z, u)
    z[:] = 0
    u[:] = 0
    np.testing.assert_array_equal(found.z, [5, 7, 6, 1, 2])
    np.testing.assert_array_equal(found.u, np.arange(5))


# Attributes computed on first access.
COMPUTED_ON_ACCESS = ("u", "sides", "splits", "profile")


def assert_read_only(found: Any) -> None:
    for name in [*(field.name for field in fields(found)), *COMPUTED_ON_ACCESS]:
        value = getattr(found, name)
        if isinstance(value, np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                value[0] = 0
        with pytest.raises(FrozenInstanceError):
            setattr(found, name, None)


def test_result_cannot_be_changed() -> None:
    assert_read_only(elbow(SCREE))
    assert_read_only(elbow(SCREE, np.arange(10)[::-1], "laplace"))


def same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other)) and one.dtype == other.dtype
    return bool(one == other)


@pytest.mark.parametrize("density", ["gaussian", "student-t:3"])
@pytest.mark.parametrize("accessed", [True, False])
def test_pickle(density: str, accessed: bool) -> None:
    found = elbow(SCREE, density=density)
    if accessed:
        assert len(found.profile) == len(found.splits)
    again = pickle.loads(pickle.dumps(found))
    names = [*(field.name for field in fields(found)), *COMPUTED_ON_ACCESS]
    assert all(same(getattr(found, name), getattr(again, name)) for name in names)
    assert repr(again) == repr(found)
    assert_read_only(again)


# Several elbows


def repeated_elbow(z: Array, n: int, density: str) -> list[int]:
    found: list[int] = []
    while len(found) < n:
        done = found[-1] if found else 0
        found.append(done + elbow(z[done:], density=density).index)
    return found


@pytest.mark.parametrize("name", [*CONTINUOUS, *COUNTS])
@pytest.mark.parametrize("seed", range(3))
def test_elbows_are_the_elbow_of_the_tail(name: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    levels = np.repeat([36.0, 24.0, 12.0, 6.0], 12)
    z = rng.binomial(40, levels / 40).astype(float) if name in COUNTS else levels + rng.standard_normal(48)
    np.testing.assert_array_equal(elbows(z, 3, name), repeated_elbow(z, 3, name))
    assert elbows(z, density=name)[0] == elbow(z, density=name).index


def test_elbows_of_singular_values() -> None:
    # Three strong directions, three weaker ones, and noise that falls slowly.
    z = np.concatenate([[100, 97, 95], [40, 38, 37], 5 - 0.05 * np.arange(20)])
    np.testing.assert_array_equal(elbows(z, 2), [3, 6])
    np.testing.assert_array_equal(elbows(z + 1e8, 2), [3, 6])


@pytest.mark.parametrize(
    ("z", "n", "expected"), [([9, 1, 1, 1, 1], 3, [1]), ([9, 9, 9, 2, 1], 4, [3]), ([4, 3, 2, 1], 9, [2])]
)
def test_warning_if_there_are_fewer_elbows(z: list[float], n: int, expected: list[int]) -> None:
    with pytest.warns(SoftProfileWarning, match=f"only {len(expected)} of the {n} elbows exist"):
        np.testing.assert_array_equal(elbows(z, n), expected)


@pytest.mark.parametrize("n", [0, -1, 1.5, "two", True])
def test_bad_number_of_elbows(n: Any) -> None:
    with pytest.raises(InputError, match="number of elbows"):
        elbows(SCREE, n)


@pytest.mark.parametrize(("z", "message"), [([1, 1, 1, 1], "constant"), ([1, 2], "few"), ([1, 2, np.nan, 3], "row 2")])
def test_bad_values_for_elbows(z: list[float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        elbows(z)


def test_first_best() -> None:
    assert first_best(np.array([1.0, 3.0, 3.0 + 1e-14, 2.0])) == 1
    assert first_best(np.array([1.0, 3.0, 3.0 + 1e-9, 2.0])) == 2
    assert first_best(np.array([-1e6, -1e6 - 1.0])) == 0
