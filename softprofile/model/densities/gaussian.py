"""Gaussian densities: one variance for both sides (the paper's Eq. 7) or one for each side."""

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
# A difference of sums that is smaller than this share of them has lost too many digits to cancellation.
_CANCELLED = 1e-5


class _GaussianFamily(LocationScaleDensity, AdditiveDensity):
    """What both Gaussian densities share."""

    location_name: ClassVar[str] = "mean"
    scale_name: ClassVar[str] = "sd"

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Return the weighted means and standard deviations, pooled or separate, by their closed form."""
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
        """Return -(z - mean)^2 / (2 sd^2) - log(sd) - log(2 pi) / 2."""
        mean, sd = theta["mean"][..., None], theta["sd"][..., None]
        return -0.5 * ((z - mean) / sd) ** 2 - np.log(sd) - _HALF_LOG_2PI

    def as_scipy(self, theta: Mapping[str, float]) -> Any:
        """Return `scipy.stats.norm`."""
        from scipy import stats

        return stats.norm(theta["mean"], theta["sd"])

    def statistics(self, z: Array) -> Array:
        """Return T(z) = (z, z^2)."""
        return np.stack([z, z * z])

    def prefix_logliks(self, z: Array) -> Array:
        """Return the log-likelihoods of all splits, in one pass from each end.

        The sums of squares are updated about the running mean, so nearly flat levels lose no digits.
        """
        n = len(z)
        q = np.arange(1.0, n)
        totals = [_running_squares(z)[:-1], _running_squares(z[::-1])[:-1][::-1]]
        return self.loglik_of_sides((q, n - q), totals)

    def chain_logliks(self, count1: Array, sums1: Array, count2: Array, sums2: Array, z: Array) -> Array:
        """Return the log-likelihoods from the squares about the means, sum z^2 - (sum z)^2 / count."""
        squares = [
            np.maximum(sums[1] - mean_or_zero(sums[0] ** 2, count), 0.0)
            for count, sums in ((count1, sums1), (count2, sums2))
        ]
        return self.loglik_of_sides((count1, count2), squares)

    def loglik_of_sides(self, counts: Sequence[Array], squares: Sequence[Array]) -> Array:
        """Return the log-likelihood from the number of points and the sum of squares of each side."""
        raise NotImplementedError

    def loglik_from_squares(self, count: Array, squares: Array) -> Array:
        """Return the Gaussian log-likelihood at the maximum likelihood variance, or at its floor."""
        variance = np.maximum(mean_or_zero(squares, count), self.scale_floor**2)
        return -0.5 * (count * (np.log(variance) + 2 * _HALF_LOG_2PI) + squares / variance)


class Gaussian(CommonScale, _GaussianFamily):
    r"""Gaussian density with two means and one common standard deviation, Eq. (7).

    This is the paper's choice.

    Parameters
    ----------
    scale_floor : float, optional
        Smallest scale, in standard deviations of all z; 1e-6 unless given. Without a floor the likelihood is
        unbounded: two perfectly flat levels have an infinite density. A fit whose scale is at the floor says so in
        its messages.

    Notes
    -----
    The parameters are ``mean`` (of each side) and ``sd`` (common), with

    .. math:: \log f(z; \mu, \sigma) = -\frac{(z - \mu)^2}{2 \sigma^2} - \log \sigma - \frac{1}{2} \log 2 \pi .

    With theta at its maximum, Eq. (5) becomes Eq. (8),
    :math:`-(n / 2) \log(2 \pi \hat\sigma^2) - n / 2` with
    :math:`\hat\sigma^2 = (\mathrm{RSS}_1 + \mathrm{RSS}_2) / n`.

    Examples
    --------
    >>> import softprofile as sp
    >>> e = sp.elbow([5.2, 4.8, 5.1, 4.9, 1.3, 0.8, 1.1, 0.8], density=sp.densities.Gaussian())
    >>> e.index, round(e.theta[1]["mean"], 3), round(e.theta[2]["mean"], 3)
    (4, 1.0, 5.0)
    >>> e.theta[1]["sd"] == e.theta[2]["sd"]
    True
    """

    name: str = "gaussian"

    def soft_profile(self, z: Array, weights1: Array, weights2: Array) -> tuple[Array, Array]:
        """Return Eq. (8) and its gradient, with RSS1 + RSS2 as the total less the between-side sum of squares."""
        # Called thousands of times for a few points, where ndarray methods cost more than the ufunc reductions.
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
        """Return T(z) = z: the total sum of squares is the same for every partition."""
        return z[None, :]

    def chain_logliks(self, count1: Array, sums1: Array, count2: Array, sums2: Array, z: Array) -> Array:
        """Return Eq. (8), with RSS1 + RSS2 as the total less the between-side sum of squares."""
        n, centred = len(z), sums2[0] - count2 * z.mean()
        # An empty side has sum zero, so any positive divisor gives zero.
        between = n * gain(centred, np.maximum(count1 * count2, 1.0))
        return self.loglik_from_squares(np.asarray(float(n)), np.maximum(n * z.var() - between, 0.0))

    def split_logliks(self, z: Array) -> Array:
        """Return the log-likelihoods of all splits from running sums.

        Where the best split explains nearly all of the variance of z, the slower and more precise general method is
        used instead.
        """
        sequence = CentredSequence(z)
        if sequence.ordinary and sequence.precise(sequence.best()[2], self._least_share):
            return sequence.logliks()
        return super().split_logliks(z)

    def best_split(self, z: Array) -> Split | None:
        """Return the best split from running sums, without the likelihoods of the others."""
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
        """Share of the variance of z at which the standard deviation is near its floor."""
        return 1.001 * self.scale_floor**2

    def loglik_of_sides(self, counts: Sequence[Array], squares: Sequence[Array]) -> Array:
        """Return Eq. (8)."""
        return self.loglik_from_squares(counts[0] + counts[1], squares[0] + squares[1])


class GaussianSeparate(SeparateScale, _GaussianFamily):
    r"""Gaussian density with a mean and a standard deviation for each side.

    Parameters
    ----------
    scale_floor : float, optional
        Smallest scale, in standard deviations of all z; 0.01 unless given. Without a floor the likelihood is
        unbounded: a side whose z are all equal has an infinite density. A fit whose scale is at the floor says so in
        its messages.

    Notes
    -----
    The parameters of each side are ``mean`` and ``sd``, with

    .. math:: \log f(z; \mu, \sigma) = -\frac{(z - \mu)^2}{2 \sigma^2} - \log \sigma - \frac{1}{2} \log 2 \pi .

    Examples
    --------
    A flat level next to a noisy one:

    >>> import softprofile as sp
    >>> e = sp.elbow([5.0, 5.4, 4.2, 6.0, 4.6, 1.01, 1.02, 0.99, 1.0], density=sp.densities.GaussianSeparate())
    >>> round(e.theta[1]["sd"], 2), round(e.theta[2]["sd"], 2)
    (0.02, 0.62)
    """

    name: str = "gaussian-separate"

    def loglik_of_sides(self, counts: Sequence[Array], squares: Sequence[Array]) -> Array:
        """Return the sum of the log-likelihoods of the two sides."""
        return self.loglik_from_squares(counts[0], squares[0]) + self.loglik_from_squares(counts[1], squares[1])


def _everywhere(condition: Any) -> bool:
    """Return whether the condition holds everywhere; a scalar is not reduced, for speed."""
    return bool(condition if condition.ndim == 0 else condition.all())


def _running_squares(z: Array) -> Array:
    """Return sum_{i <= q} (z_i - mean(z_1..z_q))^2 for every q, without cancellation."""
    count = np.arange(1.0, len(z) + 1)
    means = np.cumsum(z) / count
    steps = np.empty_like(z)
    steps[0] = 0.0
    steps[1:] = (z[1:] - means[:-1]) ** 2 * (count[:-1] / count[1:])
    return np.cumsum(steps)
