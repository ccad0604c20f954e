"""The interface of a density f(z; theta): a weighted fit of both sides and a log density."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np

from softprofile.util.errors import InputError
from softprofile.util.validation import Array
from softprofile.util.value_object import ValueObject

#: Parameters of one side by name. Each value is an array with one entry per set of weights.
Theta = Mapping[str, Array]
#: Parameters of one side of one fit, by name.
SideParameters = Mapping[str, float]


class Split(NamedTuple):
    """The best split of a sequence z into z[:q] and z[q:], in the units of z."""

    q: int
    loglik: float
    theta: dict[int, dict[str, float]]


class Density(ValueObject, ABC):
    """A family of densities f(z; theta), fitted to both sides of a boundary.

    A subclass implements the weighted maximum likelihood fit of both sides, the log density, and a location by which
    the sides are ordered. Everything else has a default. The class attributes declare what the likelihood and the
    search may make use of, so that no code asks for the class of a density.

    All methods are vectorised over leading axes: weights of shape (..., n) give parameters of shape (...) and log
    densities of shape (..., n). Many boundaries are thus evaluated in one call.

    Attributes
    ----------
    name : str
        Name of the family.
    min_points : int
        Smallest number of points on a side in an exact search over partitions.
    quick : bool
        Whether many fits cost little more than one. False if each fit is a numerical search or the user's own code.
    discrete : bool
        Whether f is a probability mass function, as for counts.
    additive : bool
        Whether `statistics` and `chain_logliks` are implemented; see `AdditiveDensity`.
    has_moving_location : bool
        Whether the location may differ from point to point; see `MovingLocation`.
    location_scale : bool
        Whether the family is closed under shift and scale of z, with one location and one scale on each side.

    See Also
    --------
    UserDensity : The wrapper for an object that is not a subclass.
    register_density : Make a density addressable by name.

    Examples
    --------
    The exponential density:

    >>> import numpy as np
    >>> import softprofile as sp
    >>> class Exponential(sp.densities.Density):
    ...     name = "exponential"
    ...
    ...     def fit_sides(self, z, weights1, weights2):
    ...         return tuple({"mean": w @ z / w.sum(axis=-1)} for w in (weights1, weights2))
    ...
    ...     def logpdf(self, z, theta):
    ...         mean = theta["mean"][..., None]
    ...         return -z / mean - np.log(mean)
    ...
    ...     def location(self, theta):
    ...         return theta["mean"]
    >>> sp.elbow([9.0, 8.0, 9.5, 1.0, 0.5, 0.8], density=Exponential()).index
    3
    """

    min_points: ClassVar[int] = 1
    quick: ClassVar[bool] = True
    discrete: ClassVar[bool] = False
    additive: ClassVar[bool] = False
    location_scale: ClassVar[bool] = False
    has_moving_location: ClassVar[bool] = False

    @abstractmethod
    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Fit both sides by weighted maximum likelihood, Eq. (6).

        Parameters
        ----------
        z : array of shape (n,)
            Performance.
        weights1, weights2 : array of shape (..., n)
            Weight of each point on side 1 and on side 2.

        Returns
        -------
        tuple of Theta
            Parameters of side 1 and of side 2; each value has shape (...).
        """

    @abstractmethod
    def logpdf(self, z: Array, theta: Theta) -> Array:
        """Return log f(z_i; theta) at every point.

        Parameters
        ----------
        z : array of shape (n,)
            Performance.
        theta : Theta
            Parameters of one side; each value has shape (...).

        Returns
        -------
        array of shape (..., n)
            Log densities.
        """

    def soft_profile(self, z: Array, weights1: Array, weights2: Array) -> tuple[Array, Array]:
        r"""Return the softened profile log-likelihood, Eq. (5), and its gradient.

        Parameters
        ----------
        z : array of shape (n,)
            Performance.
        weights1, weights2 : array of shape (..., n)
            Weight of each point on side 1 and on side 2; they sum to one.

        Returns
        -------
        tuple of array
            The log-likelihoods, of shape (...), and their gradients in weights2, of shape (..., n).

        Notes
        -----
        By the envelope theorem the gradient is
        :math:`\log f(z_i; \hat\theta_2) - \log f(z_i; \hat\theta_1)`.
        """
        theta1, theta2 = self.fit_sides(z, weights1, weights2)
        log1, log2 = self.logpdf(z, theta1), self.logpdf(z, theta2)
        return (weights1 * log1 + weights2 * log2).sum(axis=-1), log2 - log1

    @abstractmethod
    def location(self, theta: Theta) -> Array:
        """Return a measure of location of f; side 2 is the side where it is larger.

        Parameters
        ----------
        theta : Theta
            Parameters of one side; each value has shape (...).

        Returns
        -------
        array of shape (...)
            Locations.
        """

    def free_parameters(self, theta: Mapping[str, Any]) -> int:
        """Return the number of fitted parameters of both sides together.

        Parameters
        ----------
        theta : mapping of str
            Parameters of one side.

        Returns
        -------
        int
            Twice the number of parameters of a side, unless the family shares some between the sides or holds some
            fixed.
        """
        return 2 * len(theta)

    def as_scipy(self, theta: SideParameters) -> Any:
        """Return f(z; theta) as a frozen distribution of scipy.stats.

        Parameters
        ----------
        theta : mapping of str to float
            Parameters of one side, in the units of z.

        Returns
        -------
        scipy.stats frozen distribution or None
            The distribution; None if the family has no counterpart in scipy.stats.
        """
        return None

    def sample(self, theta: SideParameters, size: int, rng: np.random.Generator) -> Array:
        """Draw from f(z; theta).

        Parameters
        ----------
        theta : mapping of str to float
            Parameters of one side, in the units of z.
        size : int
            Number of draws.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        array of shape (size,)
            The draws.

        Raises
        ------
        InputError
            If the family cannot be sampled.
        """
        law = self.as_scipy(theta)
        if law is None:
            raise InputError(
                f"density {self.name!r} cannot be drawn from: give it a method sample(theta, size, rng), or bootstrap "
                "with kind='residual' or 'pairs'."
            )
        return np.asarray(law.rvs(size, random_state=rng), dtype=float)

    def check(self, z: Array) -> None:
        """Raise an error if z is outside the support of the family.

        Parameters
        ----------
        z : array of shape (n,)
            Performance.

        Raises
        ------
        InputError
            If a value is outside the support.
        """

    def standardization(self, z: Array) -> tuple[float, float]:
        """Return the centre and the scale by which z is standardised before it is fitted.

        Parameters
        ----------
        z : array of shape (n,)
            Performance.

        Returns
        -------
        tuple of float
            Centre and scale; (0, 1) unless the family is closed under shift and scale.
        """
        return 0.0, 1.0

    def original_units(self, theta: Theta, centre: float, scale: float) -> Theta:
        """Convert parameters of the standardised z to those of z.

        Parameters
        ----------
        theta : Theta
            Parameters of (z - centre) / scale.
        centre, scale : float
            What `standardization` returned.

        Returns
        -------
        Theta
            Parameters of z.
        """
        return theta

    def at_floor(self, theta: Theta) -> bool:
        """Return whether a parameter is at the floor that keeps the likelihood bounded.

        Parameters
        ----------
        theta : Theta
            Parameters of one side, in standardised units.

        Returns
        -------
        bool
            False unless the family has such a floor.
        """
        return False

    def prefix_logliks(self, z: Array) -> Array:
        """Return the profile log-likelihoods, Eq. (2), of all splits z[:q], z[q:].

        Parameters
        ----------
        z : array of shape (n,)
            Performance in standardised units, in the order in which it is split.

        Returns
        -------
        array of shape (n - 1,)
            Log-likelihoods of the splits at q = 1, ..., n - 1.
        """
        n = len(z)
        logliks = np.empty(n - 1)
        rows_at_once = max(1, 2_000_000 // n)
        for first in range(1, n, rows_at_once):
            q = np.arange(first, min(first + rows_at_once, n))
            right = (np.arange(n) >= q[:, None]).astype(float)
            theta1, theta2 = self.fit_sides(z, 1.0 - right, right)
            logliks[q - 1] = np.where(right > 0, self.logpdf(z, theta2), self.logpdf(z, theta1)).sum(axis=-1)
        return logliks

    def split_logliks(self, z: Array) -> Array:
        """Return the profile log-likelihoods, Eq. (2), of all splits, in the units of z.

        Parameters
        ----------
        z : array of shape (n,)
            Performance, in the order in which it is split.

        Returns
        -------
        array of shape (n - 1,)
            Log-likelihoods of the splits at q = 1, ..., n - 1.
        """
        centre, scale = self.standardization(z)
        return self.prefix_logliks((z - centre) / scale) - len(z) * float(np.log(scale))

    def best_split(self, z: Array) -> Split | None:
        """Return the best split, if it can be found without all likelihoods.

        Parameters
        ----------
        z : array of shape (n,)
            Performance, in the order in which it is split.

        Returns
        -------
        Split or None
            The best of all splits, including those with one point on a side; None if the family has no faster way
            than `split_logliks`.
        """
        return None

    def statistics(self, z: Array) -> Array:
        """Return the sufficient statistics T(z_i) of an additive family.

        Parameters
        ----------
        z : array of shape (n,)
            Performance in standardised units.

        Returns
        -------
        array of shape (k, n)
            The k statistics of each point.
        """
        raise NotImplementedError

    def chain_logliks(self, count1: Array, sums1: Array, count2: Array, sums2: Array, z: Array) -> Array:
        """Return the log-likelihoods of partitions from the sums of their statistics.

        Parameters
        ----------
        count1 : array of shape (...)
            Number of points on side 1.
        sums1 : array of shape (k, ...)
            Sums of the statistics over side 1.
        count2 : array of shape (...)
            Number of points on side 2.
        sums2 : array of shape (k, ...)
            Sums of the statistics over side 2.
        z : array of shape (n,)
            All performance values, in standardised units.

        Returns
        -------
        array of shape (...)
            The log-likelihoods, Eq. (3), in standardised units.
        """
        raise NotImplementedError


class AdditiveDensity(Density):
    """A family whose likelihood depends on z only through sums of statistics.

    Moving one point to the other side then changes a running sum. The likelihoods of a whole chain of partitions, each
    of which differs from the one before by one point, cost a single pass.

    A subclass implements `statistics` and `chain_logliks` in addition to the methods of `Density`.

    Examples
    --------
    >>> import numpy as np
    >>> from softprofile.densities import AdditiveDensity, Poisson
    >>> isinstance(Poisson(), AdditiveDensity)
    True
    >>> z = np.array([9.0, 8.0, 1.0, 0.0, 2.0])
    >>> Poisson().statistics(z)
    array([[9., 8., 1., 0., 2.]])
    >>> 1 + int(np.argmax(Poisson().prefix_logliks(z)))
    2
    """

    additive: ClassVar[bool] = True

    @abstractmethod
    def statistics(self, z: Array) -> Array:
        """Return the sufficient statistics T(z_i), of shape (k, n)."""

    @abstractmethod
    def chain_logliks(self, count1: Array, sums1: Array, count2: Array, sums2: Array, z: Array) -> Array:
        """Return the log-likelihoods of partitions from the sums of their statistics."""

    def prefix_logliks(self, z: Array) -> Array:
        """Return the log-likelihoods of all splits, from running sums in one pass."""
        n = len(z)
        statistics = self.statistics(z)
        left = np.cumsum(statistics, axis=1)[:, :-1]
        q = np.arange(1.0, n)
        return self.chain_logliks(q, left, n - q, statistics.sum(axis=1)[:, None] - left, z)


def weighted_means(z: Array, weights: Array) -> Array:
    """Return the weighted means of z; the plain mean where all weights are zero."""
    total = weights.sum(axis=-1)
    empty = total <= 0
    return np.where(empty, z.mean(), (weights @ z) / np.where(empty, 1.0, total))


def mean_or_zero(total: Array, count: Array) -> Array:
    """Return total / count, and 0 where the count is 0."""
    return np.divide(total, count, out=np.zeros_like(np.asarray(total, dtype=float)), where=np.asarray(count) > 0)
