from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

from softprofile.optimization.optimizers.bfgs import minimize_bfgs
from softprofile.util.validation import Array
from tests.optimization.optimizers.functions import bowl, rosenbrock


@pytest.mark.parametrize("p", [1, 3, 60, 61, 150])
def test_bowl(p: int) -> None:
    # The dense method is used for up to 60 parameters.
    objective, lowest = bowl(p)
    starts = 10 * np.random.default_rng(1).standard_normal((4, p))
    kept = starts.copy()
    found = minimize_bfgs(objective, starts)
    np.testing.assert_allclose(found.parameters, np.tile(lowest, (4, 1)), atol=1e-5)
    np.testing.assert_allclose(found.values, 7.0, atol=1e-9)
    np.testing.assert_array_equal(starts, kept)


@pytest.mark.parametrize("p", [2, 10])
def test_rosenbrock(p: int) -> None:
    starts = np.random.default_rng(2).uniform(0, 2, (3, p))
    found = minimize_bfgs(rosenbrock, starts)
    np.testing.assert_allclose(found.parameters, 1.0, atol=1e-5)


def test_values_belong_to_the_parameters() -> None:
    starts = np.random.default_rng(3).standard_normal((3, 4))
    found = minimize_bfgs(rosenbrock, starts, max_iterations=5)
    np.testing.assert_allclose(found.values, rosenbrock(found.parameters)[0])
    assert np.all(found.values <= rosenbrock(starts)[0])


def test_each_start_ends_in_its_own_local_minimum() -> None:
    def two_minima(w: Array) -> tuple[Array, Array]:
        return ((w**2 - 1) ** 2).sum(axis=1), 4 * w * (w**2 - 1)

    found = minimize_bfgs(two_minima, np.array([[-0.6], [0.7], [-3.0]]))
    np.testing.assert_allclose(found.parameters[:, 0], [-1, 1, -1], atol=1e-6)


def test_batch_equals_the_loop() -> None:
    starts = np.random.default_rng(4).uniform(-1, 2, (6, 4))
    together = minimize_bfgs(rosenbrock, starts, tolerance=1e-8)
    for k, start in enumerate(starts):
        alone = minimize_bfgs(rosenbrock, start[None, :], tolerance=1e-8)
        np.testing.assert_allclose(together.parameters[k], alone.parameters[0], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_no_worse_than_scipy(seed: int) -> None:
    """Both converge to a local minimum; if it is the same one, to the same parameters."""
    start = np.random.default_rng(seed).uniform(-1.5, 2, 6)

    def one(w: Array) -> tuple[float, Array]:
        values, gradients = rosenbrock(w[None, :])
        return float(values[0]), gradients[0]

    theirs = optimize.minimize(one, start, jac=True, method="BFGS", options={"gtol": 1e-8})
    ours = minimize_bfgs(rosenbrock, start[None, :], tolerance=1e-8)
    assert np.abs(rosenbrock(ours.parameters)[1]).max() < 1e-6
    # The function has two minima in six dimensions: 0, and 3.97 near (-1, 1, ..., 1).
    assert min(abs(ours.values[0] - 0), abs(ours.values[0] - 3.9736)) < 1e-3
    if abs(ours.values[0] - theirs.fun) < 1e-3:
        np.testing.assert_allclose(ours.parameters[0], theirs.x, atol=1e-5)


def test_start_at_the_minimum_stays() -> None:
    objective, lowest = bowl(3)
    found = minimize_bfgs(objective, np.vstack([lowest, lowest + 1]))
    np.testing.assert_array_equal(found.parameters[0], lowest)
    np.testing.assert_allclose(found.parameters[1], lowest, atol=1e-6)


def test_terminates_on_an_inconsistent_objective() -> None:
    def flat(w: Array) -> tuple[Array, Array]:
        return np.zeros(len(w)), np.ones_like(w)

    found = minimize_bfgs(flat, np.zeros((2, 3)))
    np.testing.assert_array_equal(found.parameters, 0)
