from __future__ import annotations

import numpy as np
import pytest

from softprofile.recommendation import smoother as module
from softprofile.recommendation.smoother import correlation, smooth
from softprofile.util.validation import Array


def surface(n: int, noise: float, seed: int = 0) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(seed)
    V = rng.standard_normal((n, 2))
    truth = np.tanh(V[:, 0]) + 0.3 * np.sin(V[:, 1])
    return V, truth, truth + noise * rng.standard_normal(n)


def test_gradient_of_the_restricted_likelihood() -> None:
    V, _, z = surface(25, 0.1)
    squares = (V.T[:, :, None] - V.T[:, None, :]) ** 2
    scales = np.array([0.3, 0.1, 0.2, -1.0])
    _, slope = module._restricted_loss(scales, squares, z)
    steps = 1e-5 * np.eye(4)
    numerical = [
        (module._restricted_loss(scales + step, squares, z)[0] - module._restricted_loss(scales - step, squares, z)[0])
        / 2e-5
        for step in steps
    ]
    np.testing.assert_allclose(slope, numerical, rtol=1e-6)


def test_noise_and_surface_are_found() -> None:
    V, truth, z = surface(150, 0.1)
    found = smooth(V, z)
    assert found.noise == pytest.approx(0.1, rel=0.25)
    assert np.sqrt(np.mean((found.fitted - truth) ** 2)) < 0.06
    np.testing.assert_allclose(found.predict(V), found.fitted, atol=1e-6)


def test_leave_one_out_residuals_are_those_of_refits_at_the_same_scales() -> None:
    V, _, z = surface(20, 0.1)
    found = smooth(V, z)
    kernel = found.signal**2 * correlation(V, V, found.lengths) + found.noise**2 * np.eye(20)
    for i in (0, 7, 19):
        keep = np.arange(20) != i
        inverse = np.linalg.inv(kernel[np.ix_(keep, keep)])
        mean = (inverse @ z[keep]).sum() / inverse.sum()
        predicted = mean + (kernel[i, keep]) @ inverse @ (z[keep] - mean)
        assert found.loo_residuals[i] == pytest.approx(z[i] - predicted, rel=1e-4)
    point = np.array([[0.3, -0.2]])
    cross = found.signal**2 * correlation(point, V, found.lengths)[0]
    inverse = np.linalg.inv(kernel)
    left = 1 - inverse.sum(axis=0) @ cross
    variance = found.signal**2 + found.noise**2 - cross @ inverse @ cross + left**2 / inverse.sum()
    assert found.standard_deviation(point)[0] == pytest.approx(np.sqrt(variance), rel=1e-4)


def test_many_points_are_smoothed_by_a_subset_of_centres(monkeypatch: pytest.MonkeyPatch) -> None:
    V, truth, z = surface(1500, 0.1)
    found = smooth(V, z)
    assert len(found.centres) == module.MOST_CENTRES
    assert np.sqrt(np.mean((found.fitted - truth) ** 2)) < 0.04
    order = np.random.default_rng(1).permutation(1500)
    np.testing.assert_allclose(smooth(V[order], z[order]).fitted, found.fitted[order], atol=1e-6)


def test_repeated_configurations() -> None:
    V, _, z = surface(30, 0.1)
    found = smooth(np.repeat(V, 3, axis=0), np.repeat(z, 3))
    assert np.isfinite(found.fitted).all()
    assert np.isfinite(found.loo_residuals).all()
