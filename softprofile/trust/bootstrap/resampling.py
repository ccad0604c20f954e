"""Bootstrap resampling schemes."""

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

#: Names of the resampling schemes; the first is the default.
KINDS = ("residual", "pairs", "parametric")


def residual_inflation(n: int, parameters: int) -> float:
    """Compute sqrt(n / (n - parameters)), by which residuals are too small, as in a linear regression."""
    return float(np.sqrt(n / max(n - parameters, n / 2)))


class Resample(NamedTuple):
    """One resampled data set: z, and the row of U that each z belongs to."""

    z: Array
    rows: npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class FittedModelSampler(ReadOnlyArrays):
    """The fitted model, as a sampler.

    Every point has the density of the side it lies on: the boundary is taken to be sharp, also for a softened fit.

    Attributes
    ----------
    z : ndarray of shape (n,)
        Observed performance.
    side2 : ndarray of bool of shape (n,)
        Whether each point lies on side 2.
    theta : dict of int to dict
        Parameters of the density fitted to the points of side 1 and of side 2.
    density : Density
        The family of the density.
    inflation : float
        Factor for residuals and scales. Residuals are too small because the boundary was chosen to fit the noise.
    """

    z: Array
    side2: npt.NDArray[np.bool_]
    theta: SideTheta
    density: Density
    inflation: float = 1.0

    def draw(self, kind: str, rng: np.random.Generator) -> Resample:
        """Draw a resampled data set.

        Parameters
        ----------
        kind : {"residual", "pairs", "parametric"}
            "residual" adds a random residual to the location of the point's side. If the sides do not share a scale,
            and for counts, it draws a z of the same side instead. "parametric" draws from the fitted density of the
            point's side. "pairs" draws rows (u, z) with replacement.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        Resample
            The resampled z and their rows.
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
