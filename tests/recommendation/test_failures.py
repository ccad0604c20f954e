from __future__ import annotations

import numpy as np

from softprofile.recommendation.failures import find_failures


def test_two_levels_of_one_surface_are_no_failures() -> None:
    rng = np.random.default_rng(0)
    score = np.r_[0.9 + 0.01 * rng.standard_normal(20), 0.1 + 0.01 * rng.standard_normal(20)]
    assert not find_failures(score).any()


def test_penalties_of_different_sizes_are_failures() -> None:
    score = np.r_[np.linspace(0.5, 0.9, 20), -1e4, -1e6, -1e9]
    np.testing.assert_array_equal(np.flatnonzero(find_failures(score)), [20, 21, 22])


def test_a_few_equal_scores_do_not_make_the_rest_failures() -> None:
    assert not find_failures(np.r_[np.ones(8), 0.5, 0.4, 0.2]).any()
    assert not find_failures(np.r_[1 + 1e-16 * np.arange(8), 0.5, 0.4, 0.2]).any()


def test_too_few_scores_to_know() -> None:
    assert not find_failures(np.array([0.5, 0.6, -1e6])).any()
