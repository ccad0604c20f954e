"""Lasso problems for which a path of one column per step goes wrong."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from r_bridge.lasso import _violation, settle
from tests.r_bridge.helpers import Array


def standardised(X: Array) -> Array:
    X = X - X.mean(axis=0)
    return X / np.linalg.norm(X, axis=0)


def balanced() -> Array:
    return np.array(list(itertools.product([-1.0, 1.0], repeat=4)))


def copies() -> Array:
    X = np.random.default_rng(0).normal(size=(30, 4))
    return np.column_stack([X, X[:, 1], -2 * X[:, 2] + 1])


@pytest.mark.parametrize("design", [balanced(), copies()], ids=["balanced", "copies"])
@pytest.mark.parametrize("ridge", [1e-3, 1.0, 100.0])
def test_optimum_from_a_bad_start(design: Array, ridge: float) -> None:
    X = standardised(design)
    y = design.sum(axis=1) + np.random.default_rng(1).normal(size=len(X))
    y -= y.mean()
    correlation = X.T @ y
    penalty = np.array([0.0, 0.01, 0.1, 0.5, 2.0]) * np.abs(correlation).max()
    start = np.random.default_rng(2).normal(size=(len(penalty), X.shape[1]))
    settled = settle(X, y, penalty, ridge, start)
    for lam, b in zip(penalty, settled, strict=True):
        assert _violation(X, correlation, lam, ridge, b) < 1e-10 * np.abs(correlation).max()
    assert not settled[-1].any()


def test_an_optimum_is_not_changed() -> None:
    X = standardised(copies()[:, :4])
    y = X @ np.array([1.0, 2.0, 0.0, -1.0])
    exact = np.linalg.solve(X.T @ X + np.eye(4), X.T @ y)
    np.testing.assert_array_equal(settle(X, y, np.zeros(1), 1.0, exact[None]), exact[None])
