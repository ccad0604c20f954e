"""Faults that were found, each with the smallest case that shows it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import softprofile as sp
from tests.hardening.problems import random_problem

# What numpy warns of is a fault here.
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "ignore::softprofile.util.errors.SoftProfileWarning")

RNG = np.random.default_rng(0)
U = RNG.uniform(1, 5, (40, 2))
Z = np.where(U.prod(axis=1) > 8, 1.0, 3.0) + 0.2 * RNG.standard_normal(40)


# Powers of two, which change no digit.
@pytest.mark.parametrize("unit", [2.0**-950, 2.0**-560, 2.0**560, 2.0**960])
@pytest.mark.parametrize("options", [{}, {"boundary": sp.boundaries.Network(3)}, {"softness": "hard"}])
def test_tiny_and_huge_z_left_no_start_but_zero(unit: float, options: dict[str, Any]) -> None:
    ordinary, extreme = (sp.fit(U, z, n_starts=2, **options) for z in (Z, Z * unit))
    np.testing.assert_array_equal(extreme.sides, ordinary.sides)
    # The constant that units add to the likelihood costs the optimiser some of its last digits.
    np.testing.assert_allclose(extreme.representative, ordinary.representative, rtol=0, atol=5e-3)


@pytest.mark.parametrize("unit", [1e-290, 1e-160, 1e160, 1e290])
def test_squares_of_huge_columns_overflowed(unit: float) -> None:
    for transform in ("standardize", "log"):
        ordinary, extreme = (sp.fit(u, Z, n_starts=2, transform=transform) for u in (U, U * [1.0, unit]))
        np.testing.assert_array_equal(extreme.sides, ordinary.sides)
        np.testing.assert_allclose(extreme.representative, ordinary.representative, atol=1e-6)


def test_a_ridge_that_leaves_nothing_of_a_network() -> None:
    u = np.linspace(-1, 1, 42)
    z = np.random.default_rng(1).standard_normal(42)
    f = sp.fit(u, z, boundary=sp.boundaries.Network(2), softness="hard", n_starts=1, ridge=1.0)
    assert {*f.sides.tolist()} == {1, 2}


def test_numbers_too_large_for_a_float_are_refused_as_others_are() -> None:
    with pytest.raises(sp.InputError, match="ridge must be a finite number"):
        sp.fit(U, Z, ridge=10**400)


def test_whole_numbers_too_large_for_a_float_are_no_data() -> None:
    with pytest.raises(sp.InputError, match="not a number"):
        sp.fit([[10**400], [1], [2], [3]], [1, 2, 3, 4])


def test_a_matrix_that_rounding_makes_singular() -> None:
    rng = np.random.default_rng(395)
    u = 1.75e27 * (1 + 1e-9 * rng.standard_normal(240))
    z = np.where(u > np.median(u), 1.0, 0.0) + 0.5 * rng.standard_normal(240)
    for boundary in ("linear", "quadratic"):
        f = sp.fit(u, z, boundary=boundary, density="laplace", softness="hard", n_starts=1, transform="none")
        assert {*f.sides.tolist()} == {1, 2}


def test_sides_that_a_ridge_made_alike_were_in_the_wrong_order() -> None:
    # Student t with a ridge of 1: nothing is left of g, and the two locations differ by where their search stops.
    f = random_problem(9831, np.random.default_rng((9831 << 32) + 20240607)).fit()
    assert f.theta[1]["location"] <= f.theta[2]["location"]
    assert f.theta[2]["location"] - f.theta[1]["location"] < 1e-9
