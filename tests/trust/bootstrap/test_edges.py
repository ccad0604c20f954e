from __future__ import annotations

import numpy as np
import pytest

import softprofile as sp
from softprofile.trust.bootstrap.edges import edge_points, model_of

X = np.linspace(0, 10, 41)
Z = 2 + np.maximum(0, 5 - X) + 0.3 * np.random.default_rng(0).standard_normal(41)


@pytest.mark.parametrize("shape", ["levels", "transition", "ramp"])
def test_the_edge_of_a_replicate_equal_to_the_fit_is_that_of_the_fit(shape: str) -> None:
    f = sp.fit(X, Z, shape=shape, better="lower")
    for tolerance in (None, 0.2):
        found = edge_points(f, f.parameters[None], np.ones(1), [model_of(f)], f.edge(tolerance).tolerance)
        np.testing.assert_allclose(found[0], f.edge(tolerance).representative, rtol=1e-12)


@pytest.mark.parametrize("shape", ["transition", "ramp"])
def test_a_replicate_may_have_another_scale_and_sign(shape: str) -> None:
    f = sp.fit(X, Z, shape=shape, better="lower")
    other = sp.fit(X, 8 * Z, shape=shape, better="lower")
    found = edge_points(f, other.parameters[None], np.ones(1), [model_of(other)], 0.1)
    np.testing.assert_allclose(found[0], other.edge(0.1).representative, rtol=1e-6)
    _, flipped = f.boundary.flip(f.parameters)
    turned = edge_points(f, flipped[None], -np.ones(1), [model_of(f)], 0.1)
    np.testing.assert_allclose(turned[0], f.edge(0.1).representative, rtol=1e-9)


def test_a_replicate_without_an_edge_is_missing() -> None:
    f = sp.fit(X, Z, shape="transition", better="lower")
    model = model_of(f)
    level = f.theta[1]
    found = edge_points(f, f.parameters[None], np.ones(1), [model._replace(theta={1: level, 2: level})], 0.05)
    assert np.isnan(found).all()
