"""What the count densities share: whole non-negative z, and a mean kept off the edge of its range."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from softprofile.model.densities.base import AdditiveDensity
from softprofile.util.errors import InputError
from softprofile.util.validation import Array


class CountDensity(AdditiveDensity):
    """A density of counts with one parameter, its mean, on each side."""

    # A side of zeros alone has mean 0 and log f = -infinity elsewhere; this keeps every log density finite.
    mean_floor: ClassVar[float] = 1e-9
    discrete: ClassVar[bool] = True

    def statistics(self, z: Array) -> Array:
        """T(z) = z."""
        return z[None, :]

    def check_counts(self, z: Array, advice: str) -> None:
        """Refuse z that are not whole numbers from 0 up."""
        if np.any(z < 0) or np.any(z != np.round(z)):
            raise InputError(f"density {self.name!r} needs z to be counts (0, 1, 2, ...): {advice}.")
