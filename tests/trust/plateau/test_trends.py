"""Ramps, rates and turning points, compared with known values."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from softprofile.trust.plateau.trends import (
    fit_ramp,
    has_turning_point,
    levels_to_ramp_loglik_ratio,
    rates_within_sides,
)
from softprofile.util.validation import Array

RNG = np.random.default_rng(0)
V = RNG.uniform(-1, 1, (80, 2))
SIDES = np.where(V.sum(axis=1) > 0, 2, 1)


def test_is_the_difference_of_gaussian_log_likelihoods() -> None:
    z = V[:, 0] + RNG.standard_normal(80)
    X = np.column_stack([V, np.ones(80)])
    residuals = z - X @ np.linalg.solve(X.T @ X, X.T @ z)
    about = z - np.where(SIDES == 1, z[SIDES == 1].mean(), z[SIDES == 2].mean())
    logliks = [stats.norm.logpdf(left, scale=left.std()).sum() for left in (about, residuals)]
    assert levels_to_ramp_loglik_ratio(V, z, SIDES) == pytest.approx(logliks[0] - logliks[1])


@pytest.mark.parametrize("z", [V @ [2.0, -1.0] + 3, np.where(SIDES == 1, 5.0, 2.0)])
def test_exact_shapes_are_not_infinitely_likely(z: Array) -> None:
    assert np.isfinite(levels_to_ramp_loglik_ratio(V, z, SIDES))


def test_units_of_z_do_not_matter() -> None:
    z = V[:, 0] + 0.3 * RNG.standard_normal(80)
    for other in (1e6 * z + 5, -z):
        assert levels_to_ramp_loglik_ratio(V, other, SIDES) == pytest.approx(levels_to_ramp_loglik_ratio(V, z, SIDES))
        assert rates_within_sides(V, other, SIDES) == pytest.approx(rates_within_sides(V, z, SIDES))
        assert has_turning_point(V, other, SIDES) == has_turning_point(V, z, SIDES)


def test_rates_of_a_ramp_are_one_and_of_levels_zero() -> None:
    assert rates_within_sides(V, V @ [2.0, 1.0], SIDES) == pytest.approx((1, 1))
    assert rates_within_sides(V, np.where(SIDES == 1, 5.0, 2.0), SIDES) == pytest.approx((0, 0))


def test_rate_of_a_ramp_that_ends() -> None:
    """Side 2 is flat; side 1 is steeper than the least-squares line through both."""
    x = np.linspace(-1, 1, 201)
    z = np.minimum(x, 0)
    slope = np.polyfit(x, z, 1)[0]
    assert rates_within_sides(x[:, None], z, np.where(x > 0, 2, 1)) == pytest.approx((1 / slope, 0), abs=1e-9)


def test_a_side_of_two_points_has_no_rate() -> None:
    assert np.isnan(rates_within_sides(V, V[:, 0], np.where(np.arange(80) < 2, 1, 2))[0])


class TestTurns:
    x = np.linspace(-1, 1, 60)
    halves = np.where(x > 0, 2, 1)

    @pytest.mark.parametrize("m", [1, 2])
    def test_bowls_and_hills_turn(self, m: int) -> None:
        z = (V[:, :m] ** 2).sum(axis=1)
        inside = np.where(z > np.median(z), 2, 1)
        assert has_turning_point(V[:, :m], z, inside)
        assert has_turning_point(V[:, :m], -z, inside)

    def test_a_valley_across_turns(self) -> None:
        z = V.sum(axis=1) ** 2
        assert has_turning_point(V, z, np.where(z > np.median(z), 2, 1))

    @pytest.mark.parametrize(
        "curve", [lambda x: x, lambda x: np.minimum(x, 0), lambda x: np.exp(-3 * x), lambda x: np.minimum(x, -0.5)]
    )
    def test_curves_that_level_off_do_not_turn(self, curve: object) -> None:
        assert callable(curve)
        assert not has_turning_point(self.x[:, None], curve(self.x), self.halves)

    def test_a_disc_of_two_levels_does_not_turn(self) -> None:
        inside = (V**2).sum(axis=1) < 0.6
        assert not has_turning_point(V, inside.astype(float), np.where(inside, 1, 2))

    def test_few_points_are_not_enough(self) -> None:
        assert not has_turning_point(V[:9], (V[:9] ** 2).sum(axis=1), SIDES[:9])


def test_ramp_leaves_residuals_without_slope() -> None:
    z = RNG.standard_normal(80)
    found = fit_ramp(V, z)
    np.testing.assert_allclose(found.fitted + found.residuals, z)
    np.testing.assert_allclose(np.column_stack([V, np.ones(80)]).T @ found.residuals, 0, atol=1e-10)
