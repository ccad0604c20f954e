"""Gaussian densities: one variance for both sides (the paper's Eq. 7) or one for each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from softprofile.model.densities.base import (
    AdditiveDensity,
    Split,
    Theta,
    mean_or_zero,
    weighted_means,
)
from softprofile.model.densities.gaussian_split import CentredSequence, gain
from softprofile.model.densities.location_scale import CommonScale, LocationScaleDensity, SeparateScale
from softprofile.util.validation import Array

_HALF_LOG_2PI = 0.5 * np.log(2 * np.pi)
# Where less than this share is left of a difference of sums, too few of its digits are right.
_CANCELLED = 1e-5


class _GaussianFamily(LocationScaleDensity, AdditiveDensity):
    location_name: ClassVar[str] = "mean"
    scale_name: ClassVar[str] = "sd"

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Weighted means, and the weighted residual sums of squares pooled or apart."""
        means = [weighted_means(z, weights) for weights in (weights1, weights2)]
        squares = [
            (weights * (z - mean[..., None]) ** 2).sum(axis=-1)
            for weights, mean in zip((weights1, weights2), means, strict=True)
        ]
        variances = self.pool(squares, [weights1.sum(axis=-1), weights2.sum(axis=-1)])
        theta1, theta2 = (
            {"mean": mean, "sd": self.floored(np.sqrt(variance))}
            for mean, variance in zip(means, variances, strict=True)
        )
        return theta1, theta2

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """-(z - mean)^2 / (2 sd^2) - log(sd) - log(2 pi) / 2."""
        mean, sd = theta["mean"][..., None], theta["sd"][..., None]
        return -0.5 * ((z - mean) / sd) ** 2 - np.log(sd) - _HALF_LOG_2PI

    def as_scipy(self, theta: Mapping[str, float]) -> Any:
        """`scipy.stats.norm`."""
        from scipy import stats

        return stats.norm(theta["mean"], theta["sd"])

    def statistics(self, z: Array) -> Array:
        """T(z) = (z, z^2)."""
        return np.stack([z, z * z])

    def prefix_logliks(self, z: Array) -> Array:
        """One pass from either end, with running squares about the running mean: exact for nearly flat levels too."""
        n = len(z)
        q = np.arange(1.0, n)
        totals = [_running_squares(z)[:-1], _running_squares(z[::-1])[:-1][::-1]]
        return self.loglik_of_sides((q, n - q), totals)

    def chain_logliks(self, count1: Array, sums1: Array, count2: Array, sums2: Array, z: Array) -> Array:
        """From the sums of squares about the means, which are sum z^2 - (sum z)^2 / count."""
        squares = [
            np.maximum(sums[1] - mean_or_zero(sums[0] ** 2, count), 0.0)
            for count, sums in ((count1, sums1), (count2, sums2))
        ]
        return self.loglik_of_sides((count1, count2), squares)

    def loglik_of_sides(self, counts: Sequence[Array], squares: Sequence[Array]) -> Array:
        """Log-likelihood from the number of points and the sum of squares of each side."""
        raise NotImplementedError

    def loglik_from_squares(self, count: Array, squares: Array) -> Array:
        """Gaussian log-likelihood at the (floored) maximum likelihood variance."""
        variance = np.maximum(mean_or_zero(squares, count), self.scale_floor**2)
        return -0.5 * (count * (np.log(variance) + 2 * _HALF_LOG_2PI) + squares / variance)


