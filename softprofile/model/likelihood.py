r"""Hard and softened profile log-likelihood of a partition, and its gradient.

The likelihood depends on a density and on the values :math:`g_i` of a boundary at the points, not on the boundary
itself.

With :math:`\theta` at its weighted maximum, Eq. (5) depends on the soft weights only through

.. math:: \partial \ell / \partial s_i = \log f(z_i; \hat\theta_2) - \log f(z_i; \hat\theta_1)

(the envelope theorem), so the fit of theta is never differentiated. As a maximum of functions that are linear in
:math:`s`, :math:`\ell` is convex in :math:`s`. A softened partition is a mixture of hard partitions, the level sets of
the same :math:`g`, so the best of these is at least as likely.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from softprofile.model.densities import Density, Theta, get_density
from softprofile.util.errors import InputError, require_choice
from softprofile.util.messages import Message, warn
from softprofile.util.running_sums import running_sums
from softprofile.util.validation import Array, read_array, read_performance

Sides = npt.NDArray[np.bool_]

SOFTNESS = ("soft", "hard")

# Largest number of values that the cache of fitted partitions may hold.
_MOST_CACHED_VALUES = 200_000


class SoftValue(NamedTuple):
    """Eq. (5) at boundary values g, and its gradient in them."""

    loglik: Array
    gradient: Array


class FittedSides(NamedTuple):
    """Fitted densities of both sides, in standardised units, and the weights used to fit them."""

    likelihood: Likelihood
    standardised: tuple[Theta, Theta]
    weights: tuple[Array, Array]

    @property
    def theta(self) -> dict[int, dict[str, float]]:
        """Fitted parameters of side 1 and side 2, in the units of z."""
        theta1, theta2 = (self.likelihood.theta_in_units_of_z(theta) for theta in self.standardised)
        return {1: theta1, 2: theta2}

    @property
    def locations(self) -> tuple[float, float]:
        """Locations of the densities of both sides, in standardised units."""
        first, second = (float(self.likelihood.density.location(theta)) for theta in self.standardised)
        return first, second

    @property
    def loglik(self) -> float:
        """Eq. (5), or Eq. (3) if the weights are 0 and 1."""
        density, z = self.likelihood.density, self.likelihood.z
        # A point of weight 0 may be outside the support of that side's density.
        parts = (
            np.where(weights > 0, weights * density.logpdf(z, theta), 0.0)
            for weights, theta in zip(self.weights, self.standardised, strict=True)
        )
        return float(sum(part.sum() for part in parts)) + self.likelihood.log_jacobian

    @property
    def differing(self) -> int:
        """Number of parameters of the density in which the sides differ."""
        theta1, theta2 = self.theta.values()
        return sum(theta1[key] != theta2[key] for key in theta1)

    def flipped(self) -> FittedSides:
        """Exchange the sides."""
        return self._replace(standardised=self.standardised[::-1], weights=self.weights[::-1])

    def floor_messages(self) -> list[Message]:
        """Return a message if the scale of a side was stopped by the family's floor."""
        floored = [self.likelihood.density.at_floor(theta) for theta in self.standardised]
        sides = " and ".join(f"side {side}" for side in (1, 2) if floored[side - 1])
        if not sides:
            return []
        text = f"the scale of {sides} is at its floor: z is (nearly) constant there, and loglik depends on the floor."
        return [Message("scale-at-floor", text)]


