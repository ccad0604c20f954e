"""Base class of the densities for counts."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from softprofile.model.densities.base import AdditiveDensity
from softprofile.util.errors import InputError
from softprofile.util.validation import Array


class CountDensity(AdditiveDensity):
    """A density of counts with one parameter, its mean, on each side."""

    # A side of zeros has mean 0, where log f is -infinity for any other count. The floor keeps log f finite.
    mean_floor: ClassVar[float] = 1e-9
    discrete: ClassVar[bool] = True

    def statistics(self, z: Array) -> Array:
        """Return T(z) = z."""
        return z[None, :]

    def check_counts(self, z: Array, advice: str) -> None:
        """Raise an error, with this advice, unless z are non-negative integers."""
        if np.any(z < 0) or np.any(z != np.round(z)):
            raise InputError(f"density {self.name!r} needs z to be counts (0, 1, 2, ...): {advice}.")
