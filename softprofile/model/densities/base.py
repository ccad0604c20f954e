"""What the likelihood asks of a density f(z; theta): a weighted fit of both sides and a log density."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np

from softprofile.util.errors import InputError
from softprofile.util.validation import Array
from softprofile.util.value_object import ValueObject

#: The parameters of one side by name. Each is an array with one entry for each set of weights.
Theta = Mapping[str, Array]
#: The parameters of one side of one fit, by name.
SideParameters = Mapping[str, float]


class Split(NamedTuple):
    """The best split of a sequence z into z[:q] and z[q:], in the units of z."""

    q: int
    loglik: float
    theta: dict[int, dict[str, float]]


class Density(ValueObject, ABC):
    """A family f(z; theta), fitted to both sides of a boundary at once.

    Everything is vectorised over leading axes: weights of shape (..., n) give parameters of shape (...,) and log
    densities of shape (..., n), so that many boundaries are tried in one call.
    """

    #: The fewest points a side may have in an exact search over partitions.
    min_points: ClassVar[int] = 1
    #: Whether many fits cost little more than one; not so where each is a numerical search, or the user's own.
    quick: ClassVar[bool] = True
    #: Whether f gives probabilities of single values of z, as for counts, in place of a density along an axis.
    discrete: ClassVar[bool] = False

    @abstractmethod
    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Weighted maximum likelihood on both sides: the arg max of Eq. (6)."""

    @abstractmethod
    def logpdf(self, z: Array, theta: Theta) -> Array:
        """log f(z_i; theta) for every i."""

    def soft_profile(self, z: Array, weights1: Array, weights2: Array) -> tuple[Array, Array]:
        """Eq. (5) at its maximum over theta, and its derivative in weights2, log f(z; theta2) - log f(z; theta1)."""
        theta1, theta2 = self.fit_sides(z, weights1, weights2)
        log1, log2 = self.logpdf(z, theta1), self.logpdf(z, theta2)
        return (weights1 * log1 + weights2 * log2).sum(axis=-1), log2 - log1

    @abstractmethod
    def location(self, theta: Theta) -> Array:
        """A measure of where f lies; side 2 is the side where it is larger."""

    def free_parameters(self, theta: Mapping[str, Any]) -> int:
        """How many parameters of both sides together were fitted, `theta` being those of one side.

        All of both sides, unless the family shares some between them or holds some fixed.
        """
        return 2 * len(theta)

    def as_scipy(self, theta: SideParameters) -> Any:
        """f(z; theta) as a frozen distribution of scipy.stats, or None where the family knows none."""
        return None

    def sample(self, theta: SideParameters, size: int, rng: np.random.Generator) -> Array:
        """`size` draws from f(z; theta), for the parameters of one side in the units of z."""
        law = self.as_scipy(theta)
        if law is None:
            raise InputError(
                f"density {self.name!r} cannot be drawn from: give it a method sample(theta, size, rng), or bootstrap "
                "with kind='residual' or 'pairs'."
            )
        return np.asarray(law.rvs(size, random_state=rng), dtype=float)

    def check(self, z: Array) -> None:
        """Raise InputError if z is outside the support of the family."""

    def standardization(self, z: Array) -> tuple[float, float]:
        """Centre and scale to work in; (0, 1) unless the family is closed under both."""
        return 0.0, 1.0

    def original_units(self, theta: Theta, centre: float, scale: float) -> Theta:
        """Parameters of z from those of (z - centre) / scale."""
        return theta

    def at_floor(self, theta: Theta) -> bool:
        """Whether the fit was stopped by the floor that keeps the likelihood bounded."""
        return False

    def prefix_logliks(self, z: Array) -> Array:
        """Profile log-likelihood, Eq. (2), of all n - 1 splits of z into z[:q] and z[q:]."""
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
        """The same in the units of z."""
        centre, scale = self.standardization(z)
        return self.prefix_logliks((z - centre) / scale) - len(z) * float(np.log(scale))

    def best_split(self, z: Array) -> Split | None:
        """The best of all splits, of those with one point on a side too, where it is found without all likelihoods."""
        return None


class AdditiveDensity(Density):
    """A family whose likelihood on a side depends on z only through a sum of statistics T(z_i).

    Moving one point to the other side then changes a running sum, so the likelihoods of a whole chain of partitions
    cost one pass.
    """

    @abstractmethod
    def statistics(self, z: Array) -> Array:
        """T(z_i) as an array of shape (k, n)."""

    @abstractmethod
    def chain_logliks(self, count1: Array, sums1: Array, count2: Array, sums2: Array, z: Array) -> Array:
        """Log-likelihoods of the partitions with these counts and sums, of shape (k, ...), on the two sides."""

    def prefix_logliks(self, z: Array) -> Array:
        """One pass over the running sums."""
        n = len(z)
        statistics = self.statistics(z)
        left = np.cumsum(statistics, axis=1)[:, :-1]
        q = np.arange(1.0, n)
        return self.chain_logliks(q, left, n - q, statistics.sum(axis=1)[:, None] - left, z)


def weighted_means(z: Array, weights: Array) -> Array:
    """Sum of weights times z over the sum of weights; the plain mean where the weights are all zero."""
    total = weights.sum(axis=-1)
    empty = total <= 0
    return np.where(empty, z.mean(), (weights @ z) / np.where(empty, 1.0, total))


def mean_or_zero(total: Array, count: Array) -> Array:
    """total / count, and 0 where the count is."""
    return np.divide(total, count, out=np.zeros_like(np.asarray(total, dtype=float)), where=np.asarray(count) > 0)
