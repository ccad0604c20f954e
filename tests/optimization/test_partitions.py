from __future__ import annotations

from itertools import combinations, product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from softprofile import elbow
from softprofile.model.boundaries import Linear, Quadratic
from softprofile.model.likelihood import Likelihood
from softprofile.optimization.partitions import PartitionSearch
from softprofile.util.validation import Array
from tests.helpers import density_named, varied

Partitions = npt.NDArray[np.bool_]


def search(features: Array, z: Array, density: str = "gaussian") -> tuple[PartitionSearch, Likelihood]:
    likelihood = Likelihood(z, density_named(density))
    found = PartitionSearch(
        features,
        value=lambda sides: float(likelihood.hard(sides)),
        chain_values=likelihood.chain,
        min_points=likelihood.density.min_points,
        exact_chains=likelihood.exact_chains,
    )
    return found, likelihood


def best_value(partitions: Partitions, z: Array, density: str = "gaussian") -> float | None:
    """Return the largest log-likelihood of the partitions with enough points on both sides."""
    likelihood = Likelihood(z, density_named(density))
    count = partitions.sum(axis=1)
    allowed = np.minimum(count, len(z) - count) >= likelihood.density.min_points
    return float(likelihood.hard(partitions[allowed]).max()) if allowed.any() else None


def partitions_by_lines(points: Array) -> Partitions:
    """Return all partitions of points in the plane by lines.

    The order of the projections on a direction changes only where the direction is orthogonal to the difference of two
    points. All cuts of one direction between each two such angles thus yield all partitions.
    """
    pairs = [b - a for a, b in combinations(points, 2) if np.any(a != b)]
    critical = np.unique(np.round(np.mod([np.arctan2(d[1], d[0]) + np.pi / 2 for d in pairs], np.pi), 12))
    angles = (critical + np.append(critical[1:], critical[0] + np.pi)) / 2
    found = []
    for angle in angles:
        along = points @ np.array([np.cos(angle), np.sin(angle)])
        levels = np.unique(np.round(along, 12))
        found.append(along > ((levels[1:] + levels[:-1]) / 2)[:, None])
    return np.unique(np.concatenate(found), axis=0)


def partitions_by_linear_programming(features: Array) -> Partitions:
    """Return all labellings for which some w has sign g >= 1 at every point."""
    n, p = features.shape
    found = []
    for labels in product((False, True), repeat=n - 1):
        positive = np.array([False, *labels])
        signed = np.where(positive, 1.0, -1.0)[:, None] * features
        if linprog(np.zeros(p), A_ub=-signed, b_ub=-np.ones(n), bounds=(None, None)).status == 0:
            found.append(positive)
    return np.array(found)


grid_points = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 5)), min_size=4, max_size=12)
free_points = st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.integers(0, 50)), min_size=4, max_size=10)


def check_against_lines(rows: list[tuple[float, float, int]], density: str) -> None:
    table = np.array(rows, dtype=float)
    # Except for exact duplicates, closer points would be indistinguishable in floating point.
    points, z = np.round(table[:, :2], 3), table[:, 2]
    if not varied(z.tolist()) or len(np.unique(points, axis=0)) < 2:
        return
    found, _ = search(Linear().design(points), z, density)
    partitions = partitions_by_lines(points)
    expected, best = best_value(partitions, z, density), found.exhaustive()
    assert (best is None) == (expected is None)
    if best is None or expected is None:
        return
    assert best.certified
    assert best.value == pytest.approx(expected, abs=1e-8)
    assert any(np.array_equal(best.sides, each) or np.array_equal(~best.sides, each) for each in partitions)


@pytest.mark.parametrize("density", ["gaussian", "gaussian-separate", "poisson"])
@given(rows=grid_points)
def test_lines_through_a_grid_with_collinear_and_equal_points(density: str, rows: list[tuple[int, int, int]]) -> None:
    check_against_lines([(float(x), float(y), z) for x, y, z in rows], density)


@given(rows=free_points)
def test_lines_through_any_points(rows: list[tuple[float, float, int]]) -> None:
    check_against_lines(rows, "gaussian")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["free", "grid"])
def test_lines_through_thirty_points(seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    points = rng.standard_normal((30, 2)) if kind == "free" else rng.integers(0, 6, (30, 2)).astype(float)
    z = rng.integers(0, 100, 30) + 60 * (points @ rng.standard_normal(2) > 0)
    check_against_lines([(x, y, int(value)) for (x, y), value in zip(points, z, strict=True)], "gaussian")


@pytest.mark.parametrize(("unit", "shift"), [(1e-10, 0.0), (1e-3, 0.0), (1e3, 0.0), (1e10, 0.0), (1.0, 1e6)])
def test_units_and_origin_of_the_points_do_not_matter(unit: float, shift: float) -> None:
    rng = np.random.default_rng(5)
    points, z = rng.standard_normal((12, 2)), rng.standard_normal(12)
    expected = best_value(partitions_by_lines(points), z)
    best = search(Linear().design(unit * points + shift), z)[0].exhaustive()
    assert best is not None
    assert best.value == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("unit", [1e-12, 1.0, 1e12])
@pytest.mark.parametrize("density", ["gaussian", "laplace", "laplace-separate", "student-t:3"])
def test_thresholds_are_the_elbow(density: str, unit: float) -> None:
    rng = np.random.default_rng(6)
    u = np.round(rng.standard_normal(25), 1)
    z = np.where(u > 0.3, 2.0, 0.0) + rng.standard_normal(25)
    found, _ = search(Linear().design(unit * u[:, None]), z, density)
    assert found.exhaustive_is_affordable()
    best = found.exhaustive()
    assert best is not None
    assert best.certified
    one = elbow(z, u, density)
    assert best.value == pytest.approx(one.loglik, abs=1e-8)
    np.testing.assert_array_equal(best.sides, one.sides == 2)


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(0, 9)), min_size=4, max_size=12))
def test_quadratic_in_one_dimension_is_an_interval(rows: list[tuple[int, int]]) -> None:
    u, z = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    levels = np.unique(u)
    if not varied(z.tolist()) or len(levels) < 2:
        return
    intervals = [(u >= low) & (u <= high) for low in levels for high in levels if low <= high]
    best = search(Quadratic().design(u[:, None]), z)[0].exhaustive()
    assert best is not None
    assert best.certified
    assert best.value == pytest.approx(best_value(np.array(intervals), z), abs=1e-8)


