"""Compare the search by running sums with that by running squares, which does not suffer from cancellation."""

from __future__ import annotations

import numpy as np
import pytest

from softprofile import elbow
from softprofile.fitting.find_elbow import first_best
from softprofile.model.densities import Gaussian
from softprofile.model.densities.base import Density
from softprofile.model.densities.gaussian_split import _AT_ONCE, _WIDTH, CentredSequence
from softprofile.util.validation import Array


def sequences(n: int) -> dict[str, Array]:
    rng = np.random.default_rng(n)
    noise = rng.standard_normal(n)
    return {
        "levels": noise + 3.0 * (np.arange(n) < n // 3),
        "late": noise + 2.0 * (np.arange(n) >= n - 3),
        "early": noise + 9.0 * (np.arange(n) < 2),
        "noise": noise,
        "line": np.arange(n, dtype=float),
        "cauchy": rng.standard_cauchy(n),
        "scree": np.sort(rng.exponential(size=n))[::-1].copy(),
        "wild first": np.concatenate([[1e6], noise[1:]]),
    }


# Lengths around the one from which blocks are used, with and without an incomplete last block.
SIZES = (5, 300, _AT_ONCE - 1, _AT_ONCE, _AT_ONCE + 1, _AT_ONCE + 5 * _WIDTH, 2 * _AT_ONCE + 77)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("offset", [0.0, -7.0, 1e8])
@pytest.mark.parametrize("kind", list(sequences(5)))
def test_equals_running_squares(n: int, offset: float, kind: str) -> None:
    z = sequences(n)[kind] + offset
    expected = Density.split_logliks(Gaussian(), z)
    found = elbow(z)
    assert found.index == 1 + first_best(expected)
    # The rounding error of a log-likelihood grows with the number of its terms.
    np.testing.assert_allclose(found.profile, expected, rtol=1e-11, atol=1e-11 * n)
    assert found.loglik == pytest.approx(found.profile[found.index - 1], rel=1e-12, abs=1e-11 * n)
    for side, part in ((found.first_side, z[: found.index]), (3 - found.first_side, z[found.index :])):
        assert found.theta[side]["mean"] == pytest.approx(float(offset + (part - offset).mean()), rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("n", [100, _AT_ONCE + 9])
@pytest.mark.parametrize("unit", [1e-300, 1e-160, 1e160, 1e300])
@pytest.mark.filterwarnings("error")
def test_tiny_and_huge_units(n: int, unit: float) -> None:
    z = sequences(n)["levels"]
    plain, scaled = elbow(z), elbow(z * unit)
    assert scaled.index == plain.index
    assert scaled.loglik == pytest.approx(plain.loglik - n * np.log(unit), rel=1e-10)


@pytest.mark.parametrize("n", [90, _AT_ONCE + 2 * _WIDTH + 1])
def test_flat_levels_are_separated(n: int) -> None:
    # The residual variance is nearly zero, so running sums alone would miss the first of the tied splits.
    z = np.repeat([5.0, 1.0], [n // 3, n - n // 3])
    found = elbow(z + 1e-9 * np.sin(np.arange(n)))
    assert found.index == n // 3
    assert elbow(z).index == n // 3
    assert elbow(z).messages[0].code == "scale-at-floor"


def test_high_floor_is_respected() -> None:
    z = sequences(300)["levels"]
    density = Gaussian(scale_floor=0.9)
    np.testing.assert_allclose(elbow(z, density=density).profile, Density.split_logliks(density, z), rtol=1e-12)
    assert elbow(z, density=density).messages


def test_most_blocks_are_skipped() -> None:
    z = sequences(2 * _AT_ONCE)["levels"]
    assert len(CentredSequence(z)._candidates()[0]) < len(z) / 10
    # If all splits are nearly tied, more blocks must be searched.
    flat = CentredSequence(np.tile([1.0, -1.0], _AT_ONCE))
    assert len(flat._candidates()[0]) > 1


def test_first_of_tied_splits_in_a_long_sequence() -> None:
    third = _AT_ONCE
    z = np.repeat([1.0, 0.0, 1.0], third) + 1e3
    assert elbow(z).index == third
