"""Poisson density for counts without an upper limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.special import gammaln

from softprofile.model.densities.base import Theta, mean_or_zero, weighted_means
from softprofile.model.densities.counts import CountDensity
from softprofile.util.validation import Array


class Poisson(CountDensity):
    r"""Poisson density with a mean for each side, for counts without an upper limit.

    Notes
    -----
    The parameter of each side is ``mean``, with

    .. math:: \log f(z; \lambda) = z \log \lambda - \lambda - \log z! .

    The mean is at least 1e-9.

    Examples
    --------
    >>> import softprofile as sp
    >>> e = sp.elbow([14, 11, 12, 3, 2, 4, 1], density=sp.densities.Poisson())
    >>> e.index, round(e.theta[1]["mean"], 2), round(e.theta[2]["mean"], 2)
    (3, 2.5, 12.33)
    """

    name: str = "poisson"

    def check(self, z: Array) -> None:
        """Raise an error unless z are counts."""
        self.check_counts(z, "give the number of events, not a rate")

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Return the weighted means."""
        theta1, theta2 = (
            {"mean": np.maximum(weighted_means(z, weights), self.mean_floor)} for weights in (weights1, weights2)
        )
        return theta1, theta2

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """Return z log(mean) - mean - log(z!)."""
        mean = theta["mean"][..., None]
        return z * np.log(mean) - mean - gammaln(z + 1)

    def as_scipy(self, theta: Mapping[str, float]) -> Any:
        """Return `scipy.stats.poisson`."""
        from scipy import stats

        return stats.poisson(theta["mean"])

    def location(self, theta: Theta) -> Array:
        """Return the mean."""
        return theta["mean"]

    def _side(self, count: Array, sums: Array) -> Array:
        """Return sum z log(mean) - count mean over a side."""
        mean = np.maximum(mean_or_zero(sums[0], count), self.mean_floor)
        return sums[0] * np.log(mean) - count * mean

    def chain_logliks(self, count1: Array, sums1: Array, count2: Array, sums2: Array, z: Array) -> Array:
        """Return the sum of both sides and the factorials, which no partition changes."""
        return self._side(count1, sums1) + self._side(count2, sums2) - float(gammaln(z + 1).sum())
