from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softprofile.model.transforms import choose_transform
from softprofile.util.errors import InputError
from softprofile.util.validation import Array

NAMES = ("cost", "gamma")
POSITIVE = np.array([[1.0, 10.0], [2.0, 1e-3], [8.0, 5.0], [3.0, 0.2]])
MIXED = np.column_stack([[1.0, 2.0, 8.0, 3.0], [-1.0, 0.0, 4.0, 5.0]])

kinds = st.sampled_from(["auto", "log", "standardize", "none"])


@given(
    st.lists(st.tuples(st.floats(1e-6, 1e6), st.floats(1e-6, 1e6)), min_size=3, max_size=12),
    st.tuples(kinds, kinds),
)
def test_invert_reverses_apply(rows: list[tuple[float, float]], chosen: tuple[str, str]) -> None:
    U = np.array(rows)
    if np.any(np.ptp(np.log(U), axis=0) < 1e-3) or np.any(np.ptp(U, axis=0) < 1e-3 * np.abs(U).max(axis=0)):
        return
    transform = choose_transform(U, NAMES, chosen)
    np.testing.assert_allclose(transform.invert(transform.apply(U, NAMES)), U, rtol=1e-9, atol=1e-9 * U.max())
    # A single configuration works, too.
    np.testing.assert_allclose(transform.invert(transform.apply(U[0], NAMES)), U[0], rtol=1e-9, atol=1e-9 * U.max())


@pytest.mark.parametrize("transform", ["auto", "log"])
def test_log_is_equation_13(transform: str) -> None:
    logged = np.log(POSITIVE)
    expected = (logged - logged.mean(axis=0)) / logged.std(axis=0, ddof=1)
    found = choose_transform(POSITIVE, NAMES, transform)
    np.testing.assert_allclose(found.apply(POSITIVE, NAMES), expected, rtol=1e-12)
    assert found.kinds == ("log", "log")
    np.testing.assert_array_equal(found.is_log, [True, True])


def test_standardise_has_mean_zero_and_sample_variance_one() -> None:
    V = choose_transform(MIXED, NAMES, "standardize").apply(MIXED, NAMES)
    np.testing.assert_allclose(V.mean(axis=0), 0, atol=1e-15)
    np.testing.assert_allclose(V.var(axis=0, ddof=1), 1)


def test_none_leaves_the_columns_unchanged() -> None:
    transform = choose_transform(MIXED, NAMES, "none")
    np.testing.assert_array_equal(transform.apply(MIXED, NAMES), MIXED)
    np.testing.assert_array_equal(transform.invert(MIXED), MIXED)


@pytest.mark.parametrize(
    ("transform", "expected"),
    [
        ("auto", ("log", "standardize")),
        (["auto", "none"], ("log", "none")),
        (("standardize", "auto"), ("standardize", "standardize")),
        ({"gamma": "none"}, ("log", "none")),
        ({"cost": "standardize"}, ("standardize", "standardize")),
        ({}, ("log", "standardize")),
    ],
)
def test_kind_of_each_column(transform: Any, expected: tuple[str, str]) -> None:
    assert choose_transform(MIXED, NAMES, transform).kinds == expected


def test_zero_is_not_positive() -> None:
    U = np.array([[0.0], [1.0], [2.0]])
    assert choose_transform(U, ["x"], "auto").kinds == ("standardize",)


@pytest.mark.parametrize("unit", [1e-30, 1e-3, 7.0, 1e30])
def test_units_of_a_logged_column_do_not_matter(unit: float) -> None:
    plain = choose_transform(POSITIVE, NAMES, "log").apply(POSITIVE, NAMES)
    scaled = POSITIVE * [unit, 1.0]
    np.testing.assert_allclose(
        choose_transform(scaled, NAMES, "log").apply(scaled, NAMES), plain, rtol=1e-12, atol=1e-13
    )


@pytest.mark.parametrize(("unit", "shift"), [(1e-30, 0.0), (7.0, -3.0), (1.0, 1e8)])
def test_units_and_origin_of_a_standardised_column_do_not_matter(unit: float, shift: float) -> None:
    plain = choose_transform(MIXED, NAMES, "standardize").apply(MIXED, NAMES)
    moved = MIXED * unit + shift
    np.testing.assert_allclose(
        choose_transform(moved, NAMES, "standardize").apply(moved, NAMES), plain, rtol=1e-12, atol=1e-13
    )


def test_data_are_not_modified() -> None:
    U = POSITIVE.copy()
    transform = choose_transform(U, NAMES, "log")
    V = transform.apply(U, NAMES)
    kept = V.copy()
    transform.invert(V)
    np.testing.assert_array_equal(U, POSITIVE)
    np.testing.assert_array_equal(V, kept)


def test_other_configurations_use_the_centre_and_scale_of_the_data() -> None:
    transform = choose_transform(POSITIVE, NAMES, "log")
    middle = np.exp(np.log(POSITIVE).mean(axis=0))
    np.testing.assert_allclose(transform.apply(middle[None, :], NAMES), [[0.0, 0.0]], atol=1e-14)


@pytest.mark.parametrize(
    ("U", "transform", "message"),
    [
        (MIXED, "log", "column 'gamma' has the value -1"),
        (MIXED, {"gamma": "log"}, "column 'gamma' has the value -1"),
        (MIXED, "sqrt", "unknown transform 'sqrt': choose one of"),
        (MIXED, ["auto", "sqrt"], "unknown transform 'sqrt'"),
        (MIXED, ["auto", None], "unknown transform None"),
        (MIXED, ["auto"], "2 columns"),
        (MIXED, None, "transform must be one of"),
        (MIXED, {"size": "log"}, "'size', but the columns are cost, gamma"),
        (np.array([[1.0, 2], [1.0, 3], [1.0, 4]]), "auto", "column 'cost' is constant"),
    ],
)
def test_errors_name_the_column(U: Array, transform: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        choose_transform(U, NAMES, transform)


def test_new_configurations_without_a_log_are_rejected() -> None:
    transform = choose_transform(POSITIVE, NAMES, "log")
    with pytest.raises(InputError, match="column 'cost' has the value 0"):
        transform.apply(np.array([[0.0, 1.0]]), NAMES)


@pytest.mark.parametrize("unit", [1e-290, 1e-160, 1e160, 1e290])
@pytest.mark.parametrize("kind", ["log", "standardize"])
def test_squares_of_huge_and_tiny_units_do_not_matter(unit: float, kind: str) -> None:
    U = np.random.default_rng(0).uniform(1, 5, (9, 1))
    ordinary, extreme = (choose_transform(table, ["u"], kind).apply(table, ["u"]) for table in (U, U * unit))
    np.testing.assert_allclose(extreme, ordinary, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("U", "kind", "sentence"),
    [
        (np.array([[-1.5e308], [1.5e308], [0.0]]), "standardize", "'u' has a range that overflows"),
        (np.array([[1e40], [2e40], [3e40]]), "none", "'u' has values of up to 3e.40 that differ by about 1e.40"),
        (np.array([[1e-40], [2e-40], [3e-40]]), "none", "give it transform 'standardize'"),
    ],
)
def test_columns_that_overflow_or_vanish_are_rejected(U: Array, kind: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        choose_transform(U, ["u"], kind)