@pytest.mark.parametrize(("m", "family"), [(3, Linear()), (2, Quadratic())], ids=["planes", "conics"])
@pytest.mark.parametrize("seed", range(2))
def test_points_in_general_position(m: int, family: Linear | Quadratic, seed: int) -> None:
    rng = np.random.default_rng(seed)
    features, z = family.design(rng.standard_normal((8, m))), rng.standard_normal(8)
    best = search(features, z)[0].exhaustive()
    assert best is not None
    assert not best.certified
    assert best.value == pytest.approx(best_value(partitions_by_linear_programming(features), z), abs=1e-8)


def test_none_if_no_partition_has_enough_points_on_both_sides() -> None:
    features = Linear().design(np.array([[0.0], [0.0], [0.0], [1.0]]))
    assert search(features, np.arange(4.0), "gaussian-separate")[0].exhaustive() is None
    assert search(features, np.arange(4.0))[0].exhaustive() is not None


def test_exhaustive_is_affordable() -> None:
    rng = np.random.default_rng(7)
    for n, m, density, expected in (
        (50, 2, "gaussian", True),
        (50, 2, "laplace", False),
        (5000, 1, "laplace", True),
        (3000, 2, "gaussian", False),
        (200, 5, "gaussian", False),
    ):
        found, _ = search(Linear().design(rng.standard_normal((n, m))), rng.standard_normal(n), density)
        assert found.exhaustive_is_affordable() is expected


@pytest.mark.parametrize("density", ["gaussian", "laplace", "gaussian-separate", "student-t:3"])
@pytest.mark.parametrize("family", [Linear(), Quadratic()], ids=repr)
def test_ascent_never_decreases(density: str, family: Linear | Quadratic) -> None:
    rng = np.random.default_rng(1)
    features, z = family.design(rng.standard_normal((15, 2))), rng.standard_normal(15)
    start: Array = np.asarray(rng.standard_normal(features.shape[1]))
    found, likelihood = search(features, z, density)
    before = float(likelihood.hard(features @ start > 0))
    w, best = found.ascend(start[None, :], rng)
    assert best is not None
    assert best.value >= before - 1e-9
    assert best.value == pytest.approx(float(likelihood.hard(best.sides)), rel=1e-9)
    np.testing.assert_array_equal(features @ w > 0, best.sides)
    assert min(best.sides.sum(), 15 - best.sides.sum()) >= likelihood.density.min_points
    assert not best.certified
    if density != "student-t:3":
        _, explored = found.explore(w, rng)
        assert explored is not None
        assert explored.value >= best.value


@given(grid_points, st.integers(0, 1000))
def test_ascent_on_a_grid(rows: list[tuple[int, int, int]], seed: int) -> None:
    table = np.array(rows, dtype=float)
    features, z = Linear().design(table[:, :2]), table[:, 2]
    if not varied(z.tolist()) or len(np.unique(features, axis=0)) < 2:
        return
    rng = np.random.default_rng(seed)
    start = rng.standard_normal(3)
    found, likelihood = search(features, z)
    sides = features @ start > 0
    w, best = found.ascend(start[None, :], rng)
    if best is None:
        return
    if 0 < sides.sum() < len(z):
        assert best.value >= float(likelihood.hard(sides)) - 1e-9
    np.testing.assert_array_equal(features @ w > 0, best.sides)
    top = best_value(partitions_by_lines(table[:, :2]), z)
    assert top is not None
    assert best.value <= top + 1e-8


def test_ascent_finds_a_clear_step_from_a_one_sided_start() -> None:
    rng = np.random.default_rng(8)
    points = rng.standard_normal((60, 2))
    step = points @ np.array([1.0, 2.0]) > 0.5
    z = np.where(step, 5.0, 0.0) + 0.1 * rng.standard_normal(60)
    # The start has all points on one side.
    _, best = search(Linear().design(points), z)[0].explore(np.array([0.0, 0.0, 1.0]), rng)
    assert best is not None
    assert np.array_equal(best.sides, step) or np.array_equal(best.sides, ~step)


def test_feature_that_is_zero_everywhere() -> None:
    # The product of the coordinates is zero for points on the axes, so its parameter changes no point.
    arms = np.arange(1.0, 5)
    points = np.vstack([np.column_stack([arms, 0 * arms]), np.column_stack([0 * arms, arms])])
    z = np.where(points.sum(axis=1) > 2.5, 5.0, 1.0) + 0.1 * np.arange(8)
    features = Quadratic().design(points)
    _, best = search(features, z)[0].ascend(np.array([[1.0, 0.3, 1, 0, 0, -4]]), np.random.default_rng(9))
    assert best is not None
    np.testing.assert_array_equal(best.sides, points.sum(axis=1) > 2.5)
