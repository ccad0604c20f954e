"""Gaussian densities: one variance for both sides (the paper's Eq. 7) or one for each."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from softprofile.densities.base import (
    AdditiveDensity,
    Theta,
    mean_or_zero,
    weighted_means,
)
from softprofile.densities.location_scale import CommonScale, LocationScaleDensity, SeparateScale
from softprofile.validation import Array

_HALF_LOG_2PI = 0.5 * np.log(2 * np.pi)


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

    def statistics(self, z: Array) -> Array:
        """T(z) = (z, z^2)."""
        return np.stack([z, z * z])

    @staticmethod
    def residual_squares(count: Array, sums: Array) -> Array:
        """Sum of squares about the mean from sum z and sum z^2."""
        return np.maximum(sums[1] - mean_or_zero(sums[0] ** 2, count), 0.0)

    def loglik_from_squares(self, count: Array, squares: Array) -> Array:
        """Gaussian log-likelihood at the (floored) maximum likelihood variance."""
        variance = np.maximum(mean_or_zero(squares, count), self.scale_floor**2)
        return -0.5 * (count * (np.log(variance) + 2 * _HALF_LOG_2PI) + squares / variance)


class Gaussian(CommonScale, _GaussianFamily):
    """Gaussian with two means and one common standard deviation: Eq. (7), the paper's choice."""

    name: ClassVar[str] = "gaussian"

    def side_from_sums(self, count: Array, sums: Array) -> Array:
        """Residual sum of squares of one side."""
        return self.residual_squares(count, sums)

    def chain_logliks(self, count1: Array, sums1: Array, count2: Array, sums2: Array, z: Array) -> Array:
        """Eq. (8) from the two residual sums of squares."""
        squares = self.side_from_sums(count1, sums1) + self.side_from_sums(count2, sums2)
        return self.loglik_from_squares(count1 + count2, squares)


class GaussianSeparate(SeparateScale, _GaussianFamily):
    """Gaussian with a mean and a standard deviation for each side."""

    name: ClassVar[str] = "gaussian-separate"

    def side_from_sums(self, count: Array, sums: Array) -> Array:
        """Log-likelihood of one side."""
        return self.loglik_from_squares(count, self.residual_squares(count, sums))
