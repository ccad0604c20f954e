"""The interface that all boundaries implement."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from softprofile.model.boundaries import Boundary, Linear, Network, Quadratic, UserBoundary
from softprofile.model.boundaries.base import START_STEEPNESS, regression_cut, with_steepness
from softprofile.util.validation import Array
from tests.helpers import MyWave, finite_differences

FAMILIES: list[Boundary] = [Linear(), Quadratic(), Network(5), Network(32), UserBoundary(MyWave())]
each_boundary = pytest.mark.parametrize("boundary", FAMILIES, ids=repr)
each_m = pytest.mark.parametrize("m", [1, 2, 3])


def points(m: int, n: int = 9, seed: int = 1) -> Array:
    return np.random.default_rng(seed).standard_normal((n, m))


def parameters(boundary: Boundary, m: int, batch: tuple[int, ...] = (), seed: int = 2) -> Array:
    return 0.7 * np.random.default_rng(seed).standard_normal((*batch, boundary.n_parameters(m)))


@each_boundary
@each_m
def test_gradient_equals_finite_differences(boundary: Boundary, m: int) -> None:
    design, w = boundary.design(points(m)), parameters(boundary, m)
    numerical = finite_differences(lambda v: boundary.value(design, v), w).T
    np.testing.assert_allclose(boundary.gradient(design, w), numerical, atol=1e-8)


@each_boundary
@each_m
@pytest.mark.parametrize("batch", [(), (4,), (2, 3)])
def test_pullback_is_the_chain_rule(boundary: Boundary, m: int, batch: tuple[int, ...]) -> None:
    design, w = boundary.design(points(m)), parameters(boundary, m, batch)
    dg = np.random.default_rng(3).standard_normal((*batch, 9))
    expected = np.einsum("...n,...np->...p", dg, boundary.gradient(design, w))
    np.testing.assert_allclose(boundary.pullback(design, w, dg), expected, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(Boundary.pullback(boundary, design, w, dg), expected, rtol=1e-10, atol=1e-12)


@each_boundary
@each_m
@pytest.mark.parametrize("batch", [(1,), (4,), (2, 3)])
def test_many_parameters_equal_the_loop(boundary: Boundary, m: int, batch: tuple[int, ...]) -> None:
    design, w = boundary.design(points(m)), parameters(boundary, m, batch)
    values, gradients = boundary.value(design, w), boundary.gradient(design, w)
    assert values.shape == (*batch, 9)
    assert gradients.shape == (*batch, 9, boundary.n_parameters(m))
    for index in np.ndindex(*batch):
        np.testing.assert_allclose(values[index], boundary.value(design, w[index]), atol=1e-12)
        np.testing.assert_allclose(gradients[index], boundary.gradient(design, w[index]), atol=1e-12)


@each_boundary
@each_m
def test_value_of_a_point_does_not_depend_on_the_others(boundary: Boundary, m: int) -> None:
    U, w = points(m), parameters(boundary, m)
    together = boundary.value(boundary.design(U), w)
    alone = [boundary.value(boundary.design(u[None, :]), w)[0] for u in U]
    np.testing.assert_allclose(together, alone, rtol=1e-12, atol=1e-12)


@each_boundary
@each_m
@pytest.mark.parametrize("batch", [(), (4,)])
def test_flip_negates(boundary: Boundary, m: int, batch: tuple[int, ...]) -> None:
    design, w = boundary.design(points(m)), parameters(boundary, m, batch)
    kept = w.copy()
    flipped, v = boundary.flip(w)
    np.testing.assert_allclose(flipped.value(design, v), -boundary.value(design, w), atol=1e-12)
    np.testing.assert_array_equal(w, kept)
    again, back = flipped.flip(v)
    assert again == boundary
    np.testing.assert_array_equal(back, w)
    numerical = finite_differences(lambda x: flipped.value(design, x), v) if not batch else None
    if numerical is not None:
        np.testing.assert_allclose(flipped.gradient(design, v), numerical.T, atol=1e-8)


@each_boundary
@each_m
@pytest.mark.parametrize("count", [1, 4])
def test_starts(boundary: Boundary, m: int, count: int) -> None:
    U = points(m, 30)
    z = np.where(U[:, 0] > 0, 5.0, 1.0) + 0.1 * np.random.default_rng(4).standard_normal(30)
    design, shape = boundary.design(U), (count, boundary.n_parameters(m))
    for starts in (
        boundary.random_starts(design, count, np.random.default_rng(5)),
        boundary.informed_starts(design, z, count, np.random.default_rng(5)),
    ):
        assert starts.shape == shape
        assert np.all(np.isfinite(starts))
    same = boundary.random_starts(design, count, np.random.default_rng(5))
    np.testing.assert_array_equal(same, boundary.random_starts(design, count, np.random.default_rng(5)))
    # A larger number of starts contains the smaller number.
    more = boundary.random_starts(design, count + 3, np.random.default_rng(5))
    np.testing.assert_array_equal(more[:count], same)
    assert len(np.unique(more, axis=0)) == count + 3


@pytest.mark.parametrize("boundary", [Linear(), Quadratic(), Network(32)], ids=repr)
@each_m
@pytest.mark.parametrize("offset", [0.0, 1e8])
def test_first_informed_start_is_the_partition_of_a_clear_step(boundary: Boundary, m: int, offset: float) -> None:
    U = points(m, 60)
    U[:, 0] += np.where(U[:, 0] > 0, 1.0, -1.0)
    z = np.where(U[:, 0] > 0, 5.0, 1.0) + offset
    design = boundary.design(U)
    start = boundary.informed_starts(design, z, 1, np.random.default_rng(6))[0]
    values = boundary.value(design, start)
    np.testing.assert_array_equal(values > 0, U[:, 0] > 0)
    assert np.sqrt(np.mean(values**2)) == pytest.approx(START_STEEPNESS)


@pytest.mark.parametrize("boundary", [Linear(), Quadratic()], ids=repr)
def test_random_starts_split_the_points(boundary: Boundary) -> None:
    design = boundary.design(points(2, 50))
    values = boundary.value(design, boundary.random_starts(design, 20, np.random.default_rng(7)))
    assert np.all((values > 0).any(axis=1) & (values < 0).any(axis=1))
    np.testing.assert_allclose(np.sqrt((values**2).mean(axis=1)), START_STEEPNESS)


@each_boundary
def test_options_rebuild_the_object(boundary: Boundary) -> None:
    again = type(boundary)(**boundary.options())
    assert again == boundary
    assert hash(again) == hash(boundary)
    assert sum(boundary == other for other in FAMILIES) == 1
    assert boundary != boundary.name


@pytest.mark.parametrize("boundary", FAMILIES[:-1], ids=repr)
def test_copies_are_equal(boundary: Boundary) -> None:
    assert copy.deepcopy(boundary) == boundary
    assert pickle.loads(pickle.dumps(boundary)) == boundary


def test_regression_is_cut_at_the_best_split_of_the_fitted_values() -> None:
    rng = np.random.default_rng(8)
    u = rng.standard_normal(25)
    z = np.where(u > 0.4, 3.0, 0.0) + rng.standard_normal(25)
    features = np.column_stack([u, np.ones(25)])
    w = regression_cut(features, z)
    slope = np.polyfit(u, z / z.std(), 1)[0]
    assert w[0] == pytest.approx(slope)
    # No other cut of the fitted values has a smaller sum of squares about the two means.
    order = np.argsort(slope * u)
    squares = [z[order[:q]].var() * q + z[order[q:]].var() * (25 - q) for q in range(1, 25)]
    high = features @ w > 0
    assert high.sum() == 25 - 1 - int(np.argmin(squares))
    assert set(np.flatnonzero(high)) == set(order[int(np.argmin(squares)) + 1 :])


def test_regression_ridge_shrinks() -> None:
    features = np.column_stack([np.arange(10.0), np.ones(10)])
    z = (np.arange(10.0) - 4.5) / np.arange(10.0).std()
    ridge = 0.3
    system = features.T @ features + ridge * 10 * np.eye(2)
    assert regression_cut(features, z, ridge)[0] == pytest.approx(np.linalg.solve(system, features.T @ z)[0])


@pytest.mark.parametrize("ridge", [0.0, 0.3])
@pytest.mark.parametrize(("shift", "scale"), [(0.0, 1e-290), (0.0, 1e290), (1e6, 1.0)])
def test_regression_is_invariant_to_shift_and_scale(ridge: float, shift: float, scale: float) -> None:
    rng = np.random.default_rng(3)
    features = np.column_stack([rng.standard_normal((20, 2)), np.ones(20)])
    z = np.round(rng.standard_normal(20), 3)
    expected = regression_cut(features, z, ridge)
    np.testing.assert_allclose(regression_cut(features, shift + scale * z, ridge), expected, rtol=1e-6, atol=1e-6)


def test_with_steepness() -> None:
    w = np.array([1.0, 2.0])
    np.testing.assert_allclose(with_steepness(np.array([3.0, -4.0]), w, 5.0), w * 5 / np.sqrt(12.5))
    np.testing.assert_array_equal(with_steepness(np.zeros(2), w, 5.0), w)
