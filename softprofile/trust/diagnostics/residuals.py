r"""Quantile residuals: the probability integral transform of each z by its density.

Let F be the distribution function of the density of a side or, for a transition or a ramp, of a point. If the density
is right, F(z) is uniform and :math:`r = \Phi^{-1}\{F(z)\}` is standard normal (Dunn and Smyth, 1996). For counts, half
of the probability of z itself is added to either tail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.model.densities import Density
from softprofile.trust.curves.located_density import theta_at
from softprofile.util.validation import Array

# Tail probabilities beyond about 38 standard deviations underflow.
_MAX_RESIDUAL = 38.0


class Tails(NamedTuple):
    """Lower and upper tail probability of each z. Both are kept because each is accurate only where it is small."""

    lower: Array
    upper: Array

    def residuals(self) -> Array:
        """Compute quantile residuals, the standard normal quantiles with the same tail probabilities."""
        from scipy.special import ndtri

        with np.errstate(divide="ignore"):
            r = np.where(self.lower < self.upper, ndtri(self.lower), -ndtri(self.upper))
        return np.clip(r, -_MAX_RESIDUAL, _MAX_RESIDUAL)

    def two_sided(self) -> Array:
        """Compute two-sided tail probabilities."""
        return np.minimum(1.0, 2 * np.minimum(self.lower, self.upper))


def tails_of_fit(fit: BoundaryFit) -> Tails | None:
    """Compute the tail probabilities of each z in the density of its side or, for a curve, at its point.

    Returns None if the family has no distribution function.
    """
    if fit.shape.has_curve:
        return located_tails(fit.density, fit.z, theta_at(fit, fit.locations))
    return tails_by_side(fit.density, fit.z, fit.sides, fit.theta)


def located_tails(density: Density, z: Array, theta: Mapping[str, Any]) -> Tails | None:
    """Compute the tail probabilities of each z in densities whose location differs from point to point."""
    distribution = density.as_scipy(theta)
    if distribution is None:
        return None
    at_z = 0.5 * distribution.pmf(z) if density.discrete else 0.0
    return Tails(distribution.cdf(z) - at_z, distribution.sf(z) + at_z)


def tails_by_side(
    density: Density, z: Array, sides: npt.NDArray[np.int64], theta: Mapping[int, Mapping[str, Any]]
) -> Tails | None:
    """Compute the tail probabilities of each z in the density of its side.

    For a quick family, many data sets can be processed at once: z of shape (sets, n), parameters of shape (sets, 1).
    Returns None if the family has no distribution function.
    """
    found = Tails(np.empty(z.shape), np.empty(z.shape))
    for side in (1, 2):
        distribution = density.as_scipy(theta[side])
        if distribution is None:
            return None
        here = sides == side
        at_z = 0.5 * distribution.pmf(z[..., here]) if density.discrete else 0.0
        found.lower[..., here] = distribution.cdf(z[..., here]) - at_z
        # The survival function is P(Z > z), without z itself.
        found.upper[..., here] = distribution.sf(z[..., here]) + at_z
    return found
