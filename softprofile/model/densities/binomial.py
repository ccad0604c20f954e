"""Binomial density for counts out of a known number of trials, such as classification errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.special import gammaln

from softprofile.model.densities.base import Theta, mean_or_zero, weighted_means
from softprofile.model.densities.counts import CountDensity
from softprofile.util.errors import InputError
from softprofile.util.validation import Array, require_count


class Binomial(CountDensity):
    r"""Binomial density with a probability for each side.

    It is for counts out of a known number of trials, such as numbers of classification errors. For error
    rates in %, give ``z / 100 * trials``.

    Parameters
    ----------
    trials : int
        Number of trials N behind each z.

    Notes
    -----
    The parameter of each side is ``probability``, with

    .. math:: \log f(z; p) = \log \binom{N}{z} + z \log p + (N - z) \log(1 - p) .

    The probability is kept at least 1e-9 away from 0 and 1.

    Examples
    --------
    >>> import softprofile as sp
    >>> errors = [140, 151, 149, 40, 38, 44, 41]
    >>> e = sp.elbow(errors, density=sp.densities.Binomial(trials=1000))
    >>> e.index, round(e.theta[1]["probability"], 3), round(e.theta[2]["probability"], 3)
    (3, 0.041, 0.147)
    """

    name: str = "binomial"

    def __init__(self, trials: int) -> None:
        self.trials = require_count(trials, "trials")

    def check(self, z: Array) -> None:
        """Raise an error unless z are counts of at most `trials`."""
        self.check_counts(z, f"give the number out of {self.trials}, for errors in % that is z / 100 * trials")
        if np.any(z > self.trials):
            raise InputError(f"z reaches {z.max():g}, more than the {self.trials} trials: check trials.")

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Return the weighted mean proportions."""
        theta1, theta2 = (
            {"probability": self._inside(weighted_means(z, weights) / self.trials)} for weights in (weights1, weights2)
        )
        return theta1, theta2

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """Return log C(trials, z) + z log(p) + (trials - z) log(1 - p)."""
        p = theta["probability"][..., None]
        return self._log_choose(z) + z * np.log(p) + (self.trials - z) * np.log1p(-p)

    def as_scipy(self, theta: Mapping[str, float]) -> Any:
        """Return `scipy.stats.binom`."""
        from scipy import stats

        return stats.binom(self.trials, theta["probability"])

    def location(self, theta: Theta) -> Array:
        """Return the expected count."""
        return self.trials * theta["probability"]

    def _side(self, count: Array, sums: Array) -> Array:
        """Return sum z log(p) + sum (trials - z) log(1 - p) over a side."""
        p = self._inside(mean_or_zero(sums[0], count) / self.trials)
        return sums[0] * np.log(p) + (self.trials * count - sums[0]) * np.log1p(-p)

    def chain_logliks(self, count1: Array, sums1: Array, count2: Array, sums2: Array, z: Array) -> Array:
        """Return the sum of both sides and the binomial coefficients, which no partition changes."""
        return self._side(count1, sums1) + self._side(count2, sums2) + float(self._log_choose(z).sum())

    def options(self) -> dict[str, Any]:
        """Return the number of trials."""
        return {"trials": self.trials}

    def _inside(self, probability: Array) -> Array:
        return np.clip(probability, self.mean_floor, 1 - self.mean_floor)

    def _log_choose(self, z: Array) -> Array:
        return gammaln(self.trials + 1.0) - gammaln(z + 1) - gammaln(self.trials - z + 1)
