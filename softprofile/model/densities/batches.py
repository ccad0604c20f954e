"""Loops over many sets of weights, for densities that handle one set at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from softprofile.model.densities.base import Theta
from softprofile.util.validation import Array

OneTheta = Mapping[str, float]


def fit_each(fit: Callable[[Array, Array], OneTheta], z: Array, weights: Array) -> Theta:
    """Call `fit(z, weights)` for every row of weights and stack the results by parameter name."""
    batch = weights.shape[:-1]
    thetas = [fit(z, row) for row in weights.reshape(-1, weights.shape[-1])]
    return {key: np.array([float(theta[key]) for theta in thetas]).reshape(batch) for key in thetas[0]}


def logpdf_each(logpdf: Callable[[Array, dict[str, float]], Array], z: Array, theta: Theta) -> Array:
    """Call `logpdf(z, theta)` for every set of parameters and stack the results."""
    return for_each(lambda one: logpdf(z, one), theta)


def for_each(call: Callable[[dict[str, float]], Any], theta: Theta) -> Array:
    """Call `call(theta)` for every set of parameters and stack the results."""
    batch = np.shape(next(iter(theta.values())))
    flat = {key: np.ravel(value) for key, value in theta.items()}
    rows = [call({key: float(value[i]) for key, value in flat.items()}) for i in range(int(np.prod(batch, dtype=int)))]
    stacked = np.array(rows, dtype=float)
    return stacked.reshape((*batch, *stacked.shape[1:]))
