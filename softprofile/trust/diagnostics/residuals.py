r"""Where each z lies in the density of its side: the probability integral transform, and quantile residuals.

With F the distribution function of the density of a side, F(z) is uniform if the density is right, and
:math:`r = \Phi^{-1}\{F(z)\}` is standard normal (Dunn and Smyth, 1996). For counts half of the probability of z itself
is taken on either side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from softprofile.model.densities import Density
from softprofile.util.validation import Array

# No double has a smaller probability of its own: about 38 standard deviations.
_FARTHEST = 38.0


class Tails(NamedTuple):
    """Probability of less than z, and of more; both are kept, since each is exact only where it is small."""

    lower: Array
    upper: Array

    def residuals(self) -> Array:
        """The standard normal value with the same tails."""
        from scipy.special import ndtri

        with np.errstate(divide="ignore"):
            r = np.where(self.lower < self.upper, ndtri(self.lower), -ndtri(self.upper))
        return np.clip(r, -_FARTHEST, _FARTHEST)

    def two_sided(self) -> Array:
        """Probability of a z as far out as this, on either side."""
        return np.minimum(1.0, 2 * np.minimum(self.lower, self.upper))


def tails_by_side(
    density: Density, z: Array, sides: npt.NDArray[np.int64], theta: Mapping[int, Mapping[str, Any]]
) -> Tails | None:
    """The tails of each z in the density of its side; None where the family has no distribution function.

    Of many data sets at once with z of shape (sets, n) and parameters of shape (sets, 1), where the family is quick.
    """
    found = Tails(np.empty(z.shape), np.empty(z.shape))
    for side in (1, 2):
        law = density.as_scipy(theta[side])
        if law is None:
            return None
        here = sides == side
        at_z = 0.5 * law.pmf(z[..., here]) if density.discrete else 0.0
        found.lower[..., here] = law.cdf(z[..., here]) - at_z
        # sf is the probability of more than z.
        found.upper[..., here] = law.sf(z[..., here]) + at_z
    return found
