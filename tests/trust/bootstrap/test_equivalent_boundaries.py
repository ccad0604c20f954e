from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from softprofile.model.boundaries import get_boundary
from softprofile.trust.bootstrap.equivalent_boundaries import draw_equivalent_boundary


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["linear", "quadratic"]), st.integers(1, 3))
def test_sides_and_length_are_kept(seed: int, family: str, m: int) -> None:
    rng = np.random.default_rng(seed)
    design = get_boundary(family).design(rng.standard_normal((30, m)))
    w = rng.normal(0, 50, size=(design.shape[1],))
    other = draw_equivalent_boundary(design, w, rng)
    np.testing.assert_array_equal(design @ other > 0, design @ w > 0)
    assert np.linalg.norm(other) == pytest.approx(np.linalg.norm(w))
    assert not np.allclose(other, w)


def test_a_threshold_is_uniform_in_its_gap() -> None:
    rng = np.random.default_rng(0)
    u = np.sort(rng.uniform(-1.7, 1.7, 40))
    design = np.column_stack([u, np.ones(40)])
    low, high = u[19:21]
    draws = [draw_equivalent_boundary(design, np.array([50.0, -25 * (low + high)]), rng) for _ in range(300)]
    thresholds = np.array([-w[1] / w[0] for w in draws])
    assert stats.kstest(thresholds, stats.uniform(low, high - low).cdf).pvalue > 0.01


def test_directions_agree_with_rejection_sampling() -> None:
    rng = np.random.default_rng(1)
    design = get_boundary("quadratic").design(rng.uniform(-1.7, 1.7, (12, 2)))
    w = np.array([1.0, 0.3, 0.1, 1.0, 1.0, -0.2])
    proposed = rng.standard_normal((400_000, 6))
    same = proposed[np.all((proposed @ design.T > 0) == (design @ w > 0), axis=1)]
    same /= np.linalg.norm(same, axis=1, keepdims=True)
    # Start in the middle of the cone, where the ridge leaves the boundary.
    drawn = np.array([draw_equivalent_boundary(design, same.mean(axis=0), rng) for _ in range(400)])
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    assert len(same) > 400
    error = np.sqrt(same.var(axis=0) * (1 / len(same) + 1 / len(drawn)))
    assert np.max(np.abs(same.mean(axis=0) - drawn.mean(axis=0)) / error) < 4
    np.testing.assert_allclose(drawn.std(axis=0), same.std(axis=0), rtol=0.2)


def test_a_boundary_through_a_point_is_returned_unchanged() -> None:
    design = np.column_stack([[-1.0, 0.0, 1.0], np.ones(3)])
    w = np.array([2.0, 0.0])
    assert draw_equivalent_boundary(design, w, np.random.default_rng(0)) is w
