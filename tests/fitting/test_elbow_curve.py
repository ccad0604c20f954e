"""Elbows of a transition or a ramp."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

import softprofile as sp
from softprofile.fitting.elbow_curve import curve_profile
from softprofile.model.curve_likelihood import CurveLikelihood
from softprofile.model.densities.moving_location import MovingLocation
from softprofile.util.validation import Array

X = np.linspace(0, 10, 51)


def _hinge(seed: int) -> Array:
    return np.maximum(0, 5 - X) + 0.5 * np.random.default_rng(seed).normal(size=len(X))


@pytest.mark.parametrize("seed", range(5))
def test_a_ramp_is_segmented_regression_with_a_flat_segment(seed: int) -> None:
    z = _hinge(seed)

    def squares(corner: float) -> float:
        A = np.column_stack([np.ones(len(X)), np.maximum(0, corner - X)])
        return float(np.linalg.lstsq(A, z, rcond=None)[1][0])

    corners = np.linspace(0.5, 9.5, 1801)
    e = sp.elbow(z, X, shape="ramp", better="lower")
    assert e.threshold == pytest.approx(corners[np.argmin([squares(each) for each in corners])], abs=0.006)
    assert e.threshold == pytest.approx(float(e.edge().point.iloc[0]))


def test_the_corner_of_a_hinge_is_found_where_two_levels_cut_the_slope() -> None:
    errors: dict[str, list[float]] = {"levels": [], "ramp": []}
    for seed in range(40):
        for shape in errors:
            errors[shape].append(sp.elbow(_hinge(100 + seed), X, shape=shape, better="lower").threshold - 5)
    rms = {shape: np.sqrt(np.mean(np.square(each))) for shape, each in errors.items()}
    assert rms["ramp"] < 0.3 < 1.5 < rms["levels"]


def test_the_profile_is_the_largest_likelihood_over_the_steepness() -> None:
    e = sp.elbow(_hinge(1), X, shape="transition:logistic")
    f = e.curve
    assert f is not None
    assert isinstance(f.density, MovingLocation)
    likelihood = CurveLikelihood(f.z, f.density, f.shape)
    cut = np.array([3.0])
    (v,) = f.transform.apply(cut[:, None], f.names)[:, 0]

    def loss(k: float) -> float:
        return -float(likelihood.soft(-np.exp(k) * (f.transformed[:, 0] - v)).loglik)

    best = optimize.minimize_scalar(loss, bounds=(-3.0, 5.0), method="bounded")
    assert curve_profile(f, cut) == pytest.approx([-best.fun], abs=0.01)
    assert len(e.profile) == len(e.splits)
    assert np.all(e.profile <= e.loglik + 1e-6)
    assert e.profile.max() > e.loglik - 0.5
    low, high = e.likelihood_interval()
    assert low <= e.threshold + 0.2
    assert high >= e.threshold - 0.2


def test_values_without_u_are_numbered_from_one() -> None:
    z = [5.0, 3.9, 3.1, 2.0, 0.9, 0.1, 0.0, 0.1, -0.1, 0.0]
    e = sp.elbow(z, shape="ramp")
    assert (e.index, e.shape, e.u_name) == (5, sp.shapes.Ramp("low"), "index")
    assert e.threshold == pytest.approx(5.93, abs=0.01)


def test_order_of_the_values_does_not_matter() -> None:
    order = np.random.default_rng(0).permutation(len(X))
    z = _hinge(2)
    assert sp.elbow(z[order], X[order], shape="transition").threshold == pytest.approx(
        sp.elbow(z, X, shape="transition").threshold, abs=1e-4
    )


def test_two_levels_have_no_edge() -> None:
    with pytest.raises(sp.InputError, match="two levels have no edge"):
        sp.elbow(_hinge(0), X).edge()
    with pytest.raises(sp.InputError, match="needs a direction"):
        sp.elbow(_hinge(0), X, shape="ramp").edge()


@pytest.mark.parametrize("shape", ["transition", "ramp"])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_sides_are_those_of_the_curve(shape: str, sign: float) -> None:
    u = np.linspace(0, 10, 41)
    z = sign * 5 / (1 + np.exp(2 * (u - 4))) + 0.05 * np.sin(9 * u)
    e = sp.elbow(z, u, shape=shape, better="lower")
    assert e.curve is not None
    np.testing.assert_array_equal(e.sides, e.curve.sides)
    assert z[e.sides == 2].mean() > z[e.sides == 1].mean()
    assert e.first_side == (2 if sign > 0 else 1)
    good = e.nearest_index("good")
    assert e.sides[good] == 1
    assert abs(u[good] - e.threshold) == np.abs(u[e.sides == 1] - e.threshold).min()
