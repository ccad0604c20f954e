"""Bootstraps of transitions and ramps: closed forms without noise, equivariance, edges."""

from __future__ import annotations

import numpy as np
import pytest

import softprofile as sp
from softprofile.trust.bootstrap.resampling import KINDS

X = np.linspace(0, 10, 41)
CURVE = 5 / (1 + np.exp(2 * (X - 4)))
NOISE = 0.3 * np.random.default_rng(0).standard_normal(41)


def test_without_noise_the_intervals_are_points() -> None:
    b = sp.fit(X, CURVE, shape="transition:logistic", better="lower").bootstrap(20)
    np.testing.assert_allclose(b.intervals().to_numpy(), 4, atol=0.01)
    # 1 / (1 + exp(2 (x - 4))) = 0.05, of an improvement from x = 0 to x = 10.
    np.testing.assert_allclose(b.edge_intervals(0.05).to_numpy(), 4 + np.log(19) / 2, atol=0.01)


@pytest.mark.parametrize("kind", KINDS)
def test_units_do_not_matter(kind: str) -> None:
    one = sp.fit(X, CURVE + NOISE, shape="ramp", better="lower", transform="standardize").bootstrap(20, kind=kind)
    other = sp.fit(4 * X, 8 * (CURVE + NOISE), shape="ramp", better="lower", transform="standardize")
    scaled = other.bootstrap(20, kind=kind)
    np.testing.assert_allclose(scaled.intervals(), 4 * one.intervals(), rtol=1e-4)
    np.testing.assert_allclose(scaled.edge_intervals(0.1), 4 * one.edge_intervals(0.1), rtol=1e-4)


def test_the_edge_of_a_ramp_is_its_corner() -> None:
    b = sp.fit(X, np.maximum(0, 5 - X) + NOISE, shape="ramp", better="lower").bootstrap(20)
    np.testing.assert_allclose(b.edge_intervals(), b.intervals(), rtol=1e-6)
    low, _, high = b.intervals().to_numpy()[0]
    assert 4.2 < low < high < 5.8
    assert b.edge_points().shape == (20, 1)


def test_an_edge_of_more_tolerance_lies_farther_out() -> None:
    b = sp.fit(X, CURVE + NOISE, shape="transition", better="lower").bootstrap(20)
    assert np.all(b.edge_points(0.05) > b.edge_points(0.2))


def test_edges_need_a_direction() -> None:
    b = sp.fit(X, CURVE + NOISE, shape="ramp").bootstrap(20)
    with pytest.raises(sp.InputError, match="better='lower'"):
        b.edge_intervals()


def test_two_levels_have_edges_too() -> None:
    f = sp.fit(X, np.where(X > 4.1, 2.0, 7.0) + NOISE, better="lower")
    table = f.bootstrap(20).edge_intervals()
    assert 4 <= table["low"].iloc[0] <= table["high"].iloc[0] <= 4.5


def test_searches_of_a_curve_agree() -> None:
    f = sp.fit(X, CURVE + NOISE, shape="transition", better="lower")
    full, warm = (f.bootstrap(20, search=search) for search in ("full", "warm"))
    np.testing.assert_allclose(full.representatives, warm.representatives, atol=1e-3)
    assert f.bootstrap(20).search == "warm"
    assert "two levels, not for a transition" in warm.caveat


def test_elbow_of_a_ramp() -> None:
    e = sp.elbow(np.maximum(0, 5 - X) + NOISE, X, shape="ramp", better="lower")
    b = e.bootstrap(40)
    low, estimate, high = b.interval()
    assert low < estimate < high
    assert low < 5 < high
    np.testing.assert_allclose(b.edge_interval().to_numpy(), b.interval().to_numpy(), rtol=1e-6)
    # A threshold between two points counts for the split that it makes.
    assert b.probabilities["probability"].sum() == pytest.approx(1)
    made = np.searchsorted(X, b.thresholds, side="right")
    assert b.probabilities["probability"].max() == pytest.approx(np.bincount(made).max() / 40)
    assert "not for a ramp" in b.summary().as_text().replace("\n", " ")
    b.plot()


def test_elbow_of_a_transition_has_an_edge() -> None:
    e = sp.elbow(CURVE + NOISE, X, shape="transition", better="lower")
    b = e.bootstrap(20, kind="parametric")
    low, estimate, high = b.edge_interval(0.05)
    assert low < estimate < high
    assert estimate == pytest.approx(e.edge(0.05).point.iloc[0])
    assert b.interval()["high"] < estimate


def test_elbow_of_two_levels_has_no_edge() -> None:
    b = sp.elbow(np.where(X > 4.1, 2.0, 7.0) + NOISE, X, better="lower").bootstrap(20)
    with pytest.raises(sp.InputError, match="no edge but the threshold"):
        b.edge_interval()
