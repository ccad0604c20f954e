"""Plateau test of an elbow: exact by enumeration, invariant, all verdicts, level."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

import softprofile as sp
from softprofile.model.densities import get_density
from softprofile.trust.plateau.elbow_plateau import is_monotone
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array
from tests.helpers import split_loglik

X = (np.arange(50) + 0.5) / 50
NOISE = 0.1 * np.random.default_rng(1).standard_normal(50)


def loglik_ratio(z: Array, name: str) -> float:
    """Log-likelihood ratio of the best split to one density, by the formula."""
    spread = z.std()
    best = max(split_loglik(name, (z[:q], z[q:]), spread) for q in range(1, len(z)))
    # With all of z on both sides, the likelihood of one density counts twice.
    return best - split_loglik(name, (z, z), spread) / 2


@pytest.mark.parametrize("name", ["gaussian", "laplace"])
def test_statistic_and_p_value_by_enumeration(name: str) -> None:
    """The p-value estimates the share of all 720 orders of six values with a statistic at least as large."""
    z = np.array([3.1, 2.6, 1.0, 1.4, 0.3, 0.9])
    ratios = np.array([loglik_ratio(np.array(order), name) for order in permutations(z)])
    exact = np.mean(ratios >= loglik_ratio(z, name) - 1e-9)
    found = sp.elbow(z, density=name).test_plateau(3000, stop_after=3000, random_state=4)
    assert found.statistic == pytest.approx(loglik_ratio(z, name))
    assert 0.02 < exact < 0.5
    assert abs(found.p_value - exact) < 4 * np.sqrt(exact * (1 - exact) / 3000)
    # The statistic of every permutation drawn is one of those enumerated.
    assert np.abs(found.null[:, None] - ratios).min(axis=1).max() < 1e-9


def test_statistic_is_that_of_the_elbow() -> None:
    z = np.array([9.0, 8, 8, 3, 2, 3, 2, 2, 3])
    e = sp.elbow(z, density="poisson")
    assert e.test_plateau().statistic == pytest.approx(e.loglik - stats.poisson.logpmf(z, z.mean()).sum())


@pytest.mark.parametrize(
    ("curve", "verdict"),
    [
        (np.where(X < 0.4, 1.0, 0.0), "plateau"),
        (np.maximum(0, 0.5 - X) * 2, "plateau"),
        (np.exp(-6 * X), "plateau"),
        (1 - X, "steady change"),
        (4 * (X - 0.5) ** 2, "turning point"),
        (0 * X, "no change"),
    ],
)
def test_verdicts(curve: Array, verdict: str) -> None:
    found = sp.elbow(curve + NOISE).test_plateau()
    assert found.verdict == verdict
    assert (found.p_value <= 0.05) == (verdict != "no change")
    assert (found.steady is None) == (verdict == "no change")


@pytest.mark.parametrize(
    ("z", "verdict"), [(1 - X, "steady change"), (1 - X**1.2, "steady change"), (np.maximum(0, 0.5 - X), "plateau")]
)
def test_curves_without_noise(z: Array, verdict: str) -> None:
    """With u given, so that monotone values are not taken for a scree plot."""
    assert sp.elbow(z, u=X).test_plateau().verdict == verdict


def test_units_and_order_of_rows_do_not_matter() -> None:
    u, z = np.repeat(X[:25], 2), np.maximum(0, 0.25 - np.repeat(X[:25], 2)) + NOISE
    first = sp.elbow(z, u).test_plateau(59)
    rows = np.random.default_rng(0).permutation(50)
    for other in (sp.elbow(7 * z - 3, u), sp.elbow(z, 10 * u), sp.elbow(z[rows], u[rows])):
        found = other.test_plateau(59)
        assert repr(found) == repr(first)
        np.testing.assert_allclose(found.null, first.null, rtol=1e-6)


def test_counts_on_a_ramp() -> None:
    rng = np.random.default_rng(0)
    z = rng.poisson(np.where(X < 0.4, 30, 9))
    assert sp.elbow(z, density="poisson").test_plateau().verdict == "plateau"
    assert sp.elbow(rng.poisson(60 - 50 * X), density="poisson").test_plateau().verdict == "steady change"


def test_the_level_is_kept() -> None:
    """p <= 5 % in 5 % of 400 sequences of heavy-tailed noise, within four standard errors."""
    alarms = [
        sp.elbow(random_stream(seed, "noise").standard_t(3, 20))
        .test_plateau(19, stop_after=1, random_state=seed)
        .p_value
        <= 0.05
        for seed in range(400)
    ]
    assert 0.05 - 4 * np.sqrt(0.05 * 0.95 / 400) < np.mean(alarms) < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 400)


class TestSorted:
    def test_a_scree_plot_with_components(self) -> None:
        z = [9.1, 8.7, 8.2, 1.3, 1.2, 1.2, 1.1, 1.0, 0.9, 0.9, 0.8, 0.7]
        found = sp.elbow(z).test_plateau()
        assert found.verdict == "plateau"
        assert "two levels" in found.sentence

    @pytest.mark.parametrize("law", ["normal", "uniform", "exponential"])
    def test_one_population_has_no_levels(self, law: str) -> None:
        sample = getattr(np.random.default_rng(3), law)(size=40)
        found = sp.elbow(np.sort(sample)[::-1]).test_plateau()
        assert found.verdict == "steady change"
        assert found.population in ("normal", "uniform")
        # A permutation test would only detect that the values are sorted.
        assert sp.elbow(np.sort(sample)[::-1]).test_plateau(sorted_values=False).p_value < 0.01

    def test_direction_does_not_matter(self) -> None:
        z = np.sort(np.random.default_rng(5).standard_normal(30))
        assert sp.elbow(z).test_plateau().p_value == sp.elbow(z[::-1]).test_plateau().p_value

    def test_candidates_are_not_a_scree_plot(self) -> None:
        assert sp.elbow(1 - X, u=X).test_plateau().population == ""
        assert sp.elbow(1 - X, u=X).test_plateau(sorted_values=True).population == "uniform"

    def test_null_is_the_exact_search_on_sorted_samples(self) -> None:
        found = sp.elbow(np.linspace(1, 0, 12)).test_plateau(99, stop_after=99)
        rng = random_stream(0, "plateau test", 1, 0)
        assert found.null[0] == pytest.approx(loglik_ratio(np.sort(rng.random(12)), "gaussian"))

    def test_values_that_are_not_sorted_are_refused(self) -> None:
        with pytest.raises(sp.InputError, match="sort it, or leave that out"):
            sp.elbow([3.0, 1, 2, 1]).test_plateau(sorted_values=True)

    def test_monotone(self) -> None:
        assert is_monotone(np.array([3.0, 2, 2, 1]))
        assert is_monotone(np.array([1.0, 2, 2]))
        assert not is_monotone(np.array([1.0, 2, 1]))

    def test_counts(self) -> None:
        z = np.sort(np.random.default_rng(0).poisson(20, 30)).astype(float)
        assert get_density("poisson").name == "poisson"
        assert sp.elbow(z, density="poisson").test_plateau().verdict == "steady change"


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_rates_are_those_of_the_sides(sign: float) -> None:
    # Steep before the split and level after it, or the other way round in z.
    u = np.arange(30.0)
    z = sign * (np.maximum(0.0, 15 - u) + 0.01 * np.sin(9 * u))
    e = sp.elbow(z, u)
    rates = e.test_plateau(19).rates
    assert rates is not None
    steep = e.first_side
    assert abs(rates[steep - 1]) > abs(rates[2 - steep])
