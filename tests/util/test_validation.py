from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from softprofile.util.errors import InputError, require_choice
from softprofile.util.validation import (
    is_constant,
    read_configurations,
    read_observations,
    read_performance,
    require_count,
    require_number,
)

GRID = [[1, 2], [3, 4], [5, 6], [7, 9]]


# z


@pytest.mark.parametrize(
    "z",
    [
        [1, 2, 3, 4],
        (1.0, 2.0, 3.0, 4.0),
        range(1, 5),
        np.array([1, 2, 3, 4], dtype=np.int8),
        np.array([[1], [2], [3], [4]]),
        np.array([[1, 2, 3, 4]]),
        pd.Series([1, 2, 3, 4]),
        pd.Series([1, 2, 3, 4], dtype="Int64"),
        pd.DataFrame({"z": [1, 2, 3, 4]}),
        (value for value in [1, 2, 3, 4]),
    ],
)
def test_forms_of_z(z: Any) -> None:
    values, name = read_performance(z)
    np.testing.assert_array_equal(values, [1.0, 2.0, 3.0, 4.0])
    assert values.dtype == float
    assert name == "z"


def test_name_of_z() -> None:
    assert read_performance(pd.Series([1, 2, 3, 4], name="mse"))[1] == "mse"
    assert read_performance(pd.Series([1, 2, 3, 4], name=0))[1] == "0"


def test_z_is_copied() -> None:
    z = np.array([1.0, 2, 3, 4])
    values, _ = read_performance(z)
    z[0] = 99
    assert values[0] == 1


@pytest.mark.parametrize(
    ("z", "message"),
    [
        ([1, 2, 3], "3 points are too few: at least 4"),
        ([], "0 points"),
        (5, "one-dimensional"),
        (np.ones((2, 2)), r"one-dimensional, but its shape is \(2, 2\)"),
        ([2.5] * 5, "constant .2.5"),
        ([0.1 + 0.2, 0.3, 0.3, 0.3], "constant"),
        ([1, np.nan, 3, np.inf], "'z' has 2 missing or infinite value.* row 1"),
        (pd.Series([1, pd.NA, 3, 4], dtype="Int64"), "z"),
        ([1, None, 3, 4], "missing"),
        (["a", 2, 3, 4], "z holds something that is not a number"),
        ([[1, 2], [3]], "z holds something that is not a number"),
        ([1, 2, 3, 4j], "not a number"),
        (np.array([1, 2, 3, 4j]), "not a number"),
        (np.array(["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-09"], dtype="M8[D]"), "not a number"),
        (np.ma.masked_array([1.0, 2, 3, 4, 1e9], mask=np.arange(5) == 4), "missing"),
        (None, "z"),
    ],
)
def test_bad_z(z: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_performance(z)


def test_masked_array_without_masked_values() -> None:
    values, _ = read_performance(np.ma.masked_array([1.0, 2, 3, 4], mask=False))
    np.testing.assert_array_equal(values, [1, 2, 3, 4])


# U


@pytest.mark.parametrize("U", [GRID, tuple(map(tuple, GRID)), np.array(GRID), pd.DataFrame(GRID, columns=["a", "b"])])
def test_forms_of_configurations(U: Any) -> None:
    values, names = read_configurations(U)
    np.testing.assert_array_equal(values, GRID)
    assert names == (("a", "b") if isinstance(U, pd.DataFrame) else ("u1", "u2"))


def test_one_column() -> None:
    values, names = read_configurations([1, 2, 3])
    assert values.shape == (3, 1)
    assert names == ("u1",)
    assert read_configurations(pd.Series([1, 2], name="k"))[1] == ("k",)
    assert read_configurations(pd.DataFrame({5: [1, 2]}))[1] == ("5",)


def test_configurations_are_copied() -> None:
    U = np.array(GRID, dtype=float)
    values, _ = read_configurations(U)
    U[:] = 0
    np.testing.assert_array_equal(values, GRID)


def test_table_is_brought_into_the_order_of_the_fit() -> None:
    table = pd.DataFrame({"b": [2, 4], "other": [0, 0], "a": [1, 3]})
    values, names = read_configurations(table, ("a", "b"))
    np.testing.assert_array_equal(values, [[1, 2], [3, 4]])
    assert names == ("a", "b")


def test_one_configuration_for_a_fit_of_several_columns() -> None:
    np.testing.assert_array_equal(read_configurations([1, 2], ("a", "b"))[0], [[1, 2]])
    np.testing.assert_array_equal(read_configurations([1, 2], ("a",))[0], [[1], [2]])


@pytest.mark.parametrize(
    ("U", "names", "message"),
    [
        (np.ones((2, 2, 2)), None, r"table of shape \(n, m\)"),
        (5, None, r"table of shape \(n, m\)"),
        (np.ones((3, 0)), None, "no columns"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), None, "not distinct"),
        (pd.DataFrame({"a": [1, np.nan]}), None, "'a' has 1 missing or infinite value.* row 1"),
        ([[1, 2], [3, np.inf]], None, "'u2' has 1 missing"),
        (pd.DataFrame({"a": ["x", "y"]}), None, "U holds something that is not a number"),
        (pd.DataFrame({"a": [1]}), ("a", "b"), r"columns \['b'\] of the fit are missing"),
        ([[1, 2, 3]], ("a", "b"), "the fit has 2 columns"),
        (np.ma.masked_equal(np.array(GRID), 9), None, "missing"),
    ],
)
def test_bad_configurations(U: Any, names: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_configurations(U, names)


def test_observations() -> None:
    data = read_observations(pd.DataFrame(GRID, columns=["a", "b"]), pd.Series([1, 2, 3, 4], name="mse"))
    assert data.names == ("a", "b")
    assert data.z_name == "mse"
    assert data.U.shape == (4, 2)


@pytest.mark.parametrize(
    ("U", "z", "message"),
    [
        (GRID, [1, 2, 3, 4, 5], "U has 4 rows but z has 5 values"),
        ([[1, 2], [1, 4], [1, 6], [1, 8]], [1, 2, 3, 4], "column 'u1' of U is constant"),
        ([[1, 7], [2, 7], [3, 7], [4, 7]], [1, 2, 3, 4], "column 'u2' of U is constant"),
        (GRID, [1, 1, 1, 1], "z is constant"),
    ],
)
def test_bad_observations(U: Any, z: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_observations(U, z)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0.0, 0.0], True),
        ([1e8, 1e8 + 1e-8], True),
        ([1e8, 1e8 + 1e-6], False),
        ([1e-300, 2e-300], False),
        ([0.3, 0.1 + 0.2], True),
        ([-1.0, 1.0], False),
        ([-1e308, 1.5e308], False),
    ],
)
def test_is_constant(values: list[float], expected: bool) -> None:
    assert is_constant(np.array(values)) is expected


