from __future__ import annotations

import numpy as np
import pytest

import softprofile as sp
from softprofile.trust.comparison.cross_validation import assign_folds, collect, score_held_out
from softprofile.util.errors import InputError


def test_folds_differ_between_repeats() -> None:
    rng = np.random.default_rng(0)
    U, z = rng.standard_normal((20, 2)), rng.standard_normal(20)
    folds = assign_folds(U, z, 4, 3, seed=1)
    assert folds.shape == (3, 20)
    assert all(np.bincount(fold).tolist() == [5] * 4 for fold in folds)
    assert len({tuple(fold) for fold in folds}) == 3
    np.testing.assert_array_equal(folds, assign_folds(U, z, 4, 3, seed=1))
    assert assign_folds(U, z, None, 3, seed=1).shape == (0, 20)


def test_folds_must_leave_enough_to_fit() -> None:
    U, z = np.arange(5.0)[:, None], np.arange(5.0)
    assert assign_folds(U, z, 5, 1, seed=0).shape == (1, 5)
    with pytest.raises(InputError, match="5 points in 2 folds leave fewer than 4 to fit"):
        assign_folds(U, z, 2, 1, seed=0)


def test_scores_are_assigned_to_their_points_and_averaged() -> None:
    splits = [np.array([True, False, False]), np.array([False, True, True]), np.array([True, True, True])]
    outcomes = [
        (np.array([1.0]), np.array([0.0])),
        (np.array([2.0, 3.0]), np.array([0.0, 4.0])),
        (np.array([5.0, 6.0, 7.0]), np.array([0.0, 0.0, 0.0])),
    ]
    scores, one_level, trouble = collect(outcomes, splits, 2)
    np.testing.assert_array_equal(scores, [3.0, 4.0, 5.0])
    np.testing.assert_array_equal(one_level, [0.0, 0.0, 2.0])
    assert trouble == ""
    assert collect(["broken", *outcomes[1:]], splits, 2) == (None, None, "broken")
    assert collect([], [], 0) == (None, None, "")


def test_reason_if_z_is_constant_without_a_fold() -> None:
    z = np.array([1.0, 1, 1, 1, 1, 5])
    with pytest.warns(sp.SoftProfileWarning, match="floor"):
        f = sp.fit(np.arange(6.0), z, transform="standardize")
    reason = score_held_out(f, np.array([False, False, False, False, True, True]))
    assert isinstance(reason, str)
    assert reason.startswith("z is constant without one of the folds")
