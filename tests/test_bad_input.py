"""Every bad input gets one clear sentence, and none is answered with an invention."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import softprofile as sp

GOOD_U = np.column_stack([np.tile([1.0, 2.0, 3.0], 3), np.repeat([1.0, 2.0, 3.0], 3)])
GOOD_Z = np.array([9.0, 9.1, 5.0, 8.9, 5.1, 4.9, 5.0, 5.2, 4.8])


def changed(array: np.ndarray, position: Any, value: float) -> np.ndarray:
    copy = array.copy()
    copy[position] = value
    return copy


@pytest.mark.parametrize(
    ("U", "z", "sentence"),
    [
        (GOOD_U, GOOD_Z[:-1], r"U has 9 rows but z has 8 values"),
        (GOOD_U[None], GOOD_Z, r"U must be a table of shape \(n, m\)"),
        (GOOD_U, np.column_stack([GOOD_Z, GOOD_Z]), r"z must be one-dimensional, but its shape is \(9, 2\)"),
        (GOOD_U[:, :0], GOOD_Z, r"U has no columns"),
        (changed(GOOD_U, (2, 1), np.nan), GOOD_Z, r"'u2' has 1 missing or infinite value\(s\), the first in row 2"),
        (changed(GOOD_U, (2, 0), np.inf), GOOD_Z, r"'u1' has 1 missing or infinite value"),
        (GOOD_U, changed(GOOD_Z, 4, np.nan), r"'z' has 1 missing or infinite value\(s\), the first in row 4"),
        (GOOD_U, changed(GOOD_Z, 4, -np.inf), r"'z' has 1 missing or infinite value"),
        (GOOD_U[:3], GOOD_Z[:3], r"3 points are too few: at least 4"),
        (GOOD_U, np.full(9, 2.0), r"z is constant \(2\)"),
        (GOOD_U, np.full(9, 0.3) + np.array([0, 5e-17] * 4 + [0]), r"z is constant"),
        (np.column_stack([GOOD_U[:, 0], np.ones(9)]), GOOD_Z, r"column 'u2' of U is constant"),
        (GOOD_U.astype(str)[:, :1] + "x", GOOD_Z, r"U holds something that is not a number"),
        (GOOD_U, ["a"] * 9, r"z holds something that is not a number"),
        (pd.DataFrame(GOOD_U, columns=["a", "a"]), GOOD_Z, r"column names of U are not distinct"),
    ],
)
def test_data(U: Any, z: Any, sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        sp.fit(U, z)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"boundary": "spline"}, r"unknown boundary 'spline': choose one of 'linear', 'quadratic', 'network'"),
        ({"density": "normal"}, r"unknown density 'normal': choose one of 'gaussian', 'gaussian-separate', 'laplace'"),
        ({"softness": "medium"}, r"unknown softness 'medium': choose one of 'soft', 'hard'"),
        ({"preset": "book"}, r"unknown preset 'book': choose one of 'paper'"),
        ({"transform": "sqrt"}, r"unknown transform 'sqrt': choose one of 'auto', 'log', 'standardize', 'none'"),
        ({"transform": ["log"]}, r"one of them for each of the 2 columns"),
        ({"transform": {"u9": "log"}}, r"transform names 'u9', but the columns are u1, u2"),
        ({"n_starts": 0}, r"n_starts must be a whole number of at least 1, not 0"),
        ({"n_starts": 2.5}, r"n_starts must be a whole number"),
        ({"ridge": -1}, r"ridge must be a finite number >= 0, not -1"),
        ({"ridge": "much"}, r"ridge must be a finite number >= 0, not 'much'"),
        (
            {"random_state": "lucky"},
            r"random_state must be a whole number >= 0, a numpy Generator or None, not 'lucky'",
        ),
        ({"random_state": -1}, r"random_state must be a whole number >= 0"),
        ({"density": "binomial"}, r"density 'binomial' needs its trials"),
        ({"density": "binomial:5"}, r"needs z to be counts"),
        ({"density": "poisson"}, r"needs z to be counts"),
        ({"density": object()}, r"a density of your own needs fit\(z, weights\) and logpdf\(z, theta\)"),
        ({"boundary": object()}, r"a boundary of your own needs n_parameters\(m\), value\(U, w\) and gradient\(U, w\)"),
        ({"preset": "paper", "ridge": 1.0}, r"preset 'paper' is the softened Gaussian fit without ridge"),
        ({"preset": "paper", "softness": "hard"}, r"preset 'paper' is the softened Gaussian fit"),
        ({"preset": "paper", "density": "laplace"}, r"preset 'paper' is the softened Gaussian fit"),
    ],
)
def test_arguments(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        sp.fit(GOOD_U, GOOD_Z, **arguments)


def test_log_of_a_non_positive_value_names_the_column() -> None:
    table = pd.DataFrame(GOOD_U - 1, columns=["cost", "width"])
    with pytest.raises(sp.InputError, match=r"column 'width' has the value 0, which has no log"):
        sp.fit(table, GOOD_Z, transform={"width": "log"})
    fit = sp.fit(GOOD_U, GOOD_Z, boundary="linear", n_starts=2)
    with pytest.raises(sp.InputError, match=r"column 'u1' has the value -1, which has no log"):
        fit.predict([[-1.0, 2.0]])


def test_z_of_mixed_sign_warns_and_says_what_was_done() -> None:
    with pytest.warns(sp.SoftProfileWarning, match=r"z changes sign, so masses are z - \(-2.2\)"):
        fit = sp.fit(GOOD_U, GOOD_Z - 7, boundary="linear", n_starts=2)
    assert "masses-shifted" in [message.code for message in fit.messages]
    assert "changes sign" in str(fit.summary())


def test_all_points_on_one_side_is_an_error() -> None:
    class AlwaysPositive:
        def n_parameters(self, m: int) -> int:
            return 1

        def value(self, U: np.ndarray, w: np.ndarray) -> np.ndarray:
            return np.full(len(U), 1 + w[0] ** 2)

        def gradient(self, U: np.ndarray, w: np.ndarray) -> np.ndarray:
            return np.full((len(U), 1), 2 * w[0])

    for softness in ("soft", "hard"):
        with pytest.raises(sp.NoBoundaryError, match=r"all points (lie )?on one side"):
            sp.fit(GOOD_U, GOOD_Z, boundary=AlwaysPositive(), softness=softness)


def test_segment_with_no_crossing_warns_and_still_lies_on_the_boundary() -> None:
    """A horseshoe of high z around a low middle: both centres of gravity lie inside."""
    x, y = np.meshgrid(np.linspace(-2, 2, 9), np.linspace(-2, 2, 9))
    U = np.column_stack([x.ravel(), y.ravel()])
    z = np.where((U**2).sum(axis=1) > 2, 10.0, 1.0) + 0.01 * U[:, 0]
    with pytest.warns(sp.SoftProfileWarning, match=r"both centres of gravity lie on side 1"):
        fit = sp.fit(U, z, n_starts=4)
    assert abs(fit.decision_function(fit.representative_point.to_frame().T)[0]) < 1e-6
    np.testing.assert_array_equal(fit.sides, np.where((U**2).sum(axis=1) > 2, 2, 1))


def test_two_flat_levels_warn_that_the_scale_is_at_its_floor() -> None:
    z = np.where(GOOD_Z > 7, 2.0, 1.0)
    with pytest.warns(sp.SoftProfileWarning, match=r"the scale of side 1 and side 2 is at its floor"):
        fit = sp.fit(GOOD_U, z, boundary="linear", softness="hard")
    assert np.isfinite(fit.loglik)


@pytest.mark.parametrize(
    ("V", "sentence"),
    [
        ([[1.0, 2.0, 3.0]], r"the fit has 2 columns \(u1, u2\), but this table has 3"),
        (pd.DataFrame({"u1": [1.0], "other": [2.0]}), r"the columns \['u2'\] of the fit are missing"),
        ([[np.nan, 1.0]], r"'u1' has 1 missing"),
    ],
)
def test_new_points(V: Any, sentence: str) -> None:
    fit = sp.fit(GOOD_U, GOOD_Z, boundary="linear", n_starts=2)
    with pytest.raises(sp.InputError, match=sentence):
        fit.predict(V)


def test_unknown_side() -> None:
    fit = sp.fit(GOOD_U, GOOD_Z, boundary="linear", n_starts=2)
    with pytest.raises(sp.InputError, match=r"side must be 1, 2, .good. or None, not 3"):
        fit.nearest_index(side=3)
