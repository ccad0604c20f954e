from __future__ import annotations

import numpy as np
import pytest

from softprofile.model.densities import ScipyDensity, get_density
from softprofile.util.errors import InputError
from softprofile.util.validation import Array
from tests.helpers import CONTINUOUS, COUNTS, MyExponential, density_named, sample

_MANY = 20_000


@pytest.mark.parametrize("name", [*CONTINUOUS, *COUNTS])
def test_fit_to_samples_recovers_the_parameters(name: str) -> None:
    density, z = density_named(name), sample(name, 40, 0)
    right = (np.arange(40) >= 20).astype(float)
    thetas = [{key: float(value) for key, value in side.items()} for side in density.fit_sides(z, 1 - right, right)]
    rng = np.random.default_rng(1)
    drawn = np.concatenate([density.sample(theta, _MANY, rng) for theta in thetas])
    density.check(drawn)
    right = (np.arange(2 * _MANY) >= _MANY).astype(float)
    for fitted, theta in zip(density.fit_sides(drawn, 1 - right, right), thetas, strict=True):
        assert {key: float(value) for key, value in fitted.items()} == pytest.approx(theta, rel=0.05)


def test_scipy_distributions_can_be_sampled() -> None:
    gumbel = ScipyDensity("gumbel_r")
    drawn = gumbel.sample({"loc": 3.0, "scale": 2.0}, _MANY, np.random.default_rng(0))
    assert np.median(drawn) == pytest.approx(float(gumbel.distribution.median(3.0, 2.0)), abs=0.06)


class DrawableExponential(MyExponential):
    def sample(self, theta: dict[str, float], size: int, rng: np.random.Generator) -> Array:
        assert list(theta) == ["rate"]
        return rng.exponential(1 / theta["rate"], size)


def test_user_defined_density_can_be_sampled() -> None:
    density, z = get_density(DrawableExponential()), np.linspace(1, 3, 9)
    theta, _ = density.fit_sides(z, np.ones(9), np.zeros(9))
    plain = {key: float(value) for key, value in theta.items()}
    assert density.sample(plain, _MANY, np.random.default_rng(0)).mean() == pytest.approx(2.0, rel=0.05)


def test_error_of_a_density_that_cannot_be_sampled_says_what_to_do() -> None:
    with pytest.raises(InputError, match=r"cannot be drawn from: .* sample\(theta, size, rng\), .* kind='residual'"):
        get_density(MyExponential()).sample({"rate": 1.0}, 3, np.random.default_rng(0))


class WrongDraws(MyExponential):
    def sample(self, theta: dict[str, float], size: int, rng: np.random.Generator) -> Array:
        return np.full(size + 1, np.nan)


def test_samples_of_a_wrong_shape_are_rejected() -> None:
    with pytest.raises(InputError, match="must return 3 finite numbers"):
        get_density(WrongDraws()).sample({"rate": 1.0}, 3, np.random.default_rng(0))