class Gaussian(CommonScale, _GaussianFamily):
    """Gaussian with two means and one common standard deviation: Eq. (7), the paper's choice."""

    name: str = "gaussian"

    def soft_profile(self, z: Array, weights1: Array, weights2: Array) -> tuple[Array, Array]:
        """Eq. (8), with RSS1 + RSS2 as all squares less those between the sides: a few sums and no densities."""
        # Called thousands of times for a few points: the reductions themselves, not the methods around them.
        add = np.add.reduce
        n, total, squares = len(z), float(add(z)), float(z @ z)
        count2, sum2 = add(weights2, axis=-1), weights2 @ z
        count1, sum1 = n - count2, total - sum2
        if not _everywhere((count1 > _CANCELLED * n) & (count2 > _CANCELLED * n)):
            return super().soft_profile(z, weights1, weights2)
        mean1, mean2 = sum1 / count1, sum2 / count2
        residual = squares - sum1 * mean1 - sum2 * mean2
        if not _everywhere(residual > _CANCELLED * squares):
            return super().soft_profile(z, weights1, weights2)
        variance = residual / n
        loglik = -0.5 * n * (np.log(variance) + 2 * _HALF_LOG_2PI + 1)
        slope = (mean2 - mean1) / variance
        middle = slope * (mean1 + mean2) / 2
        return loglik, slope[..., None] * z - middle[..., None]

    def statistics(self, z: Array) -> Array:
        """T(z) = z: the squares of both sides together are the same for every partition."""
        return z[None, :]

    def chain_logliks(self, count1: Array, sums1: Array, count2: Array, sums2: Array, z: Array) -> Array:
        """Eq. (8), with RSS1 + RSS2 as all squares less those between the sides."""
        n, centred = len(z), sums2[0] - count2 * z.mean()
        # An empty side has sum zero, and any count then gives the right zero.
        between = n * gain(centred, np.maximum(count1 * count2, 1.0))
        return self.loglik_from_squares(np.asarray(float(n)), np.maximum(n * z.var() - between, 0.0))

    def split_logliks(self, z: Array) -> Array:
        """From running sums; in two passes over running squares where nearly nothing is left of the variance of z."""
        sequence = CentredSequence(z)
        if sequence.ordinary and sequence.precise(sequence.best()[2], self._least_share):
            return sequence.logliks()
        return super().split_logliks(z)

    def best_split(self, z: Array) -> Split | None:
        """From running sums, without a likelihood of any other split."""
        sequence = CentredSequence(z)
        if not sequence.ordinary:
            return None
        index, total, gain = sequence.best()
        if not sequence.precise(gain, self._least_share):
            return None
        mean, sd = sequence.mean, math.sqrt(sequence.variance - gain)
        theta1 = {"mean": mean + total / index, "sd": sd}
        theta2 = {"mean": mean - total / (sequence.n - index), "sd": sd}
        return Split(index, sequence.loglik(gain), {1: theta1, 2: theta2})

    @property
    def _least_share(self) -> float:
        """The share of the variance at which the standard deviation is near its floor."""
        return 1.001 * self.scale_floor**2

    def loglik_of_sides(self, counts: Sequence[Array], squares: Sequence[Array]) -> Array:
        """Eq. (8)."""
        return self.loglik_from_squares(counts[0] + counts[1], squares[0] + squares[1])


class GaussianSeparate(SeparateScale, _GaussianFamily):
    """Gaussian with a mean and a standard deviation for each side."""

    name: str = "gaussian-separate"

    def loglik_of_sides(self, counts: Sequence[Array], squares: Sequence[Array]) -> Array:
        """The sum of the sides' own log-likelihoods."""
        return self.loglik_from_squares(counts[0], squares[0]) + self.loglik_from_squares(counts[1], squares[1])


def _everywhere(condition: Any) -> bool:
    """Whether it holds at every place; of a single one, without the reduction that would cost more than all else."""
    return bool(condition if condition.ndim == 0 else condition.all())


def _running_squares(z: Array) -> Array:
    """sum_{i <= q} (z_i - mean(z_1..z_q))^2 for every q, without cancellation."""
    count = np.arange(1.0, len(z) + 1)
    means = np.cumsum(z) / count
    steps = np.empty_like(z)
    steps[0] = 0.0
    steps[1:] = (z[1:] - means[:-1]) ** 2 * (count[:-1] / count[1:])
    return np.cumsum(steps)
