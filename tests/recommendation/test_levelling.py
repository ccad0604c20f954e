from __future__ import annotations

import numpy as np
import pytest

from softprofile.recommendation.levelling import find_levelling
from softprofile.recommendation.surface import Group, smooth_surface
from softprofile.util.validation import Array

X = np.linspace(-1.7, 1.7, 40)


def group_of(V: Array, score: Array) -> tuple[Group, float]:
    surface = smooth_surface(V, np.zeros(len(V), dtype=np.int64), score, np.ones(len(V), dtype=bool))
    return surface.smoothed[0], surface.improvement


@pytest.mark.parametrize(
    ("score", "verdict", "improving"),
    [
        (np.tanh(2 * (X + 1)), "plateau", 0),
        (-np.tanh(2 * X), "plateau", 0),
        (X, "still improving", 1),
        (-X, "still improving", -1),
        (-(X**2), "optimum inside", 0),
    ],
)
def test_verdicts_in_one_dimension(score: Array, verdict: str, improving: int) -> None:
    found = find_levelling(*group_of(X[:, None], score), noise=1e-3)
    assert found.verdict == verdict
    assert found.improving.tolist() == [improving]


def test_a_coordinate_that_does_not_matter_has_two_good_ends() -> None:
    x, y = np.meshgrid(X[::4], X[::4])
    V = np.column_stack([x.ravel(), y.ravel()])
    found = find_levelling(*group_of(V, np.tanh(2 * V[:, 0])), noise=1e-3)
    assert found.good_ends.tolist() == [[False, True], [True, True]]
    assert found.towards_good.tolist() == [1, 0]
