"""Other data that could have been: three ways to draw them from the two sides of a fit or an elbow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from softprofile.fitting.elbow import SideTheta
from softprofile.model.densities import Density
from softprofile.model.densities.location_scale import CommonScale
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.validation import Array

#: How replicates are drawn; the first is the default.
KINDS = ("residual", "pairs", "parametric")


def residual_inflation(n: int, parameters: int) -> float:
    """sqrt(n / (n - parameters)): residuals are too small by about this, as in a regression."""
    return float(np.sqrt(n / max(n - parameters, n / 2)))


class Resample(NamedTuple):
    """One replicate: z, and the rows of U that it belongs to."""

    z: Array
    rows: npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class FittedModelSampler(ReadOnlyArrays):
    """The world in which what was found is true: every point has the density of its side.

    Points near a soft boundary are given to the side they lie on, for in that world the boundary is sharp; `theta`
    are the parameters fitted to those sides. `inflation` is what residuals and scales are multiplied by, since a fit
    that chose its boundary to suit the noise leaves too little of it.
    """

    z: Array
    side2: npt.NDArray[np.bool_]
    theta: SideTheta
    density: Density
    inflation: float = 1.0

    def draw(self, kind: str, rng: np.random.Generator) -> Resample:
        """Draw a replicate.

        ``"residual"``: the location of each point's side plus a residual of any point, where both sides share a scale;
        where they do not, and for counts, which have to stay counts, a z of the same side. ``"parametric"``: a draw
        from the fitted density of each point's side. ``"pairs"``: rows (u, z) with replacement.
        """
        n = len(self.z)
        if kind == "pairs":
            rows = rng.integers(0, n, n)
            return Resample(self.z[rows], rows)
        z = self._draw_from_densities(rng) if kind == "parametric" else self._draw_residuals(rng)
        return Resample(z, np.arange(n))

    def _draw_residuals(self, rng: np.random.Generator) -> Array:
        if not isinstance(self.density, CommonScale):
            return self._draw_within_sides(rng)
        name = self.density.location_name
        locations = np.where(self.side2, self.theta[2][name], self.theta[1][name])
        residuals = self.inflation * (self.z - locations)
        return np.asarray(locations + rng.choice(residuals, len(self.z)))

    def _draw_within_sides(self, rng: np.random.Generator) -> Array:
        z = np.empty_like(self.z)
        for here in (~self.side2, self.side2):
            z[here] = rng.choice(self.z[here], int(here.sum()))
        return z

    def _draw_from_densities(self, rng: np.random.Generator) -> Array:
        z = np.empty_like(self.z)
        for side, here in ((1, ~self.side2), (2, self.side2)):
            z[here] = self.density.sample(self._inflated(self.theta[side]), int(here.sum()), rng)
        return z

    def _inflated(self, theta: dict[str, float]) -> dict[str, float]:
        if not isinstance(self.density, CommonScale):
            return theta
        return {**theta, self.density.scale_name: self.inflation * theta[self.density.scale_name]}
