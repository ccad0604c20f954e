from __future__ import annotations

import numpy as np
import pytest

from softprofile.optimization.optimizers.adam import minimize_adam
from softprofile.util.validation import Array
from tests.optimization.optimizers.functions import bowl, rosenbrock


@pytest.mark.parametrize("p", [1, 5])
def test_bowl(p: int) -> None:
    objective, lowest = bowl(p)
    starts = np.random.default_rng(1).standard_normal((4, p))
    found = minimize_adam(objective, starts, steps=2000, learning_rate=0.05)
    np.testing.assert_allclose(found.parameters, np.tile(lowest, (4, 1)), atol=1e-3)
    np.testing.assert_allclose(found.values, 7.0, atol=1e-5)


def test_rosenbrock() -> None:
    starts = np.random.default_rng(2).uniform(0, 2, (3, 2))
    found = minimize_adam(rosenbrock, starts, steps=6000, learning_rate=0.1)
    np.testing.assert_allclose(found.parameters, 1.0, atol=1e-2)


def test_batch_equals_the_loop() -> None:
    starts = np.random.default_rng(3).standard_normal((4, 3))
    together = minimize_adam(rosenbrock, starts, steps=50)
    for k, start in enumerate(starts):
        alone = minimize_adam(rosenbrock, start[None, :], steps=50)
        np.testing.assert_allclose(together.parameters[k], alone.parameters[0], rtol=1e-12)
        np.testing.assert_allclose(together.values[k], alone.values[0], rtol=1e-12)


def reference_path(start: Array, steps: int, rate: float) -> list[Array]:
    """Algorithm 1 of Kingma and Ba (2014), as printed."""
    theta, m, v = start.copy(), np.zeros_like(start), np.zeros_like(start)
    path = [theta.copy()]
    for t in range(1, steps + 1):
        gradient = rosenbrock(theta[None, :])[1][0]
        m = 0.9 * m + 0.1 * gradient
        v = 0.999 * v + 0.001 * gradient**2
        theta = theta - rate * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
        path.append(theta.copy())
    return path


@pytest.mark.parametrize("steps", [1, 7, 40])
def test_without_annealing_it_is_the_published_algorithm(steps: int) -> None:
    start = np.array([-0.5, 0.8])
    path = reference_path(start, steps, 0.01)
    values = [float(rosenbrock(point[None, :])[0][0]) for point in path]
    found = minimize_adam(rosenbrock, start[None, :], steps, 0.01, anneal=False)
    assert found.values[0] == pytest.approx(min(values), rel=1e-10)
    np.testing.assert_allclose(found.parameters[0], path[int(np.argmin(values))], rtol=1e-10)


def test_best_visited_parameters_are_kept() -> None:
    # The start is at the minimum, and the learning rate is so large that every step leads away from it.
    objective, lowest = bowl(2)
    found = minimize_adam(objective, lowest[None, :] + 1e-6, steps=20, learning_rate=5.0)
    np.testing.assert_allclose(found.parameters[0], lowest, atol=1e-5)
    np.testing.assert_allclose(found.values, objective(found.parameters)[0])


def test_starts_are_not_modified() -> None:
    starts = np.ones((2, 2)) * 3
    minimize_adam(rosenbrock, starts, steps=3)
    np.testing.assert_array_equal(starts, 3)
