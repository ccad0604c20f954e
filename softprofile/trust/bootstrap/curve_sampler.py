"""Bootstrap resampling about a curve: a transition or a ramp."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.model.densities.location_scale import CommonScale
from softprofile.trust.bootstrap.resampling import Resample, residual_inflation
from softprofile.trust.curves.located_density import location_parameters, theta_at
from softprofile.util.validation import Array


@dataclass(frozen=True, eq=False)
class CurveSampler:
    """A fitted curve, as a sampler.

    Every point has the density about its own location, and all points share one set of residuals.

    Attributes
    ----------
    fit : BoundaryFit
        A fit with a curve.
    """

    fit: BoundaryFit

    @property
    def inflation(self) -> float:
        """Factor for residuals and scales, which are too small because the curve was chosen to fit the noise."""
        return residual_inflation(len(self.fit.z), location_parameters(self.fit))

    def draw(self, kind: str, rng: np.random.Generator) -> Resample:
        """Draw a resampled data set.

        Parameters
        ----------
        kind : {"residual", "pairs", "parametric"}
            "residual" adds the residual of a random point to the location of each point. For counts it draws the
            probability of a random point in its own density, randomised within the step, and takes the quantile of the
            density at each point. "parametric" draws from the density at each point. "pairs" draws rows (u, z) with
            replacement.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        Resample
            The resampled z and their rows.
        """
        fit, n = self.fit, len(self.fit.z)
        if kind == "pairs":
            rows = rng.integers(0, n, n)
            return Resample(fit.z[rows], rows)
        if kind == "parametric":
            z = self._draw_from_densities(rng)
        elif fit.density.discrete:
            z = self._draw_probabilities(rng)
        else:
            residuals = self.inflation * (fit.z - fit.locations)
            z = fit.locations + rng.choice(residuals, n)
        return Resample(z, np.arange(n))

    def _draw_from_densities(self, rng: np.random.Generator) -> Array:
        theta = theta_at(self.fit, self.fit.locations)
        if isinstance(self.fit.density, CommonScale):
            scale = self.fit.density.scale_name
            theta = {**theta, scale: self.inflation * theta[scale]}
        # The location is an array, so that each draw has its own.
        return self.fit.density.sample(theta, len(self.fit.z), rng)  # type: ignore[arg-type]

    def _draw_probabilities(self, rng: np.random.Generator) -> Array:
        law = self.fit.density.as_scipy(theta_at(self.fit, self.fit.locations))  # type: ignore[arg-type]
        z = self.fit.z
        probabilities = law.cdf(z) - rng.random(len(z)) * law.pmf(z)
        return np.asarray(law.ppf(rng.choice(probabilities, len(z))), dtype=float)
