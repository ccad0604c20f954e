from __future__ import annotations

import numpy as np
import pytest

from softprofile.recommendation.noise import noise_near_top

SCORE = np.linspace(0, 1, 100)
RESIDUALS = np.where(SCORE < 0.5, 5.0, 0.1 * np.resize([1, -1], 100))


def test_residuals_of_the_poor_half_do_not_count() -> None:
    assert noise_near_top(SCORE, SCORE, RESIDUALS, 3.0, None) == pytest.approx(0.14826)


def test_the_smallest_estimate_counts() -> None:
    assert noise_near_top(SCORE, SCORE, RESIDUALS, 0.05, None) == 0.05
    errors = np.where(SCORE < 0.5, 9.0, 0.02)
    assert noise_near_top(SCORE, SCORE, RESIDUALS, 0.05, errors) == 0.02


def test_estimates_of_zero_and_missing_ones_are_left_out() -> None:
    assert noise_near_top(SCORE, SCORE, np.zeros(100), 0.05, np.zeros(100)) == 0.05
    assert noise_near_top(SCORE, SCORE, np.full(100, np.nan), 0.05, np.full(100, np.nan)) == 0.05
    assert noise_near_top(SCORE, SCORE, np.full(100, np.nan), 0.0, None) == 0
