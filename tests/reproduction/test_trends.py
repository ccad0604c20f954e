"""Measures of acceleration, noise and turning points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softprofile.reproduction import trends
from softprofile.reproduction.pair import Pair


def test_a_straight_line_does_not_accelerate() -> None:
    assert not trends.growth(np.arange(6.0), np.arange(6.0)).accelerates
    assert not trends.growth(np.arange(6.0), -np.arange(6.0)).accelerates
    assert trends.growth(np.arange(6.0), np.arange(6.0) ** 3).accelerates


def test_slopes_are_per_unit_of_position() -> None:
    found = trends.growth(np.array([0.0, 2, 3, 4]), np.array([0.0, 2, 10, 10]))
    assert found == (1.0, 8.0, 0.5, 0.0)
    assert (
        found.described("units")
        == "from 1 to 8 units, slow over the first 50 % of the range, and levelling off at its end"
    )


def test_first_quarter() -> None:
    x = np.linspace(0, 1, 9)
    assert trends.first_quarter(x, 3 * x) == pytest.approx(1)
    assert trends.first_quarter(x, x**2) == pytest.approx(1 / 7)


def test_steps_against_the_trend() -> None:
    rising = np.add.outer(np.arange(3.0), np.arange(4.0))
    assert trends.against_trend(rising) == (0, 2 * 4 + 3 * 3)
    rising[1, 1] += 1.5
    assert trends.against_trend(rising)[0] == 2


def test_rough_share() -> None:
    V = np.random.default_rng(0).standard_normal((60, 2))
    smooth = 1 + V[:, 0] - V[:, 1] ** 2 + V[:, 0] * V[:, 1]
    assert trends.rough_share(V, smooth) == pytest.approx(0, abs=1e-12)
    assert 0.05 < trends.rough_share(V, smooth + np.random.default_rng(1).standard_normal(60)) < 0.5


def test_turn_is_between_the_levels() -> None:
    assert trends.turn(np.arange(6.0), np.array([0, 0, 0, 5, 5, 5.0])) == 2.5
    assert np.isnan(trends.turn(np.arange(6.0), np.ones(6)))
    assert np.isnan(trends.turn(np.arange(2.0), np.array([1.0, 2.0])))


def test_shape_of_sides(pair: Pair) -> None:
    found = trends.shape_of_sides(pair.quadratic)
    assert found.reasonable
    low, high = (pair.quadratic.z[pair.quadratic.sides == side].std(ddof=1) for side in (1, 2))
    assert found.ratio == pytest.approx(max(low, high) / min(low, high))
    skewed = replace(pair.quadratic, z=np.exp(pair.quadratic.z / 2))
    assert not trends.shape_of_sides(skewed).reasonable
