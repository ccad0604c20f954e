"""The even grid over the evaluated region."""

from __future__ import annotations

import numpy as np
import pytest

from softprofile.fitting.region import even_grid


@pytest.mark.parametrize("m", [1, 2, 3, 4, 6])
def test_the_grid_covers_the_box_evenly(m: int) -> None:
    rng = np.random.default_rng(m)
    V = rng.normal(size=(50, m)) * np.arange(1, m + 1) + 3
    grid = even_grid(V)
    low, high = V.min(axis=0), V.max(axis=0)
    assert np.all(grid >= low)
    assert np.all(grid <= high)
    assert grid.mean(axis=0) == pytest.approx((low + high) / 2, abs=0.01 * float((high - low).max()))
    assert grid.std(axis=0) == pytest.approx((high - low) / np.sqrt(12), rel=0.1)


def test_the_grid_does_not_depend_on_the_density_of_the_points() -> None:
    V = np.array([[0.0, 0.0], [1.0, 2.0], [0.2, 0.1]])
    assert np.array_equal(even_grid(V), even_grid(np.vstack([V, np.repeat(V[2:], 9, axis=0)])))
