"""Plateau test of a fit: exact by enumeration, same procedure for all z, invariant, all verdicts."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.fitting.refitting import refit
from softprofile.trust.plateau.boundary_plateau import PermutedRampResiduals, decide_verdict
from softprofile.trust.plateau.permuting import PermutedLoglikRatio, loglik_ratio
from softprofile.trust.plateau.sequential_p_value import MonteCarlo, MonteCarloSettings
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array

WEAK = "ignore:the evidence for two levels of z is weak"
GRID = np.stack(np.meshgrid(np.arange(7.0), np.arange(7.0)), axis=-1).reshape(-1, 2)
A, B = (GRID / 6).T
# Centred at 10, so that z does not change sign, which fits warn of.
NOISE = 10 + 0.08 * np.random.default_rng(2).standard_normal(49)
# The fewest permutations for 5 %, and the literal procedure from few starts: a few milliseconds per fit.
QUICK: dict[str, Any] = {"n": 19, "stop_after": 1}
ROUND: dict[str, Any] = {"transform": "standardize", "preset": "paper", "n_starts": 8}
CHEAP: dict[str, Any] = {"boundary": "linear", "transform": "standardize", "preset": "paper", "n_starts": 3}
HARD: dict[str, Any] = {"boundary": "linear", "transform": "standardize", "softness": "hard"}


def one_gaussian(z: Array) -> float:
    return float(-0.5 * len(z) * (np.log(2 * np.pi * z.var()) + 1))


@pytest.mark.parametrize("options", [CHEAP, HARD, {}], ids=["literal", "hard", "defaults"])
def test_statistic_is_the_log_likelihood_ratio_to_one_density(options: dict[str, Any]) -> None:
    f = sp.fit(np.arange(20.0), np.where(np.arange(20) < 8, 1.0, 0.0) + NOISE[:20], **options)
    assert f.test_plateau(**QUICK).statistic == pytest.approx(f.loglik - one_gaussian(f.z))


@pytest.mark.filterwarnings(WEAK)
def test_p_value_by_enumeration() -> None:
    """The p-value estimates the share of all 120 orders of five values with a statistic at least as large."""
    z = np.array([3.0, 2.2, 2.4, 1.0, 1.9])
    f = sp.fit(np.arange(5.0), z, softness="hard")
    splits = [
        [((part - part.mean()) ** 2).sum() for part in (np.array(order[:q]), np.array(order[q:]))]
        for order in permutations(z)
        for q in range(1, 5)
    ]
    rss = np.array(splits).sum(axis=1).reshape(120, 4).min(axis=1)
    exact = np.mean(rss <= rss[0] * (1 + 1e-9))
    found = f.test_plateau(400, stop_after=400)
    assert 0.05 < exact < 0.6
    assert abs(found.p_value - exact) < 4 * np.sqrt(exact * (1 - exact) / 400)


@pytest.mark.filterwarnings(WEAK)
def test_permutations_are_fitted_in_full_as_z_was() -> None:
    f = sp.fit(GRID, 0.3 * (A > 0.5) + 4 * NOISE, **CHEAP, random_state=3)
    found = f.test_plateau(**QUICK, random_state=5)
    rows = np.lexsort((f.z, *f.U.T))
    z = np.empty(49)
    z[rows] = f.z[random_stream(5, "plateau test", 0, 0).permutation(rows)]
    assert found.null[0] == pytest.approx(refit(f, z).loglik - one_gaussian(z))
    np.testing.assert_array_equal(np.sort(z), np.sort(f.z))


def test_null_of_the_second_test_is_a_ramp_with_permuted_residuals() -> None:
    f = sp.fit(GRID, A + NOISE, **CHEAP)
    X = np.column_stack([GRID, np.ones(49)])
    fitted = X @ np.linalg.lstsq(X, f.z, rcond=None)[0]
    rows = np.lexsort((f.z, *f.U.T))
    residuals = np.empty(49)
    residuals[rows] = (f.z - fitted)[random_stream(0, "plateau test", 1, 0).permutation(rows)]
    z = fitted + residuals
    other = refit(f, z)
    about = sum(((z[other.sides == side] - z[other.sides == side].mean()) ** 2).sum() for side in (1, 2))
    left = z - X @ np.linalg.lstsq(X, z, rcond=None)[0]
    assert PermutedRampResiduals(f, MonteCarloSettings())(0) == pytest.approx(49 / 2 * np.log(left @ left / about))


@pytest.mark.parametrize(
    ("surface", "options", "verdict"),
    [
        ((A + B > 1).astype(float), CHEAP, "plateau"),
        (np.maximum(0, 0.5 - A) * 2, CHEAP, "plateau"),
        (np.exp(-6 * A), CHEAP | {"n_starts": 8}, "plateau"),
        ((A + B) / 2, CHEAP, "steady change"),
        (2 * ((A - 0.5) ** 2 + (B - 0.5) ** 2), ROUND, "turning point"),
        (((A - 0.5) ** 2 + (B - 0.5) ** 2 > 0.15).astype(float), ROUND, "plateau"),
    ],
    ids=["step", "ramp then flat", "saturating", "ramp", "bowl", "disc"],
)
@pytest.mark.filterwarnings("ignore:both centres of gravity")
def test_verdicts(surface: Array, options: dict[str, Any], verdict: str) -> None:
    found = sp.fit(GRID, surface + NOISE, **options).test_plateau(**QUICK)
    assert found.verdict == verdict
    assert found.p_value == 0.05


@pytest.mark.filterwarnings(WEAK)
def test_noise_is_no_change() -> None:
    found = sp.fit(GRID, NOISE, **CHEAP).test_plateau(n=39, stop_after=4)
    assert found.verdict == "no change"
    assert found.p_value == 4 / found.n
    assert found.steady is None
    assert found.rates is None


def test_a_ramp_without_noise_is_no_plateau() -> None:
    found = sp.fit(GRID, A + B, **CHEAP).test_plateau(**QUICK)
    assert (found.verdict, found.p_value, found.steady_p_value) == ("steady change", 0.05, 1.0)


@pytest.mark.filterwarnings(WEAK)
def test_units_and_order_of_rows_do_not_matter() -> None:
    z = 0.4 * (A + B > 1) + 2 * NOISE
    first = sp.fit(GRID, z, **CHEAP).test_plateau(**QUICK)
    rows = np.random.default_rng(0).permutation(49)
    for U, other in ((GRID, 1e3 * z - 7), (GRID * [1e4, 0.1] + 5, z), (GRID[rows], z[rows])):
        found = sp.fit(U, other, **CHEAP).test_plateau(**QUICK)
        assert (found.verdict, found.p_value, found.n) == (first.verdict, first.p_value, first.n)
        assert found.statistic == pytest.approx(first.statistic, rel=1e-4)


@pytest.mark.filterwarnings(WEAK)
def test_processes_give_the_same_answer() -> None:
    f = sp.fit(GRID, 0.2 * A + 2 * NOISE, **CHEAP)
    alone, together = (f.test_plateau(n=39, stop_after=6, n_jobs=jobs) for jobs in (1, 2))
    assert alone.p_value == together.p_value
    np.testing.assert_array_equal(alone.null, together.null)


def test_a_fit_with_a_generator_is_compared_with_itself() -> None:
    """Its starts are unknown, so the observed statistic is recomputed with the starts of the permutations."""
    f = sp.fit(GRID, (A + B > 1) + NOISE, **CHEAP | {"random_state": np.random.default_rng(8)})
    found = f.test_plateau(**QUICK, random_state=1)
    assert found.statistic == loglik_ratio(f, f.z, 1)
    assert repr(f.test_plateau(**QUICK, random_state=1)) == repr(found)


def test_counts() -> None:
    u = np.arange(30.0)
    z = np.random.default_rng(0).poisson(np.where(u < 12, 40, 12))
    found = sp.fit(u, z, density="poisson", **HARD).test_plateau(**QUICK)
    assert found.verdict == "plateau"


@pytest.mark.filterwarnings(WEAK)
def test_statistic_is_zero_if_no_boundary_splits_z(monkeypatch: pytest.MonkeyPatch) -> None:
    f = sp.fit(GRID, NOISE, **CHEAP)

    def refuse(*arguments: Any, **options: Any) -> None:
        raise sp.NoBoundaryError("none")

    for module in ("boundary_plateau", "permuting"):
        monkeypatch.setattr(f"softprofile.trust.plateau.{module}.refit", refuse)
    assert PermutedLoglikRatio(f, MonteCarloSettings())(0) == 0
    assert PermutedRampResiduals(f, MonteCarloSettings())(0) <= 0


@pytest.mark.parametrize(
    ("p", "statistic", "rate", "turning", "verdict"),
    [
        (0.06, 9.0, (0.0, 0.0), False, "steady change"),
        (0.06, 9.0, (0.0, 0.0), True, "steady change"),
        (0.05, -9.0, (0.76, 1.4), False, "steady change"),
        (0.05, -9.0, (0.74, 1.4), False, "plateau"),
        (0.05, -9.0, (1.4, -0.5), False, "plateau"),
        (0.05, -9.0, (np.nan, np.nan), False, "steady change"),
        (0.05, 9.0, (np.nan, 2.0), False, "plateau"),
        (0.05, 9.0, (0.1, 0.1), True, "turning point"),
    ],
)
def test_the_rule(p: float, statistic: float, rate: tuple[float, float], turning: bool, verdict: str) -> None:
    assert decide_verdict(MonteCarlo(statistic, np.zeros(19), p), rate, turning=turning, level=0.05) == verdict
