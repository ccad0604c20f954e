"""Settings of a fit, so that other data can be fitted in the same way."""

from __future__ import annotations

from dataclasses import dataclass, field

from softprofile.model.boundaries import Boundary
from softprofile.model.densities import Density
from softprofile.model.shapes import Levels, Shape


@dataclass(frozen=True)
class FitSettings:
    """Validated arguments of `fit`.

    Attributes
    ----------
    boundary : Boundary
        The family of g.
    density : Density
        The family of f.
    softness : {"soft", "hard"}
        Whether Eq. (5) or Eq. (3) is maximised.
    n_starts : int or None
        Number of starts; None if `fit` chooses it.
    ridge : float or None
        Ridge penalty; None if `fit` chooses it.
    random_state : int or None
        Seed; None if fits are seeded from the operating system or a generator was given.
    literal : bool
        Whether the paper's literal procedure is used (``preset="paper"``).
    better : {"lower", "higher"} or None
        Which values of z are better; None if that is not known.
    shape : Shape
        How the location of z changes across the boundary, as it was asked for.
    """

    boundary: Boundary
    density: Density
    softness: str = "soft"
    n_starts: int | None = None
    ridge: float | None = None
    random_state: int | None = 0
    literal: bool = False
    better: str | None = None
    shape: Shape = field(default_factory=Levels)
