from __future__ import annotations

import numpy as np
import pytest

from softprofile.model import objective as objective_module
from softprofile.model.boundaries import Boundary, Linear, Network, Quadratic
from softprofile.model.densities import Gaussian, Poisson
from softprofile.model.likelihood import Likelihood
from softprofile.model.objective import PenalizedLikelihood
from softprofile.util.validation import Array
from tests.helpers import density_named

RIDGE = 1e-3
BOUNDARIES = [Linear(), Quadratic(), Network(hidden=3)]


def points(n: int = 30, m: int = 2) -> tuple[Array, Array]:
    rng = np.random.default_rng(n + m)
    V = rng.standard_normal((n, m))
    return V, rng.poisson(4 + 3 * (V[:, 0] > 0)).astype(float)


def parameters(boundary: Boundary, m: int, count: int, size: float = 1.0) -> Array:
    return size * np.random.default_rng(7).standard_normal((count, boundary.n_parameters(m)))


@pytest.mark.parametrize("boundary", BOUNDARIES, ids=repr)
@pytest.mark.parametrize("density", ["gaussian", "laplace", "poisson"])
def test_objective_is_minus_the_mean_log_likelihood_plus_the_ridge(boundary: Boundary, density: str) -> None:
    V, z = points()
    likelihood = Likelihood(z, density_named(density))
    values, gradients = PenalizedLikelihood(V, boundary, likelihood).objective(RIDGE)(w := parameters(boundary, 2, 4))
    for k in range(4):
        g = boundary.value(boundary.design(V), w[k])
        assert values[k] == pytest.approx(-float(likelihood.soft(g).loglik) / len(z) + RIDGE * w[k] @ w[k])
    assert gradients.shape == w.shape


@pytest.mark.parametrize("boundary", BOUNDARIES, ids=repr)
def test_gradient_by_finite_differences(boundary: Boundary) -> None:
    V, z = points()
    objective = PenalizedLikelihood(V, boundary, Likelihood(z, Gaussian())).objective(RIDGE)
    w = parameters(boundary, 2, 1)[0]
    steps = 1e-6 * np.eye(len(w))
    numeric = (objective(w + steps)[0] - objective(w - steps)[0]) / 2e-6
    np.testing.assert_allclose(objective(w[None, :])[1][0], numeric, rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize("boundary", BOUNDARIES, ids=repr)
def test_curvature_is_the_hessian_with_theta_held_fixed(boundary: Boundary) -> None:
    """Compare with finite differences of the gradient of -sum s_i contrast_i / n + ridge |w|^2."""
    V, z = points()
    likelihood = Likelihood(z, Gaussian())
    w = parameters(boundary, 2, 1)[0]
    design = boundary.design(V)
    _, _, curvature = PenalizedLikelihood(V, boundary, likelihood).curved_objective(RIDGE)(w)
    s = 1 / (1 + np.exp(-boundary.value(design, w)))
    contrast = likelihood.density.soft_profile(likelihood.z, 1 - s, s)[1]

    def gradient(at: Array) -> Array:
        soft = 1 / (1 + np.exp(-boundary.value(design, at)))
        return -boundary.pullback(design, at, soft * (1 - soft) * contrast) / len(z) + 2 * RIDGE * at

    numeric = np.array([(gradient(w + step) - gradient(w - step)) / 2e-6 for step in 1e-6 * np.eye(len(w))])
    np.testing.assert_allclose(curvature(), numeric, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("boundary", BOUNDARIES, ids=repr)
@pytest.mark.parametrize("density", [Gaussian(), Poisson()], ids=repr)
def test_blocks_of_points_change_nothing(
    boundary: Boundary, density: Gaussian | Poisson, monkeypatch: pytest.MonkeyPatch
) -> None:
    V, z = points(50, 3)
    w = parameters(boundary, 3, 5)
    likelihood = Likelihood(z, density)
    whole = PenalizedLikelihood(V, boundary, likelihood)
    expected = whole.objective(RIDGE)(w), whole.curved_objective(RIDGE)(w[0])[2](), whole.values(w)
    monkeypatch.setattr(objective_module, "_ROWS_KEPT", 7)
    monkeypatch.setattr(objective_module, "_VALUES_AT_ONCE", 120)
    parted = PenalizedLikelihood(V, boundary, likelihood)
    for found, right in zip(parted.objective(RIDGE)(w), expected[0], strict=True):
        np.testing.assert_allclose(found, right, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(parted.curved_objective(RIDGE)(w[0])[2](), expected[1], rtol=1e-10, atol=1e-13)
    np.testing.assert_allclose(parted.values(w), expected[2])
    assert "design" not in vars(parted)


def test_single_precision_is_close() -> None:
    V, z = points()
    boundary = Network(hidden=4)
    likelihood = PenalizedLikelihood(V, boundary, Likelihood(z, Gaussian()))
    w = parameters(boundary, 2, 3)
    for rough, exact in zip(likelihood.objective(RIDGE, np.float32)(w), likelihood.objective(RIDGE)(w), strict=True):
        np.testing.assert_allclose(rough, exact, rtol=1e-4, atol=1e-5)


def test_only_smooth_fits_are_curved() -> None:
    V, z = points()
    assert PenalizedLikelihood(V, Quadratic(), Likelihood(z, Gaussian())).curved
    assert not PenalizedLikelihood(V, Quadratic(), Likelihood(z, density_named("laplace"))).curved
