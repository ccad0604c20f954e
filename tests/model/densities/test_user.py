from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from softprofile.model.densities import GaussianSeparate, UserDensity
from softprofile.util.errors import InputError
from softprofile.util.validation import Array
from tests.helpers import MyExponential, MyGaussian, sample, weight_pair


def test_user_defined_gaussian_equals_the_built_in_one() -> None:
    mine, z, weights = UserDensity(MyGaussian()), sample("gaussian", 15, 1), weight_pair(15, 2)
    for theta, exact in zip(mine.fit_sides(z, *weights), GaussianSeparate().fit_sides(z, *weights), strict=True):
        np.testing.assert_allclose(mine.logpdf(z, theta), GaussianSeparate().logpdf(z, exact), rtol=1e-10)
        assert mine.location(theta) == pytest.approx(exact["mean"])


def test_location_defaults_to_the_weighted_mean() -> None:
    mine, z, weights = UserDensity(MyExponential()), sample("user", 15, 3), weight_pair(15, 4)
    for w, theta in zip(weights, mine.fit_sides(z, *weights), strict=True):
        assert mine.location(theta) == pytest.approx(np.average(z, weights=w))
        np.testing.assert_allclose(mine.logpdf(z, theta), np.log(theta["rate"]) - theta["rate"] * z)


def test_user_defined_location_for_many_sets_of_weights() -> None:
    mine, z = UserDensity(MyGaussian()), sample("gaussian", 9, 5)
    weights = np.random.default_rng(6).uniform(size=(4, 9))
    theta, _ = mine.fit_sides(z, weights, 1 - weights)
    np.testing.assert_allclose(mine.location(theta), weights @ z / weights.sum(axis=1))


def test_options_hold_the_object() -> None:
    inner = MyGaussian()
    assert UserDensity(inner).options() == {"inner": inner}
    assert UserDensity(inner) == UserDensity(inner)


class Without:
    def fit(self, z: Array, weights: Array) -> dict[str, float]:
        return {}


@pytest.mark.parametrize(("inner", "missing"), [(None, "fit"), (3, "fit"), (Without(), "logpdf")])
def test_missing_methods(inner: Any, missing: str) -> None:
    with pytest.raises(InputError, match=f"has no {missing}"):
        UserDensity(inner)


class BadLogpdf(MyExponential):
    def __init__(self, returned: Any) -> None:
        self.returned = returned

    def logpdf(self, z: Array, theta: dict[str, float]) -> Array:
        return np.asarray(self.returned)


@pytest.mark.parametrize("returned", [0.0, [1.0, 2.0], [0.0, 0.0, -np.inf], [0.0, np.nan, 0.0]])
def test_log_density_of_wrong_shape_or_infinite(returned: Any) -> None:
    mine, z = UserDensity(BadLogpdf(returned)), np.array([1.0, 2.0, 3.0])
    theta, _ = mine.fit_sides(z, np.ones(3), np.ones(3))
    with pytest.raises(InputError, match="one finite number for each z"):
        mine.logpdf(z, theta)
