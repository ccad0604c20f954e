"""Compare hard fits with brute force over all partitions of the boundary."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import softprofile as sp
from softprofile.util.validation import Array

FEW = settings(max_examples=25)
pytestmark = pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")


def linear_partitions(V: Array) -> np.ndarray:
    """Return all partitions of points in the plane by a line.

    The order of the points along a direction changes only where the direction is normal to the line through two of
    them. One direction between each two such directions, with every prefix of its order, thus yields all partitions.
    """
    i, j = np.triu_indices(len(V), 1)
    difference = V[j] - V[i]
    apart = np.hypot(*difference.T) > 1e-12
    angles = np.mod(np.arctan2(difference[apart, 1], difference[apart, 0]) + np.pi / 2, np.pi)
    angles = np.unique(np.round(angles, 12))
    between = (angles + np.append(angles[1:], angles[0] + np.pi)) / 2
    found = set()
    for angle in between:
        along = V @ [np.cos(angle), np.sin(angle)]
        for level in np.unique(along)[:-1]:
            above = along > level + 1e-12
            if above.any() and not above.all():
                found.add(tuple(above))
    return np.array(sorted(found))


def best_by_brute_force(partitions: np.ndarray, z: Array) -> float:
    """Return the largest Eq. (3) for the Gaussian density with common variance."""
    variances = [
        (((z[sides] - z[sides].mean()) ** 2).sum() + ((z[~sides] - z[~sides].mean()) ** 2).sum()) / len(z)
        for sides in partitions
    ]
    # Two flat levels have variance 0, so the floor of 1e-6 standard deviations applies.
    variance = max(min(variances), (1e-6 * z.std()) ** 2)
    return -len(z) / 2 * (np.log(2 * np.pi * variance) + min(1.0, min(variances) / variance))


def data(seed: int, n: int, kind: str) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    V = rng.integers(0, 6, (n, 2)).astype(float) if kind == "grid" else rng.normal(size=(n, 2))
    V[0], V[1] = [-1.0, -1.0], [7.0, 6.0]
    return V, rng.normal(size=n) + 2 * (np.median(V @ [1.0, 0.7]) < V @ [1.0, 0.7])


@FEW
@given(st.integers(0, 10**6), st.integers(4, 30), st.sampled_from(["grid", "scattered"]))
def test_linear_boundary_finds_the_best_of_all_partitions(seed: int, n: int, kind: str) -> None:
    V, z = data(seed, n, kind)
    fit = sp.fit(V, z, boundary="linear", softness="hard", transform="none")
    assert fit.certified
    assert fit.loglik == pytest.approx(best_by_brute_force(linear_partitions(V), z), rel=1e-9, abs=1e-9)


@FEW
@given(st.integers(0, 10**6), st.integers(5, 25))
def test_quadratic_boundary_in_one_dimension_finds_the_best_interval(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    u, z = rng.permutation(n).astype(float), rng.normal(size=n)
    intervals = {
        tuple((u >= low) & (u <= high)) for low in range(n) for high in range(low, n) if (low, high) != (0, n - 1)
    }
    fit = sp.fit(u, z, boundary="quadratic", softness="hard")
    assert fit.certified
    assert fit.loglik == pytest.approx(best_by_brute_force(np.array(sorted(intervals)), z), rel=1e-9)


@pytest.mark.parametrize(
    ("boundary", "density"),
    [*product(["linear", "quadratic", "network"], ["gaussian", "laplace"]), ("linear", "student-t")],
)
def test_hard_fit_is_at_least_as_likely_as_the_soft_one(boundary: str, density: str) -> None:
    """Softened partitions are mixtures of hard ones, so the best hard one is never less likely."""
    V, z = data(3, 25, "scattered")
    hard, soft = (
        sp.fit(V, z, boundary=boundary, density=density, softness=softness, n_starts=4) for softness in ("hard", "soft")
    )
    assert hard.loglik >= soft.loglik - 1e-9


@pytest.mark.parametrize("boundary", ["linear", "quadratic", "network"])
def test_reported_partition_has_the_reported_likelihood(boundary: str) -> None:
    V, z = data(5, 30, "scattered")
    fit = sp.fit(V, z, boundary=boundary, softness="hard", n_starts=4)
    assert fit.loglik == pytest.approx(sp.profile_loglik(fit.sides - 1.5, z, softness="hard"), rel=1e-12)
    np.testing.assert_array_equal(fit.predict(V), fit.sides)
    np.testing.assert_array_equal(fit.weights, fit.sides - 1.0)


def test_certified_fit_does_not_depend_on_seed_and_row_order() -> None:
    V, z = data(8, 30, "scattered")
    order = np.random.default_rng(0).permutation(len(z))
    first = sp.fit(V, z, boundary="linear", softness="hard", random_state=0)
    second = sp.fit(V[order], z[order], boundary="linear", softness="hard", random_state=1)
    np.testing.assert_allclose(first.parameters, second.parameters, rtol=1e-6)


def test_fewer_points_than_parameters() -> None:
    """15 parameters can separate any partition of 5 points, so the best one splits the sorted z."""
    rng = np.random.default_rng(1)
    V, z = rng.normal(size=(5, 4)), rng.normal(size=5)
    fit = sp.fit(V, z, boundary="quadratic", softness="hard", transform="none")
    assert fit.loglik == pytest.approx(sp.elbow(np.sort(z)).loglik, rel=1e-9)