class Likelihood:
    """The profile log-likelihood of z, vectorised over boundaries.

    Parameters
    ----------
    z : array of shape (n,)
        Performance.
    density : Density
        The family of f.

    Notes
    -----
    z is standardised if the family is closed under shift and scale, which makes fits invariant to the units of z.
    """

    def __init__(self, z: Array, density: Density) -> None:
        density.check(z)
        self.density = density
        self.n = len(z)
        self._centre, self._scale = density.standardization(z)
        self.z: Array = (z - self._centre) / self._scale
        # Change of variables from (z - centre) / scale to z.
        self.log_jacobian = -self.n * float(np.log(self._scale))
        self._cached: dict[bytes, tuple[Array, Array]] = {}

    def soft(self, g: Array) -> SoftValue:
        """Return Eq. (5) and its gradient at boundary values g of shape (..., n)."""
        weights2, weights1 = expit(g), expit(-g)
        loglik, contrast = self.density.soft_profile(self.z, weights1, weights2)
        return SoftValue(loglik + self.log_jacobian, weights1 * weights2 * contrast)

    def hard(self, sides2: Sides) -> Array:
        """Return Eq. (3) for partitions of shape (..., n), true where a point is on side 2."""
        log1, log2 = self._hard_log_densities(sides2)
        return np.where(sides2, log2, log1).sum(axis=-1) + self.log_jacobian

    def at(self, g: Array, softness: str) -> float:
        """Return Eq. (5) if softness is "soft", or Eq. (3) if it is "hard", at the values of one boundary."""
        return self.fit_sides(g, softness).loglik

    def prefixes(self, order: npt.NDArray[np.intp]) -> Array:
        """Return Eq. (2) for the n - 1 splits of z in the given order."""
        return self.density.prefix_logliks(self.z[order]) + self.log_jacobian

    @property
    def exact_chains(self) -> bool:
        """Whether `chain` is exact for every partition of the chain."""
        return self.density.additive

    def chain(self, sides2: Sides, switches: npt.NDArray[np.intp], standing: Sides) -> Array:
        """Return Eq. (3) for a chain of partitions, each of which moves one point to the other side.

        Parameters
        ----------
        sides2 : bool array of shape (..., n)
            First partition of each chain, true where a point is on side 2.
        switches : int array of shape (..., k)
            Points that change side, in this order.
        standing : bool array of shape (n,)
            Partition at which the parameters are held where the values are lower bounds.

        Returns
        -------
        array of shape (..., k + 1)
            Eq. (3) for the first partition and after each switch.

        Notes
        -----
        The values are exact for additive families, and for all quick families if every point starts on the same side
        and changes side. Otherwise theta is held at the fit to `standing`. The values are then lower bounds, exact at
        `standing`, so the best of the chain is at least as likely as `standing`.
        """
        if self.density.additive:
            return self._additive_chain(sides2, switches)
        if sides2.ndim > 1:
            return np.array([self.chain(*one, standing) for one in zip(sides2, switches, strict=True)])
        if self.density.quick and len(switches) == self.n and (sides2.all() or not sides2.any()):
            ends = self.hard(sides2)
            return np.concatenate([[ends], self.prefixes(switches), [ends]])
        log1, log2 = self._hard_log_densities(standing)
        gain_of_side2 = (log2 - log1)[switches]
        steps = np.where(sides2[switches], -gain_of_side2, gain_of_side2)
        start = float(np.where(sides2, log2, log1).sum()) + self.log_jacobian
        return start + running_sums(0.0, steps)

    def fit_sides(self, g: Array, softness: str) -> FittedSides:
        """Fit the densities of both sides at the values of one boundary."""
        if softness == "soft":
            weights1, weights2 = expit(-g), expit(g)
        else:
            weights1, weights2 = np.where(g > 0, 0.0, 1.0), np.where(g > 0, 1.0, 0.0)
        return FittedSides(self, self.density.fit_sides(self.z, weights1, weights2), (weights1, weights2))

    def theta_in_units_of_z(self, theta: Theta) -> dict[str, float]:
        """Convert the parameters of one side from standardised units to those of z."""
        converted = self.density.original_units(theta, self._centre, self._scale)
        return {key: float(value) for key, value in converted.items()}

    def _log_densities(self, weights1: Array, weights2: Array) -> tuple[Array, Array]:
        theta1, theta2 = self.density.fit_sides(self.z, weights1, weights2)
        return self.density.logpdf(self.z, theta1), self.density.logpdf(self.z, theta2)

    def _hard_log_densities(self, sides2: Sides) -> tuple[Array, Array]:
        if self.exact_chains:
            return self._log_densities(np.where(sides2, 0.0, 1.0), np.where(sides2, 1.0, 0.0))
        # These families are slow to fit, and a search evaluates the same partition many times.
        key = sides2.tobytes()
        if key not in self._cached:
            if len(self._cached) * self.n >= _MOST_CACHED_VALUES:
                self._cached.clear()
            self._cached[key] = self._log_densities(np.where(sides2, 0.0, 1.0), np.where(sides2, 1.0, 0.0))
        return self._cached[key]

    def _additive_chain(self, sides2: Sides, switches: npt.NDArray[np.intp]) -> Array:
        entering = np.where(np.take_along_axis(sides2, switches, axis=-1), -1.0, 1.0)
        count2 = running_sums(sides2.sum(axis=-1), entering)
        sums2 = np.array([running_sums(sides2 @ one, one[switches] * entering) for one in self._statistics])
        totals = self._statistics.sum(axis=1).reshape(-1, *(1,) * count2.ndim)
        logliks = self.density.chain_logliks(self.n - count2, totals - sums2, count2, sums2, self.z)
        return logliks + self.log_jacobian

    @cached_property
    def _statistics(self) -> Array:
        return self.density.statistics(self.z)


