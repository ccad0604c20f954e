from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from softprofile.model.objective import CurvedObjective, Objective
from softprofile.optimization.optimizers.newton import minimize_newton
from softprofile.util.validation import Array
from tests.optimization.optimizers.functions import bowl, rosenbrock


def curved(objective: Objective, calls: list[int] | None = None) -> CurvedObjective:
    """Add a curvature by central differences of the gradient."""

    def at(w: Array) -> tuple[float, Array, Callable[[], Array]]:
        if calls is not None:
            calls.append(len(calls))
        values, gradients = objective(w[None, :])

        def curvature() -> Array:
            steps = 1e-5 * np.eye(len(w))
            matrix = (objective(w + steps)[1] - objective(w - steps)[1]) / 2e-5
            return (matrix + matrix.T) / 2

        return float(values[0]), gradients[0], curvature

    return at


@pytest.mark.parametrize("p", [1, 3, 60])
def test_bowl_in_a_few_steps(p: int) -> None:
    objective, lowest = bowl(p)
    calls: list[int] = []
    found = minimize_newton(curved(objective, calls), 10 * np.random.default_rng(1).standard_normal((1, p)))
    np.testing.assert_allclose(found.parameters[0], lowest, atol=1e-8)
    assert found.values[0] == pytest.approx(7.0, abs=1e-12)
    assert len(calls) < 20


@pytest.mark.parametrize("p", [2, 6])
def test_rosenbrock(p: int) -> None:
    starts = np.random.default_rng(2).uniform(-1, 2, (4, p))
    found = minimize_newton(curved(rosenbrock), starts)
    assert np.all(np.abs(rosenbrock(found.parameters)[1]) <= 1e-9)
    np.testing.assert_allclose(found.values, rosenbrock(found.parameters)[0])


def test_leaves_a_saddle_point_downhill() -> None:
    def two_minima(w: Array) -> tuple[Array, Array]:
        return ((w**2 - 1) ** 2).sum(axis=1), 4 * w * (w**2 - 1)

    found = minimize_newton(curved(two_minima), np.array([[0.01, -0.02], [-0.01, 0.3]]))
    np.testing.assert_allclose(found.parameters, [[1, -1], [-1, 1]], atol=1e-8)


def test_never_increases_and_respects_max_iterations() -> None:
    starts = np.random.default_rng(3).standard_normal((3, 4))
    kept = starts.copy()
    last = rosenbrock(starts)[0]
    for steps in (1, 2, 4, 8):
        found = minimize_newton(curved(rosenbrock), starts, max_iterations=steps)
        assert np.all(found.values <= last)
        last = found.values
    np.testing.assert_array_equal(starts, kept)


def test_minimum_at_infinity_ends_by_the_tolerance() -> None:
    def falling(w: Array) -> tuple[Array, Array]:
        return np.exp(-w[:, 0]), -np.exp(-w)

    found = minimize_newton(curved(falling), np.zeros((1, 1)), tolerance=1e-6)
    assert 0 < found.values[0] <= 1e-6


def test_converges_with_a_wrong_curvature() -> None:
    objective, lowest = bowl(5)
    right = curved(objective)

    def with_identity(w: Array) -> tuple[float, Array, Callable[[], Array]]:
        value, gradient, _ = right(w)
        return value, gradient, lambda: np.eye(5)

    found = minimize_newton(with_identity, np.zeros((1, 5)))
    np.testing.assert_allclose(found.parameters[0], lowest, atol=1e-7)
