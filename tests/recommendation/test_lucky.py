from __future__ import annotations

import numpy as np
import pytest

from softprofile.recommendation.lucky import find_lucky_best
from softprofile.recommendation.surface import smooth_surface
from softprofile.util.validation import Array

X = np.linspace(-1.7, 1.7, 30)
GROUPS = np.zeros(30, dtype=np.int64)
USED = np.ones(30, dtype=bool)


def lucky(score: Array, noise: float) -> int | None:
    return find_lucky_best(score, USED, GROUPS, smooth_surface(X[:, None], GROUPS, score, USED), noise)


@pytest.mark.parametrize("row", [2, 12, 25])
def test_a_lone_high_score_is_lucky(row: int) -> None:
    score = np.tanh(2 * X) + 0.01 * np.random.default_rng(0).standard_normal(30)
    assert lucky(score, 0.01) is None
    score[row] = 2.0
    assert lucky(score, 0.01) == row


def test_two_neighbours_support_each_other() -> None:
    score = np.tanh(2 * X) + 0.01 * np.random.default_rng(0).standard_normal(30)
    score[[12, 13]] = 2.0
    assert lucky(score, 0.01) is None
