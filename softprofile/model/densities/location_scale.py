"""Location-scale families: how the sides share the scale, and how it is kept from collapsing to zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from softprofile.model.densities.base import Density, Theta, mean_or_zero
from softprofile.util.scaling import mean_and_sd
from softprofile.util.validation import Array, require_number


class LocationScaleDensity(Density):
    """A family closed under shift and scale of z.

    Its scale cannot fall below `scale_floor` standard deviations of all z. Without a floor the likelihood is
    unbounded: a side whose z are all equal would have density infinity. A fit that stops at the floor says so in its
    messages.
    """

    location_name: ClassVar[str]
    scale_name: ClassVar[str]
    default_floor: ClassVar[float]

    def __init__(self, scale_floor: float | None = None) -> None:
        floor = self.default_floor if scale_floor is None else scale_floor
        self.scale_floor = require_number(floor, "scale_floor, in standard deviations of z,", above=0, below=1)

    def location(self, theta: Theta) -> Array:
        """The location parameter."""
        return theta[self.location_name]

    def standardization(self, z: Array) -> tuple[float, float]:
        """Mean and standard deviation of z."""
        return mean_and_sd(z)

    def original_units(self, theta: Theta, centre: float, scale: float) -> Theta:
        """Location and scale of z itself."""
        return {
            self.location_name: centre + scale * theta[self.location_name],
            self.scale_name: scale * theta[self.scale_name],
        }

    def floored(self, scale: Array) -> Array:
        """The scale, or the floor where it is smaller."""
        return np.maximum(scale, self.scale_floor)

    def at_floor(self, theta: Theta) -> bool:
        """Whether the scale stands at the floor (in standardised units)."""
        return bool(np.any(theta[self.scale_name] <= self.scale_floor * (1 + 1e-12)))

    def options(self) -> dict[str, Any]:
        """The floor, where it is not the default."""
        return {} if self.scale_floor == self.default_floor else {"scale_floor": self.scale_floor}

    def pool(self, totals: Sequence[Array], counts: Sequence[Array]) -> tuple[Array, Array]:
        """Mean of the totals (squares, absolute deviations...) for each side, shared or not."""
        raise NotImplementedError


class CommonScale(LocationScaleDensity):
    """Both sides share one scale."""

    # Only two perfectly flat levels can reach it, so it may be tiny.
    default_floor: ClassVar[float] = 1e-6

    def pool(self, totals: Sequence[Array], counts: Sequence[Array]) -> tuple[Array, Array]:
        """One pooled mean for both sides."""
        pooled = mean_or_zero(totals[0] + totals[1], counts[0] + counts[1])
        return pooled, pooled

    def free_parameters(self, theta: Mapping[str, Any]) -> int:
        """Two locations, and the scale once."""
        return 3


class SeparateScale(LocationScaleDensity):
    """Each side has its own scale."""

    # Any few nearly equal values can reach it, so a tiny one would reward such coincidences.
    default_floor: ClassVar[float] = 1e-2
    min_points: ClassVar[int] = 2

    def pool(self, totals: Sequence[Array], counts: Sequence[Array]) -> tuple[Array, Array]:
        """A mean for each side."""
        return mean_or_zero(totals[0], counts[0]), mean_or_zero(totals[1], counts[1])
