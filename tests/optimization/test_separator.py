from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from softprofile.model.boundaries import Linear, LinearInParameters, Quadratic
from softprofile.optimization.separator import separating_parameters
from softprofile.util.validation import Array

each_family = pytest.mark.parametrize("family", [Linear(), Quadratic()], ids=repr)


def separable(features: Array, positive: Array) -> bool:
    """Return whether some w has sign g >= 1 at every point, by linear programming."""
    signed = np.where(positive, 1.0, -1.0)[:, None] * features
    result = linprog(np.zeros(features.shape[1]), A_ub=-signed, b_ub=-np.ones(len(signed)), bounds=(None, None))
    return bool(result.status == 0)


@each_family
@pytest.mark.parametrize("ridge", [1e-7, 1e-3, 10.0])
def test_every_separable_labelling_is_separated(family: LinearInParameters, ridge: float) -> None:
    rng = np.random.default_rng(1)
    for _ in range(25):
        n, m = int(rng.integers(2, 40)), int(rng.integers(1, 4))
        features = family.design(rng.standard_normal((n, m)))
        positive = features @ rng.standard_normal(features.shape[1]) > 0
        w = separating_parameters(features, positive, ridge)
        assert w is not None
        np.testing.assert_array_equal(features @ w > 0, positive)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.booleans()), min_size=2, max_size=10))
def test_separates_exactly_what_can_be_separated(rows: list[tuple[int, int, bool]]) -> None:
    x, y, positive = (np.array(column) for column in zip(*rows, strict=True))
    features = Linear().design(np.column_stack([x, y]).astype(float))
    w = separating_parameters(features, positive, 1e-7)
    assert (w is not None) == separable(features, positive)
    if w is not None:
        np.testing.assert_array_equal(features @ w > 0, positive)


@pytest.mark.parametrize("gap", [1e-2, 1e-4, 1e-6])
def test_narrow_margin(gap: float) -> None:
    u = np.concatenate([np.linspace(-2, 0, 20), np.linspace(gap, 2, 20)])
    features, positive = Linear().design(u[:, None]), np.arange(40) >= 20
    w = separating_parameters(features, positive, 1e-7)
    assert w is not None
    np.testing.assert_array_equal(features @ w > 0, positive)
    assert 0 <= -w[1] / w[0] <= gap


@pytest.mark.parametrize(
    ("points", "positive"),
    [
        ([[0, 0], [1, 1], [0, 1], [1, 0]], [True, True, False, False]),
        ([[0, 0], [0, 0], [1, 1]], [True, False, True]),
        ([[0, 0], [1, 1], [2, 2]], [True, False, True]),
    ],
)
def test_none_if_not_separable(points: list[list[float]], positive: list[bool]) -> None:
    features = Linear().design(np.array(points, dtype=float))
    assert separating_parameters(features, np.array(positive), 1e-7) is None


@pytest.mark.parametrize("positive", [True, False])
def test_all_points_on_one_side(positive: bool) -> None:
    features = Linear().design(np.random.default_rng(2).standard_normal((6, 2)))
    w = separating_parameters(features, np.full(6, positive), 1e-7)
    assert w is not None
    np.testing.assert_array_equal(features @ w > 0, positive)


@each_family
def test_order_of_the_rows_does_not_matter(family: LinearInParameters) -> None:
    rng = np.random.default_rng(3)
    for _ in range(10):
        features = family.design(rng.standard_normal((30, 2)))
        positive = features @ rng.standard_normal(features.shape[1]) > 0
        mixed = rng.permutation(30)
        one = separating_parameters(features, positive, 1e-7)
        other = separating_parameters(features[mixed], positive[mixed], 1e-7)
        assert one is not None
        assert other is not None
        np.testing.assert_allclose(one, other, atol=1e-4 * np.abs(one).max())


def test_negated_labels_negate_the_parameters() -> None:
    rng = np.random.default_rng(4)
    features = Linear().design(rng.standard_normal((20, 2)))
    positive = features @ np.array([1.0, -2.0, 0.3]) > 0
    one, other = (separating_parameters(features, labels, 1e-7) for labels in (positive, ~positive))
    assert one is not None
    assert other is not None
    np.testing.assert_allclose(one, -other, atol=1e-4 * np.abs(one).max())


def test_minimises_the_penalised_logistic_loss() -> None:
    rng = np.random.default_rng(5)
    features = Linear().design(rng.standard_normal((20, 2)))
    positive = features @ np.array([1.0, -2.0, 0.3]) > 0
    ridge = 1e-3
    w = separating_parameters(features, positive, ridge)
    assert w is not None
    signs = np.where(positive, 1.0, -1.0)
    doubt = 1 / (1 + np.exp(signs * (features @ w)))
    np.testing.assert_allclose(-(signs * doubt) @ features / 20 + 2 * ridge * w, 0, atol=1e-9)


def test_small_ridge_tends_to_the_widest_margin() -> None:
    features = Linear().design(np.array([[-2.0], [-1.0], [0.5], [3.0]]))
    w = separating_parameters(features, np.array([False, False, True, True]), 1e-10)
    assert w is not None
    assert -w[1] / w[0] == pytest.approx(-0.25, abs=0.02)
