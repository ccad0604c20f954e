"""A ramp that ends at a level: flat on one side, straight in g on the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from softprofile.model.shapes.base import Curve, Shape
from softprofile.util.errors import require_choice
from softprofile.util.validation import Array

AUTO = "auto"
FLAT = ("low", "high")


class Ramp(Shape):
    r"""Flat on one side of the boundary and straight in g on the other.

    Parameters
    ----------
    flat : {"auto", "low", "high"}, default "auto"
        Which side is flat: the one with the low values of z (side 1) or with the high ones (side 2). "auto" takes the
        good side if `better` is given, and otherwise the one with the larger likelihood.

    Notes
    -----
    The location of z is

    .. math:: \mu_i = a + \mathrm{sd}(z) \max\{g(u_i; w), 0\} \quad \text{or} \quad
              \mu_i = b + \mathrm{sd}(z) \min\{g(u_i; w), 0\} ,

    so g is measured in standard deviations of z, and the boundary g = 0 is the corner. With a linear boundary in one
    dimension this is segmented regression with a flat segment.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> x = np.linspace(0, 10, 41)
    >>> round(sp.elbow(np.maximum(0, 5 - x), x, shape="ramp").threshold, 2)
    5.0
    """

    name: str = "ramp"

    def __init__(self, flat: str = AUTO) -> None:
        self.flat = require_choice(flat, (AUTO, *FLAT), "the flat side of a ramp")

    def options(self) -> dict[str, Any]:
        """Return the flat side."""
        return {"flat": self.flat}

    def variants(self) -> tuple[Shape, ...]:
        """Return a ramp for each flat side, or this one if its flat side is named."""
        return tuple(Ramp(flat) for flat in FLAT) if self.flat == AUTO else (self,)

    def curve(self, g: Array, unit: float) -> Curve:
        """Return the constant 1, and the straight part as offset."""
        part = g > 0 if self.flat == "low" else g < 0
        one, zero = np.ones_like(g), np.zeros_like(g)
        return Curve((one,), (zero,), unit * np.where(part, g, 0.0), unit * part.astype(float))

    def locations(self, g: Array, level1: float, level2: float, unit: float) -> Array:
        """Return the level of the flat side, plus g where the other side begins."""
        if self.flat == "low":
            return level1 + unit * np.maximum(g, 0.0)
        return level2 + unit * np.minimum(g, 0.0)

    def side_levels(self, levels: Array, locations: Array) -> tuple[float, float]:
        """Return the level of the flat side, and the location farthest from it."""
        level = float(levels[0])
        return (level, float(locations.max())) if self.flat == "low" else (float(locations.min()), level)

    @property
    def flat_side(self) -> int | None:
        """Side 1 if the low side is flat, 2 if the high one is."""
        return {"low": 1, "high": 2}.get(self.flat)

    def towards(self, better: str | None) -> Shape:
        """Return the ramp that is flat on the good side, if nothing else was asked for."""
        return self if better is None or self.flat != AUTO else Ramp({"lower": "low", "higher": "high"}[better])
