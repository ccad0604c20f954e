"""Location-scale families: common or separate scales, and the floor that keeps the likelihood bounded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from softprofile.model.densities.base import Density, Theta, mean_or_zero
from softprofile.util.scaling import mean_and_sd
from softprofile.util.validation import Array, require_number


class LocationScaleDensity(Density):
    """A family closed under shift and scale of z, with a location and a scale on each side.

    Parameters
    ----------
    scale_floor : float, optional
        Smallest scale, in standard deviations of all z; `default_floor` unless given. Without a floor the likelihood
        is unbounded: a side whose z are all equal has an infinite density. A fit whose scale is at the floor says so
        in its messages.
    """

    location_scale: ClassVar[bool] = True
    location_name: ClassVar[str]
    scale_name: ClassVar[str]
    default_floor: ClassVar[float]

    def __init__(self, scale_floor: float | None = None) -> None:
        floor = self.default_floor if scale_floor is None else scale_floor
        self.scale_floor = require_number(floor, "scale_floor, in standard deviations of z,", above=0, below=1)

    def location(self, theta: Theta) -> Array:
        """Return the location parameter."""
        return theta[self.location_name]

    def standardization(self, z: Array) -> tuple[float, float]:
        """Return the mean and the standard deviation of z."""
        return mean_and_sd(z)

    def original_units(self, theta: Theta, centre: float, scale: float) -> Theta:
        """Convert location and scale to the units of z."""
        return {
            self.location_name: centre + scale * theta[self.location_name],
            self.scale_name: scale * theta[self.scale_name],
        }

    def floored(self, scale: Array) -> Array:
        """Return the scale, or the floor where the scale is smaller."""
        return np.maximum(scale, self.scale_floor)

    def at_floor(self, theta: Theta) -> bool:
        """Return whether the scale, in standardised units, is at its floor."""
        return bool(np.any(theta[self.scale_name] <= self.scale_floor * (1 + 1e-12)))

    def options(self) -> dict[str, Any]:
        """Return the floor unless it is the default."""
        return {} if self.scale_floor == self.default_floor else {"scale_floor": self.scale_floor}

    def pool(self, totals: Sequence[Array], counts: Sequence[Array]) -> tuple[Array, Array]:
        """Return the mean deviation of each side from totals of squares or absolute deviations."""
        raise NotImplementedError


class CommonScale(LocationScaleDensity):
    """Mixin for densities with one scale for both sides."""

    # Only two perfectly flat levels reach this floor, so it may be tiny.
    default_floor: ClassVar[float] = 1e-6

    def pool(self, totals: Sequence[Array], counts: Sequence[Array]) -> tuple[Array, Array]:
        """Return one pooled mean for both sides."""
        pooled = mean_or_zero(totals[0] + totals[1], counts[0] + counts[1])
        return pooled, pooled

    def free_parameters(self, theta: Mapping[str, Any]) -> int:
        """Return 3: two locations and one scale."""
        return 3


class SeparateScale(LocationScaleDensity):
    """Mixin for densities with a scale for each side."""

    # A few values that happen to be nearly equal reach this floor; a tiny floor would reward such coincidences.
    default_floor: ClassVar[float] = 1e-2
    min_points: ClassVar[int] = 2

    def pool(self, totals: Sequence[Array], counts: Sequence[Array]) -> tuple[Array, Array]:
        """Return one mean per side."""
        return mean_or_zero(totals[0], counts[0]), mean_or_zero(totals[1], counts[1])