def test_range_of_z_beyond_the_largest_number_is_refused() -> None:
    with pytest.raises(InputError, match="z"):
        read_performance([-1e308, -1e308, 1e308, 1.5e308])


# Arguments


@pytest.mark.parametrize("value", [1, 5, np.int64(3)])
def test_count(value: Any) -> None:
    assert require_count(value, "n") == value
    assert type(require_count(value, "n")) is int


@pytest.mark.parametrize("value", [0, -1, 1.5, "1", None, True, np.nan, np.inf])
def test_bad_count(value: Any) -> None:
    with pytest.raises(InputError, match="n must be a whole number of at least 1"):
        require_count(value, "n")


def test_count_at_least() -> None:
    assert require_count(0, "n", at_least=0) == 0
    with pytest.raises(InputError, match="at least 2"):
        require_count(1, "n", at_least=2)


@pytest.mark.parametrize("value", [0, 0.5, "0.25", np.float32(2)])
def test_nonnegative(value: Any) -> None:
    assert require_number(value, "ridge", at_least=0) == float(value)


@pytest.mark.parametrize("value", [-1e-9, np.nan, np.inf, "x", None, [1, 2]])
def test_bad_nonnegative(value: Any) -> None:
    with pytest.raises(InputError, match="ridge must be a finite number >= 0"):
        require_number(value, "ridge", at_least=0)


def test_choice() -> None:
    assert require_choice("a", ("a", "b"), "letter") == "a"
    for wrong in ("c", None, 3, ["a"]):
        with pytest.raises(InputError, match=r"unknown letter .*: choose one of 'a', 'b'"):
            require_choice(wrong, ("a", "b"), "letter")
