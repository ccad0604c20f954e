"""A smooth transition between two levels."""

from __future__ import annotations

from typing import Any

from softprofile.model.shapes.base import Curve, Shape
from softprofile.model.shapes.links import FLIPPED, LINKS
from softprofile.util.errors import require_choice
from softprofile.util.validation import Array

AUTO = "auto"


class Transition(Shape):
    r"""A smooth transition from one level of z to another.

    Parameters
    ----------
    link : {"auto", "logistic", "cloglog", "loglog"}, default "auto"
        The function t below. "auto" takes the one with the largest likelihood.

    Notes
    -----
    The location of z is

    .. math:: \mu_i = a + (b - a) \, t\{g(u_i; w)\}, \quad t(g) = \frac{1}{1 + e^{-g}}, \; 1 - 2^{-e^g}
              \text{ or } 2^{-e^{-g}} .

    All three have t(0) = 1/2, so the boundary g = 0 is where half of the improvement is made. "cloglog" reaches b
    abruptly and "loglog" leaves a abruptly. The levels a and b are held to the range of the observed z.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> x = np.linspace(0, 10, 41)
    >>> f = sp.fit(x, 5 / (1 + np.exp(2 * (x - 4))), shape="transition", better="lower")
    >>> f.shape
    Transition(link='logistic')
    >>> f.edge(tolerance=0.05).point.round(2).to_dict()  # 4 + log(19) / 2, where 5 % of the improvement is left
    {'u1': 5.47}
    """

    name: str = "transition"

    def __init__(self, link: str = AUTO) -> None:
        self.link = require_choice(link, (AUTO, *LINKS), "the link of a transition")

    def options(self) -> dict[str, Any]:
        """Return the link."""
        return {"link": self.link}

    def variants(self) -> tuple[Shape, ...]:
        """Return one transition per link, or this one if its link is named."""
        return tuple(Transition(link) for link in LINKS) if self.link == AUTO else (self,)

    def curve(self, g: Array, unit: float) -> Curve:
        """Return 1 - t and t."""
        t, derivative = LINKS[self.link](g)
        return Curve((1 - t, t), (-derivative, derivative))

    def locations(self, g: Array, level1: float, level2: float, unit: float) -> Array:
        """Return level 1 + (level 2 - level 1) t(g)."""
        return level1 + (level2 - level1) * LINKS[self.link](g)[0]

    def side_levels(self, levels: Array, locations: Array) -> tuple[float, float]:
        """Return the two levels."""
        return float(levels[0]), float(levels[1])

    def flipped(self) -> Shape:
        """Return the transition with the link of -g."""
        return Transition(FLIPPED.get(self.link, AUTO))
