"""The edge of the plateau, by a transition or a ramp fitted to the configurations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.edge import DEFAULT_TOLERANCE, Edge
from softprofile.fitting.fit_boundary import fit_with
from softprofile.model.boundaries import Boundary, Linear, Quadratic
from softprofile.model.densities import Gaussian
from softprofile.model.shapes import Ramp, Shape, Transition
from softprofile.model.transforms import Transform
from softprofile.optimization.settings import FitSettings
from softprofile.trust.curves.located_density import location_parameters
from softprofile.util.errors import InputError, NoBoundaryError
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array, Observations, is_constant

# z worse than the best by more than this many times the improvement is set to that, because the curve is to fit well
# near the top.
_CLIPPED = 3.0
# Difference of the Bayesian information criterion that is strong evidence (Kass and Raftery, 1995).
_STRONG = 6.0
# Fewer starts than `fit` has suffice, because the best of several curves is taken.
_STARTS = 8
# Fewest configurations per parameter of the boundary.
_PER_PARAMETER = 2


@dataclass(frozen=True)
class EdgeSearch:
    """Data of the search for the edge of the plateau.

    Attributes
    ----------
    numbers : ndarray of shape (n, k)
        Configurations in original units.
    names : tuple of str
        Names of the k columns.
    z : ndarray of shape (n,)
        Their performance.
    z_name : str
        Name of z.
    better : {"lower", "higher"}
        Which z is better.
    transform : Transform
        Transform of the k columns.
    improvement : float
        Distance between the best z and the poorer quartile.
    tolerance : float or None
        Share of the improvement that is missing at the edge; None for 5 % of a transition, and the corner of a ramp.
    """

    numbers: Array
    names: tuple[str, ...]
    z: Array
    z_name: str
    better: str
    transform: Transform
    improvement: float
    tolerance: float | None

    def find(self) -> Edge | None:
        """Fit the likeliest curve and find the edge of its plateau.

        Returns
        -------
        Edge or None
            The edge; None if no curve can be fitted, or z is the same everywhere.
        """
        reach = _CLIPPED * self.improvement
        z, lower = self.z, self.better == "lower"
        clipped = np.minimum(z, z.min() + reach) if lower else np.maximum(z, z.max() - reach)
        if self.improvement <= 0 or is_constant(clipped):
            return None
        data = Observations(self.numbers, clipped, self.names, self.z_name)
        fits = [
            found
            for boundary in _boundaries(*self.numbers.shape)
            for shape in (Transition(), Ramp().towards(self.better))
            if (found := _fitted(data, boundary, shape, self.better, self.transform)) is not None
        ]
        if not fits:
            return None
        likeliest = min(fits, key=_information)
        try:
            return likeliest.edge(_share(likeliest, self.improvement, self.tolerance))
        except NoBoundaryError:
            return None


def _boundaries(n: int, m: int) -> list[Boundary]:
    """Return the boundaries that so many configurations can tell apart."""
    affordable = n >= _PER_PARAMETER * (Quadratic().n_parameters(m) + 3)
    # In one dimension, a quadratic boundary allows a plateau in the middle of the range, or one at each end.
    return [Linear(), Quadratic()] if m == 1 and affordable else [Quadratic()] if affordable else [Linear()]


def _fitted(
    data: Observations, boundary: Boundary, shape: Shape, better: str, transform: Transform
) -> BoundaryFit | None:
    settings = FitSettings(boundary, Gaussian(), n_starts=_STARTS, better=better, shape=shape)
    try:
        return fit_with(settings, data, transform, random_stream(0))
    except (InputError, NoBoundaryError):
        return None


def _information(fit: BoundaryFit) -> float:
    """Return the Bayesian information criterion; all but a straight ramp need strong evidence."""
    strong = _STRONG * ((fit.shape.flat_side is None) + (fit.boundary != Linear()))
    return float(np.log(len(fit.z))) * location_parameters(fit) - 2 * fit.loglik + strong


def _share(fit: BoundaryFit, improvement: float, tolerance: float | None) -> float | None:
    """Return the tolerance as a share of the change of the curve."""
    if tolerance is None and fit.shape.flat_side == fit.good_side:
        return None
    wanted = DEFAULT_TOLERANCE if tolerance is None else tolerance
    change = float(np.ptp(fit.locations))
    return min(wanted * improvement / change, 0.99) if change > 0 else None
