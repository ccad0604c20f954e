"""Laplace densities, with heavier tails than the Gaussian: Eq. (16) of the paper's simulation."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from softprofile.model.densities.base import Theta
from softprofile.model.densities.location_scale import CommonScale, LocationScaleDensity, SeparateScale
from softprofile.util.validation import Array


class _LaplaceFamily(LocationScaleDensity):
    """What both Laplace densities share."""

    location_name: ClassVar[str] = "median"
    scale_name: ClassVar[str] = "scale"

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Return the weighted medians and mean absolute deviations, pooled or separate."""
        order = np.argsort(z, kind="stable")
        medians = [_weighted_medians(z[order], weights[..., order]) for weights in (weights1, weights2)]
        deviations = [
            (weights * np.abs(z - median[..., None])).sum(axis=-1)
            for weights, median in zip((weights1, weights2), medians, strict=True)
        ]
        scales = self.pool(deviations, [weights1.sum(axis=-1), weights2.sum(axis=-1)])
        theta1, theta2 = (
            {"median": median, "scale": self.floored(scale)} for median, scale in zip(medians, scales, strict=True)
        )
        return theta1, theta2

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """Return -|z - median| / scale - log(2 scale)."""
        median, scale = theta["median"][..., None], theta["scale"][..., None]
        return -np.abs(z - median) / scale - np.log(2 * scale)

    def as_scipy(self, theta: Mapping[str, float]) -> Any:
        """Return `scipy.stats.laplace`."""
        from scipy import stats

        return stats.laplace(theta["median"], theta["scale"])

    def prefix_logliks(self, z: Array) -> Array:
        """Return the log-likelihoods of all splits from running medians, in O(n log n)."""
        n = len(z)
        q = np.arange(1.0, n)
        totals = [running_absolute_deviations(z)[:-1], running_absolute_deviations(z[::-1])[:-1][::-1]]
        logliks = np.zeros(n - 1)
        for total, count, pooled in zip(totals, (q, n - q), self.pool(totals, (q, n - q)), strict=True):
            scale = self.floored(pooled)
            logliks -= total / scale + count * np.log(2 * scale)
        return logliks


class Laplace(CommonScale, _LaplaceFamily):
    r"""Laplace density with two medians and one common scale.

    Its tails are heavier than those of the Gaussian, so single outliers matter less.

    Parameters
    ----------
    scale_floor : float, optional
        Smallest scale, in standard deviations of all z; 1e-6 unless given. Without a floor the likelihood is
        unbounded: two perfectly flat levels have an infinite density. A fit whose scale is at the floor says so in
        its messages.

    Notes
    -----
    The parameters are ``median`` (of each side) and ``scale`` (common), with

    .. math:: \log f(z; \mu, b) = -\frac{|z - \mu|}{b} - \log 2 b .

    The fit is the weighted median of each side and the mean weighted absolute deviation.

    Examples
    --------
    An outlier moves the Gaussian elbow, but not this one:

    >>> import softprofile as sp
    >>> z = [5.2, 4.8, 50.0, 5.1, 4.9, 1.3, 0.8, 1.1, 0.8]
    >>> sp.elbow(z).index, sp.elbow(z, density=sp.densities.Laplace()).index
    (3, 5)
    """

    name: str = "laplace"


class LaplaceSeparate(SeparateScale, _LaplaceFamily):
    r"""Laplace density with a median and a scale for each side.

    Parameters
    ----------
    scale_floor : float, optional
        Smallest scale, in standard deviations of all z; 0.01 unless given. Without a floor the likelihood is
        unbounded: a side whose z are all equal has an infinite density. A fit whose scale is at the floor says so in
        its messages.

    Notes
    -----
    The parameters of each side are ``median`` and ``scale``, with

    .. math:: \log f(z; \mu, b) = -\frac{|z - \mu|}{b} - \log 2 b .

    Examples
    --------
    >>> import softprofile as sp
    >>> e = sp.elbow([5.2, 4.8, 5.1, 4.9, 1.3, 0.8, 1.1, 0.8], density=sp.densities.LaplaceSeparate())
    >>> round(e.theta[1]["scale"], 3), round(e.theta[2]["scale"], 3)
    (0.2, 0.15)
    """

    name: str = "laplace-separate"


def _weighted_medians(sorted_z: Array, weights: Array) -> Array:
    """Return the smallest z at which half the weight is reached; the plain median where all weights are zero."""
    cumulative = np.cumsum(weights, axis=-1)
    total = cumulative[..., -1:]
    reached = np.argmax(cumulative >= 0.5 * total, axis=-1)
    return np.where(total[..., 0] > 0, sorted_z[reached], sorted_z[(len(sorted_z) - 1) // 2])


def running_absolute_deviations(z: Array) -> Array:
    """Return sum_{i <= q} |z_i - median(z_1..z_q)| for every q, by two heaps that meet at the median."""
    lower: list[float] = []  # the smaller half, negated, so that its largest value is on top
    upper: list[float] = []
    lower_sum = upper_sum = 0.0
    deviations = np.empty(len(z))
    for i, value in enumerate(z.tolist()):
        # The lower half holds as many values as the upper, or one more.
        if len(lower) == len(upper):
            moved = heapq.heappushpop(upper, value)
            upper_sum += value - moved
            lower_sum += moved
            heapq.heappush(lower, -moved)
        else:
            moved = -heapq.heappushpop(lower, -value)
            lower_sum += value - moved
            upper_sum += moved
            heapq.heappush(upper, moved)
        surplus = -lower[0] if len(lower) > len(upper) else 0.0
        deviations[i] = upper_sum - lower_sum + surplus
    return np.maximum(deviations, 0.0)
