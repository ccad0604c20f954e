"""Runs a fit and a log density that know one set of weights over many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from softprofile.model.densities.base import Theta
from softprofile.util.validation import Array

OneTheta = Mapping[str, float]


def fit_each(fit: Callable[[Array, Array], OneTheta], z: Array, weights: Array) -> Theta:
    """`fit(z, weights)` for every row of weights, stacked by parameter name."""
    batch = weights.shape[:-1]
    thetas = [fit(z, row) for row in weights.reshape(-1, weights.shape[-1])]
    return {key: np.array([float(theta[key]) for theta in thetas]).reshape(batch) for key in thetas[0]}


def logpdf_each(logpdf: Callable[[Array, dict[str, float]], Array], z: Array, theta: Theta) -> Array:
    """`logpdf(z, theta)` for every set of parameters, stacked."""
    return for_each(lambda one: logpdf(z, one), theta)


def for_each(call: Callable[[dict[str, float]], Any], theta: Theta) -> Array:
    """`call(theta)` for every set of parameters, stacked."""
    batch = np.shape(next(iter(theta.values())))
    flat = {key: np.ravel(value) for key, value in theta.items()}
    rows = [call({key: float(value[i]) for key, value in flat.items()}) for i in range(int(np.prod(batch, dtype=int)))]
    stacked = np.array(rows, dtype=float)
    return stacked.reshape((*batch, *stacked.shape[1:]))
