"""The profile likelihood of a curve: its levels, its gradient, its invariances."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import optimize

import softprofile as sp
from softprofile.model.curve_likelihood import CurveLikelihood
from softprofile.model.densities.moving_location import MovingLocation
from softprofile.model.shapes import Ramp, Transition
from softprofile.util.validation import Array

G = np.random.default_rng(5).normal(size=60) * 2
CURVES = [*Transition().variants(), *Ramp().variants()]
SMOOTH = 1 / (1 + np.exp(-G))


def _draw(name: str) -> tuple[MovingLocation, Array]:
    rng = np.random.default_rng(8)
    if name == "gaussian":
        return sp.densities.Gaussian(), 3 + 2 * SMOOTH + 0.3 * rng.normal(size=60)
    if name == "laplace":
        return sp.densities.Laplace(), 3 + 2 * SMOOTH + 0.3 * rng.laplace(size=60)
    if name == "student":
        return sp.densities.StudentT(4), 3 + 2 * SMOOTH + 0.3 * rng.standard_t(4, size=60)
    if name == "poisson":
        return sp.densities.Poisson(), rng.poisson(3 + 9 * SMOOTH).astype(float)
    return sp.densities.Binomial(40), rng.binomial(40, 0.1 + 0.6 * SMOOTH).astype(float)


DENSITIES = ["gaussian", "laplace", "student", "poisson", "binomial"]


@pytest.mark.parametrize("name", DENSITIES)
@pytest.mark.parametrize("shape", CURVES, ids=repr)
def test_the_gradient_is_that_of_finite_differences(name: str, shape: Any) -> None:
    density, z = _draw(name)
    likelihood = CurveLikelihood(z, density, shape)
    # Gentle values keep the locations of a ramp inside the support of counts.
    g = 0.2 * G + 0.01
    step = 1e-5
    numeric = [
        float(likelihood.soft(g + step * row).loglik - likelihood.soft(g - step * row).loglik) / (2 * step)
        for row in np.eye(60)[:10]
    ]
    exact = 1e-4 if name == "laplace" else 1e-6
    assert likelihood.soft(g).gradient[:10] == pytest.approx(np.array(numeric), abs=exact)


@pytest.mark.parametrize("name", DENSITIES)
def test_levels_and_scale_maximise_the_likelihood(name: str) -> None:
    density, z = _draw(name)
    shape = Transition("logistic")
    likelihood = CurveLikelihood(z, density, shape)
    fitted = likelihood.fit_curve(G)
    low, high = likelihood.bounds

    def loss(x: Any) -> float:
        locations = density.within_support(x[0] + (x[1] - x[0]) * SMOOTH)
        return -float(density.moving_logpdf(likelihood.z, locations, np.asarray(np.exp(x[2]))).sum())

    scale_range = (-4, 2) if name in ("gaussian", "laplace", "student") else (0, 0)
    middle = [0.7 * low + 0.3 * high, 0.3 * low + 0.7 * high, 0.0]
    best = optimize.minimize(
        loss,
        middle,
        method="Nelder-Mead",
        bounds=[(low, high), (low, high), scale_range],
        options={"xatol": 1e-9, "fatol": 1e-11, "maxiter": 20_000},
    )
    exact = 1e-3 if name == "laplace" else 1e-5
    assert float(likelihood.loglik(fitted) - likelihood.levels_likelihood.log_jacobian) >= -best.fun - 1e-5
    assert fitted.levels == pytest.approx(best.x[:2], abs=exact * (high - low))


def test_levels_stay_within_the_observed_values() -> None:
    x = np.linspace(-1, 1, 30)
    likelihood = CurveLikelihood(3 * x, sp.densities.Gaussian(), Transition("logistic"))
    # A soft sigmoid of a straight line would have levels far outside of z.
    fitted = likelihood.fit_curve(0.1 * x)
    assert fitted.levels == pytest.approx(np.array(likelihood.bounds))


def test_many_boundaries_are_evaluated_at_once() -> None:
    density, z = _draw("student")
    likelihood = CurveLikelihood(z, density, Transition("cloglog"))
    many = np.array([G, 0.5 * G, -G])
    together = likelihood.soft(many)
    for row, g in enumerate(many):
        alone = likelihood.soft(g)
        assert together.loglik[row] == pytest.approx(float(alone.loglik), abs=1e-7)
        assert together.gradient[row] == pytest.approx(alone.gradient, abs=1e-6)


@pytest.mark.parametrize("shape", CURVES, ids=repr)
@pytest.mark.parametrize("name", ["gaussian", "laplace", "student"])
def test_shift_and_scale_of_z_shift_the_loglik_by_the_jacobian(name: str, shape: Any) -> None:
    density, z = _draw(name)
    first = CurveLikelihood(z, density, shape).soft(G)
    second = CurveLikelihood(1e3 * z - 5e4, density, shape).soft(G)
    assert float(second.loglik) == pytest.approx(float(first.loglik) - 60 * np.log(1e3), abs=1e-6)
    assert second.gradient == pytest.approx(first.gradient, abs=1e-5)


def test_a_location_at_the_end_of_its_support_does_not_move() -> None:
    density, z = _draw("binomial")
    likelihood = CurveLikelihood(z, density, Ramp("low"))
    g = np.where(np.arange(60) < 5, 50.0, 0.2 * G)
    assert np.all(likelihood.soft(g).gradient[:5] == 0)
