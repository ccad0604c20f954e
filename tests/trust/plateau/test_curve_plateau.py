"""Plateau tests of transitions and ramps, and the verdict "not levelled off"."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.trust.plateau.curve_plateau import PermutedTrendAndCurve, curve_rss
from softprofile.trust.plateau.sequential_p_value import MonteCarloSettings
from softprofile.trust.plateau.trends import loglik_ratio_to_ramp, turning_limit

X = np.linspace(0, 10, 31)
NOISE = 0.1 * np.random.default_rng(0).standard_normal(31)
MEANS = {
    "plateau": 2 + np.maximum(0, 5 - X),
    "steady change": 10 - X / 2,
    "turning point": 2 + (X - 5) ** 2 / 5,
    "not levelled off": 2 + 5 / (1 + np.exp(X - 9)),
    "no change": np.full(31, 2.0),
}
QUICK: dict[str, Any] = {"n": 19, "stop_after": 1}
WEAK = "ignore:the evidence for two levels of z is weak"


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
@pytest.mark.parametrize("verdict", MEANS)
def test_verdicts_on_a_transition(verdict: str) -> None:
    f = sp.fit(X, MEANS[verdict] + NOISE, shape="transition", better="lower", n_starts=4)
    found = f.test_plateau(**QUICK)
    assert (found.verdict, found.shape) == (verdict, "transition")
    if verdict == "not levelled off":
        assert found.extend == (("u1", "above 10"),)
        assert found.sentence.endswith("has not levelled off within the range: extend u1 above 10.")


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
def test_an_elbow_is_tested_as_its_curve() -> None:
    z = MEANS["plateau"] + NOISE
    e = sp.elbow(z, X, shape="ramp", better="lower")
    found = e.test_plateau(**QUICK)
    assert e.curve is not None
    assert found.verdict == e.curve.test_plateau(**QUICK).verdict == "plateau"
    assert "the ramp is" in found.sentence
    assert "ramp against one level" in found.summary().as_text()
    assert "the ramp less that of a linear trend" in found.plot().get_xlabel()


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
def test_without_a_direction_one_end_that_levels_off_is_enough() -> None:
    f = sp.fit(X, MEANS["not levelled off"] + NOISE, shape="transition", n_starts=4)
    found = f.test_plateau(**QUICK)
    assert (found.verdict, found.extend) == ("plateau", ())


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
def test_two_levels_know_that_z_has_not_levelled_off_if_the_good_side_is_known() -> None:
    z = MEANS["not levelled off"] + NOISE
    for known, verdict, extend in ((None, "plateau", ()), ("lower", "not levelled off", (("u1", "above 10"),))):
        for found in (
            sp.elbow(z, X, better=known).test_plateau(**QUICK),
            sp.fit(X, z, better=known, n_starts=3).test_plateau(**QUICK),
        ):
            assert (found.verdict, found.extend) == (verdict, extend)


def test_two_levels_that_level_off_are_a_plateau() -> None:
    z = np.where(X < 4.1, 7.0, 2.0) + NOISE
    assert sp.elbow(z, X, better="lower").test_plateau(**QUICK).verdict == "plateau"


def test_the_second_statistic_is_the_log_ratio_of_residual_sums_of_squares() -> None:
    f = sp.fit(X, MEANS["plateau"] + NOISE, shape="ramp", better="lower")
    z, V = f.z, f.transformed
    line = np.polynomial.Polynomial.fit(X, z, 1)(X)
    rss = float(np.sum((z - f.locations) ** 2))
    ratio = 0.5 * len(z) * np.log(np.sum((z - line) ** 2) / rss)
    assert loglik_ratio_to_ramp(V, z, rss) == pytest.approx(ratio)
    assert curve_rss(f, z, 0) == pytest.approx(rss, rel=1e-6)


def test_the_statistic_is_the_same_function_of_every_draw() -> None:
    f = sp.fit(X, MEANS["plateau"] + NOISE, shape="ramp", better="lower")
    draw = PermutedTrendAndCurve(f, MonteCarloSettings(seed=3))
    assert draw(5) == draw(5) != draw(6)
    rows = np.random.default_rng(0).permutation(31)
    other = sp.fit(X[rows], f.z[rows], shape="ramp", better="lower")
    assert PermutedTrendAndCurve(other, MonteCarloSettings(seed=3))(5) == pytest.approx(draw(5), abs=1e-3)


def test_a_quadratic_surface_is_preferred_by_bic() -> None:
    # A curve of four parameters beside a parabola of three: n log(RSS) + k log(n) are equal at the limit.
    V = X[:, None]
    limit = turning_limit(2.0, 4, V)
    assert 31 * np.log(limit) + 3 * np.log(31) == pytest.approx(31 * np.log(2.0) + 4 * np.log(31))


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
def test_sorted_values_are_tested_as_sorted_values() -> None:
    z = np.sort(MEANS["plateau"])[::-1]
    assert sp.elbow(z, shape="ramp", better="lower").test_plateau(**QUICK).population
