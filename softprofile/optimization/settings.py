"""How a fit is made: all that `fit` was asked for, so that other data can be fitted in the same way."""

from __future__ import annotations

from dataclasses import dataclass

from softprofile.model.boundaries import Boundary
from softprofile.model.densities import Density


@dataclass(frozen=True)
class FitSettings:
    """What `fit` was asked for, checked; None where it decides by itself.

    Attributes
    ----------
    boundary, density, softness
        g, f, and "soft" or "hard".
    n_starts, ridge
        As given.
    random_state
        The seed; None for a fresh one each time, or where a generator was given.
    literal
        Whether the paper's procedure is followed to the letter (``preset="paper"``).
    """

    boundary: Boundary
    density: Density
    softness: str = "soft"
    n_starts: int | None = None
    ridge: float | None = None
    random_state: int | None = 0
    literal: bool = False
