"""Student t densities with given degrees of freedom, for surfaces with occasional wild values."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from scipy.special import gammaln

from softprofile.densities.base import Theta, weighted_means
from softprofile.densities.laplace import Laplace, LaplaceSeparate
from softprofile.densities.location_scale import CommonScale, LocationScaleDensity, SeparateScale
from softprofile.errors import InputError
from softprofile.validation import Array

_MAX_ITERATIONS = 1000
_TOLERANCE = 1e-13


class _StudentFamily(LocationScaleDensity):
    location_name: ClassVar[str] = "location"
    scale_name: ClassVar[str] = "scale"
    first_guess: ClassVar[type[Laplace] | type[LaplaceSeparate]]

    def __init__(self, df: float = 4.0, scale_floor: float | None = None) -> None:
        super().__init__(scale_floor)
        if not 0 < df < np.inf:
            raise InputError(f"df, the degrees of freedom, must be a positive number, not {df!r}.")
        self.df = float(df)

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Weighted maximum likelihood by EM in the fast form of Kent, Tyler and Vardi (1994), from the medians."""
        sides = (np.asarray(weights1), np.asarray(weights2))
        guess = self.first_guess(self.scale_floor).fit_sides(z, *sides)
        locations = [theta["median"] for theta in guess]
        scales = [theta["scale"] for theta in guess]
        for _ in range(_MAX_ITERATIONS):
            robust = [
                weights * (self.df + 1) / (self.df + ((z - location[..., None]) / scale[..., None]) ** 2)
                for weights, location, scale in zip(sides, locations, scales, strict=True)
            ]
            new_locations = [weighted_means(z, weights) for weights in robust]
            squares = [
                (weights * (z - location[..., None]) ** 2).sum(axis=-1)
                for weights, location in zip(robust, new_locations, strict=True)
            ]
            # At the maximum the robust weights sum to the weights; dividing by their sum gets there sooner.
            pooled = self.pool(squares, [weights.sum(axis=-1) for weights in robust])
            new_scales = [self.floored(np.sqrt(variance)) for variance in pooled]
            change = max(
                float(np.max(np.abs(new - old)))
                for new, old in zip(new_locations + new_scales, locations + scales, strict=True)
            )
            locations, scales = new_locations, new_scales
            if change < _TOLERANCE:
                break
        theta1, theta2 = (
            {"location": location, "scale": scale} for location, scale in zip(locations, scales, strict=True)
        )
        return theta1, theta2

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """Log density of location + scale * t(df)."""
        location, scale, df = theta["location"][..., None], theta["scale"][..., None], self.df
        constant = gammaln((df + 1) / 2) - gammaln(df / 2) - 0.5 * np.log(df * np.pi)
        return constant - np.log(scale) - (df + 1) / 2 * np.log1p(((z - location) / scale) ** 2 / df)

    def options(self) -> dict[str, Any]:
        """Degrees of freedom and, where it is not the default, the floor."""
        return {"df": self.df, **super().options()}


class StudentT(CommonScale, _StudentFamily):
    """Student t with two locations, one common scale and `df` degrees of freedom (4 unless given)."""

    name: ClassVar[str] = "student-t"
    first_guess = Laplace


class StudentTSeparate(SeparateScale, _StudentFamily):
    """Student t with a location and a scale for each side."""

    name: ClassVar[str] = "student-t-separate"
    first_guess = LaplaceSeparate