def profile_loglik(g: Any, z: Any, density: Any = "gaussian", softness: str = "soft") -> float:
    r"""Return the profile log-likelihood at given boundary values, Eq. (5) or Eq. (3).

    Parameters
    ----------
    g : array-like of shape (n,)
        Boundary values g(u_i; w). Side 2 is where g > 0.
    z : array-like of shape (n,)
        Performance.
    density : str, Density or object, default "gaussian"
        The family f; see `softprofile.densities`.
    softness : {"soft", "hard"}, default "soft"
        "soft" weights each point by the sigmoid of g, Eq. (4). "hard" uses only the sign of g.

    Returns
    -------
    float
        Eq. (5) if softness is "soft", Eq. (3) if it is "hard".

    Raises
    ------
    InputError
        If g and z differ in shape, g has missing values, or z is not in the support of the density.

    Warns
    -----
    SoftProfileWarning
        If all points are on one side.

    Notes
    -----
    With :math:`s_i = 1 / \{1 + \exp(-g_i)\}`, Eq. (4), the softened profile log-likelihood is

    .. math:: \ell = \sum_i (1 - s_i) \log f(z_i; \hat\theta_1) + \sum_i s_i \log f(z_i; \hat\theta_2)

    where :math:`\hat\theta_1, \hat\theta_2` maximise the same expression, Eq. (6). Eq. (3) replaces :math:`s_i` by 1 if
    :math:`g_i > 0` and by 0 otherwise.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> z = np.array([5.0, 4.8, 5.1, 1.0, 1.2, 0.9])
    >>> g = np.array([3.0, 2.0, 1.0, -1.0, -2.0, -3.0])
    >>> round(sp.profile_loglik(g, z), 3)
    -10.514
    >>> round(sp.profile_loglik(g, z, softness="hard"), 3)
    3.976

    A steeper boundary is nearer to the hard partition:

    >>> round(sp.profile_loglik(10 * g, z), 3)
    3.93
    """
    values, _ = read_performance(z)
    boundary = read_array(g, "g")
    if boundary.shape != values.shape:
        raise InputError(f"g has shape {boundary.shape} but z has shape {values.shape}: give one g for each z.")
    if np.any(np.isnan(boundary)):
        raise InputError("g has missing values: every point needs a boundary value.")
    require_choice(softness, SOFTNESS, "softness")
    if np.all(boundary > 0) or np.all(boundary <= 0):
        text = "every point lies on one side of g = 0: the other side is empty, so the boundary splits nothing."
        warn(Message("one-side-empty", text))
    return Likelihood(values, get_density(density)).at(boundary, softness)
