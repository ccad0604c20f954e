from __future__ import annotations

import numpy as np
import pytest

from softprofile.model.densities.batches import fit_each, logpdf_each
from softprofile.util.validation import Array


def fit(z: Array, weights: Array) -> dict[str, float]:
    return {"total": float(weights @ z), "first": float(weights[0])}


def logpdf(z: Array, theta: dict[str, float]) -> Array:
    return np.asarray(theta["total"] * z + theta["first"])


@pytest.mark.parametrize("batch", [(), (4,), (2, 3)])
def test_each_set_of_weights_is_fitted_separately(batch: tuple[int, ...]) -> None:
    z = np.array([1.0, -2.0, 5.0])
    weights = np.random.default_rng(1).uniform(size=(*batch, 3))
    theta = fit_each(fit, z, weights)
    np.testing.assert_allclose(theta["total"], weights @ z)
    np.testing.assert_array_equal(theta["first"], weights[..., 0])
    expected = theta["total"][..., None] * z + theta["first"][..., None]
    np.testing.assert_allclose(logpdf_each(logpdf, z, theta), expected)
