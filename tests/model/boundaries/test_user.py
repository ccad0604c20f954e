from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from softprofile.model.boundaries import UserBoundary
from softprofile.util.errors import InputError
from softprofile.util.validation import Array
from tests.helpers import MyWave

U = np.random.default_rng(0).standard_normal((6, 2))
W = np.array([0.5, 1.0, -0.2])


def test_values_are_those_of_the_wrapped_object() -> None:
    mine = UserBoundary(MyWave())
    np.testing.assert_array_equal(mine.value(U, W), MyWave().value(U, W))
    np.testing.assert_array_equal(mine.gradient(U, W), MyWave().gradient(U, W))
    assert mine.n_parameters(2) == 3
    assert mine.coefficients(W, ["x", "y"]) == {"w1": 0.5, "w2": 1.0, "w3": -0.2}


class Incomplete:
    def n_parameters(self, m: int) -> int:
        return 1

    def value(self, U: Array, w: Array) -> Array:
        return U[:, 0]


@pytest.mark.parametrize(("inner", "missing"), [(None, "n_parameters"), (Incomplete(), "gradient")])
def test_missing_methods(inner: Any, missing: str) -> None:
    with pytest.raises(InputError, match=f"has no {missing}"):
        UserBoundary(inner)


class Returns(MyWave):
    def __init__(self, value: Any, gradient: Any = None) -> None:
        self.returned = value
        self.slopes = gradient

    def value(self, U: Array, w: Array) -> Array:
        return np.asarray(self.returned)

    def gradient(self, U: Array, w: Array) -> Array:
        return np.asarray(self.slopes)


@pytest.mark.parametrize("returned", [0.0, np.zeros(5), np.zeros((6, 1)), np.full(6, np.nan), np.full(6, np.inf)])
def test_bad_value(returned: Any) -> None:
    with pytest.raises(InputError, match=r"value of .* finite numbers of shape"):
        UserBoundary(Returns(returned)).value(U, W)


@pytest.mark.parametrize("returned", [np.zeros(6), np.zeros((3, 6)), np.full((6, 3), np.nan)])
def test_bad_gradient(returned: Any) -> None:
    with pytest.raises(InputError, match=r"gradient of .* finite numbers of shape"):
        UserBoundary(Returns(np.zeros(6), returned)).gradient(U, W)


class WithStarts(MyWave):
    def __init__(self, width: int) -> None:
        self.width = width

    def starts(self, U: Array, z: Array, count: int, rng: np.random.Generator) -> Array:
        return np.full((count, self.width), z.mean())

    def coefficients(self, w: Array, names: Any) -> dict[str, Any]:
        return {"steepness": float(w[0]), "names": list(names)}


def test_user_defined_starts_and_names() -> None:
    mine = UserBoundary(WithStarts(3))
    starts = mine.informed_starts(U, np.arange(6.0), 4, np.random.default_rng(1))
    np.testing.assert_array_equal(starts, np.full((4, 3), 2.5))
    assert mine.coefficients(W, ("x", "y")) == {"steepness": 0.5, "names": ["x", "y"]}


def test_user_defined_starts_of_the_wrong_shape() -> None:
    with pytest.raises(InputError, match=r"starts of .* must have shape"):
        UserBoundary(WithStarts(2)).informed_starts(U, np.arange(6.0), 4, np.random.default_rng(1))
