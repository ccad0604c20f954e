from __future__ import annotations

import numpy as np
import pytest

from softprofile.optimizers.bfgs import minimize_bfgs
from softprofile.validation import Array
from tests.optimizers.functions import bowl, rosenbrock


@pytest.mark.parametrize("p", [1, 3, 60, 61, 150])
def test_bowl(p: int) -> None:
    # Sixty parameters are the last that the dense method takes.
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


def test_each_start_ends_in_its_own_valley() -> None:
    def two_valleys(w: Array) -> tuple[Array, Array]:
        return ((w**2 - 1) ** 2).sum(axis=1), 4 * w * (w**2 - 1)

    found = minimize_bfgs(two_valleys, np.array([[-0.6], [0.7], [-3.0]]))
    np.testing.assert_allclose(found.parameters[:, 0], [-1, 1, -1], atol=1e-6)
