"""Two levels: the paper's model."""

from __future__ import annotations

import numpy as np

from softprofile.model.shapes.base import Curve, Shape
from softprofile.util.validation import Array


class Levels(Shape):
    """Two levels, one on each side of the boundary: the paper's model.

    Soft weights, Eq. (4), are a device of the search: the location of z is one of the two levels.

    Examples
    --------
    >>> import softprofile as sp
    >>> sp.fit([1, 2, 3, 4, 5, 6], [9.0, 8.8, 9.1, 2.0, 2.1, 1.9]).shape
    Levels()
    """

    name: str = "levels"

    @property
    def has_curve(self) -> bool:
        """False: the location jumps at the boundary."""
        return False

    def variants(self) -> tuple[Shape, ...]:
        """Return this shape alone."""
        return (self,)

    def curve(self, g: Array, unit: float) -> Curve:
        """Return the indicators of the sides."""
        side2 = (g > 0).astype(float)
        zero = np.zeros_like(side2)
        return Curve((1 - side2, side2), (zero, zero))

    def locations(self, g: Array, level1: float, level2: float, unit: float) -> Array:
        """Return the level of the side of each point."""
        return np.where(g > 0, level2, level1)

    def side_levels(self, levels: Array, locations: Array) -> tuple[float, float]:
        """Return the two levels."""
        return float(levels[0]), float(levels[1])
