from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import softprofile as sp
from softprofile.fitting.elbow import Elbow
from softprofile.trust.bootstrap import ElbowBootstrap
from softprofile.trust.bootstrap.resampling import KINDS
from softprofile.util.validation import Array
from tests.helpers import COUNTS, fine_sequences, sample


def steps(noise: float = 1.0, n: int = 40, seed: int = 0) -> Array:
    return np.where(np.arange(n) < 15, 5.0, 2.0) + noise * np.random.default_rng(seed).standard_normal(n)


@pytest.fixture(scope="module")
def found() -> Elbow:
    return sp.elbow(steps(1.5))


@pytest.fixture(scope="module")
def bootstrapped(found: Elbow) -> ElbowBootstrap:
    return found.bootstrap(200)


def test_the_relative_profile_of_gaussians_has_a_closed_form(found: Elbow) -> None:
    z, n = found.z, len(found.z)
    squares = np.array([q * z[:q].var() + (n - q) * z[q:].var() for q in range(1, n)])
    np.testing.assert_allclose(found.relative_profile, (squares / squares.min()) ** (-n / 2), rtol=1e-8)


@settings(max_examples=50, deadline=None)
@given(fine_sequences, st.floats(0.05, 0.95))
def test_likelihood_intervals_contain_their_share(z: list[int], level: float) -> None:
    e = sp.elbow(z)
    low, high = e.likelihood_interval(level)
    relative, thresholds = e.relative_profile, np.sort(e.u)[e.splits - 1]
    inside = (thresholds >= low) & (thresholds <= high)
    assert low <= e.threshold <= high
    assert relative[inside].sum() >= level * relative.sum() * (1 - 1e-9)
    # Both ends are needed: thresholds likelier than the less likely end have less than the level.
    weakest = min(relative[thresholds == low][0], relative[thresholds == high][0])
    assert relative[relative > weakest].sum() < level * relative.sum() * (1 + 1e-9)


def test_likelihood_intervals_grow_with_the_level(found: Elbow) -> None:
    ends = np.array([found.likelihood_interval(level) for level in (0.1, 0.5, 0.9, 0.99)])
    assert np.all(np.diff(ends[:, 0]) <= 0)
    assert np.all(np.diff(ends[:, 1]) >= 0)
    assert tuple(ends[0]) == (found.threshold, found.threshold)


@pytest.mark.parametrize("kind", ["residual", "parametric"])
def test_without_noise_all_replicates_agree(kind: str) -> None:
    e = sp.elbow(steps(1e-9))
    b = e.bootstrap(20, kind=kind)
    assert np.all(b.thresholds == 15)
    assert list(b.interval()) == [15, 15, 15]


def test_the_interval_is_made_of_thresholds(bootstrapped: ElbowBootstrap) -> None:
    interval = bootstrapped.interval(0.8)
    ordered = np.sort(bootstrapped.thresholds)
    assert list(interval) == [ordered[19], bootstrapped.elbow.threshold, ordered[179]]
    assert interval.name == "index"


def test_probabilities_add_up(bootstrapped: ElbowBootstrap) -> None:
    table = bootstrapped.probabilities
    assert table["probability"].sum() == pytest.approx(1)
    assert table["probability"].loc[12.0] == np.mean(bootstrapped.thresholds == 12)
    assert table["relative likelihood"].idxmax() == bootstrapped.elbow.threshold


@pytest.mark.parametrize("kind", KINDS)
def test_units_and_order_do_not_matter(kind: str) -> None:
    z = steps()
    u = 2.0 ** np.linspace(0, 8, 40)
    shuffled = np.random.default_rng(1).permutation(40)
    one = sp.elbow(z, u=u).bootstrap(30, kind=kind)
    other = sp.elbow(8 * z[shuffled], u=4 * u[shuffled]).bootstrap(30, kind=kind)
    np.testing.assert_array_equal(other.thresholds, 4 * one.thresholds)


def test_the_number_of_processes_changes_nothing(found: Elbow) -> None:
    alone, together = (found.bootstrap(30, kind="pairs", n_jobs=jobs) for jobs in (1, 2))
    np.testing.assert_array_equal(alone.thresholds, together.thresholds)


@pytest.mark.parametrize("name", [*COUNTS, "laplace", "gaussian-separate"])
def test_other_densities(name: str) -> None:
    e = sp.elbow(sample(name, 30, 1), density=name)
    for kind in KINDS:
        low, estimate, high = e.bootstrap(20, kind=kind).interval()
        assert low <= estimate <= high


def test_failed_replicates_are_reported() -> None:
    z = np.zeros(20)
    z[0] = 1.0
    e = sp.elbow(z)
    with pytest.warns(sp.SoftProfileWarning, match="of 30 replicates failed"):
        b = e.bootstrap(30, kind="pairs")
    assert len(b.thresholds) + b.failures["all z of the replicate are the same"] == 30
    assert "failed" in b.summary().as_text()


def test_replicates_without_a_split_fail() -> None:
    e = sp.elbow([1.0, 1.1, 1.2, 5.0, 5.1], u=[1, 1, 1, 2, 2], density="gaussian-separate")
    with pytest.warns(sp.SoftProfileWarning, match="no boundary splits the replicate"):
        b = e.bootstrap(40, kind="pairs")
    assert set(b.thresholds) == {1.0}


def test_summary_repr_and_caveat(bootstrapped: ElbowBootstrap) -> None:
    text = bootstrapped.summary().as_text()
    for word in (
        "residual",
        "bootstrap",
        "likelihood",
        f"index <= {bootstrapped.elbow.index}",
        "Measured on simulated sequences",
    ):
        assert word in text
    assert repr(bootstrapped).startswith("ElbowBootstrap(residual, n=200; index <= ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [({"kind": "wild"}, "unknown kind"), ({"n": 0}, "at least 20"), ({"n_jobs": 0}, "n_jobs")],
)
def test_bad_arguments(found: Elbow, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(sp.InputError, match=words):
        found.bootstrap(**arguments)


@pytest.mark.parametrize("level", [0, 1, 90, "high"])
def test_bad_levels(found: Elbow, bootstrapped: ElbowBootstrap, level: Any) -> None:
    for call in (found.likelihood_interval, bootstrapped.interval, lambda each: bootstrapped.plot(level=each)):
        with pytest.raises(sp.InputError, match="level must be a finite number > 0 and < 1"):
            call(level)
