"""Exact search over hard partitions sign(features @ w), by line searches.

As w moves along a line, each point changes side at one known position. Sorted by position, these changes are a chain of
partitions, whose likelihoods follow from running sums in one pass. The search along a line is thus the same as the
search for a threshold in one dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.linalg import null_space

from softprofile.util.progress import progress_bar
from softprofile.util.running_sums import running_sums
from softprofile.util.validation import Array

Sides = npt.NDArray[np.bool_]

#: Maps the first partition of each chain (..., n), the points that change side in order (..., n) and the current
#: partition (n,) to the values of all partitions of the chains (..., n + 1). Values may be lower bounds that are exact
#: at the current partition. See `Likelihood.chain`.
ChainValues = Callable[[Sides, npt.NDArray[np.intp], Sides], Array]

# Largest number of side changes in an exhaustive search: about two seconds.
_EXHAUSTIVE_BUDGET = 3_000_000
# Line searches per batch, as long as the batch fits into the processor cache.
_LINES = 15
_POINTS_AT_ONCE = 20_000
# Line searches without improvement after which an ascent ends.
_PATIENCE = 30
# Rounds of ascents from perturbed parameters, perturbations per round, and their size.
_ROUNDS, _PERTURBATIONS = 10, 6
_PERTURBATION_SIZE = 0.3
# Relative differences below this are rounding.
_SAME = 1e-9
# Avoids a division by zero: a large ridge may shrink all parameters to zero.
_TINY = float(np.finfo(float).tiny)


class Partition(NamedTuple):
    """A partition of the points and its value.

    Attributes
    ----------
    sides : bool array of shape (n,)
        True where a point is on side 2.
    value : float
        The maximised quantity, Eq. (3).
    certified : bool
        Whether the partition is proven to be the best separable one.
    """

    sides: Sides
    value: float
    certified: bool


class PartitionSearch:
    """Search for the partition sign(features @ w) with the largest value.

    Parameters
    ----------
    features : array of shape (n, p)
        Features of the points; the last one is the constant 1.
    value : callable
        Maps a partition to its value.
    chain_values : ChainValues
        Maps chains of partitions to their values.
    min_points : int
        Smallest number of points on a side.
    exact_chains : bool
        Whether chain values are always exact, never lower bounds.
    exact_thresholds : bool, default True
        Whether chain values are exact if all points start on the same side.
    """

    def __init__(
        self,
        features: Array,
        value: Callable[[Sides], float],
        chain_values: ChainValues,
        min_points: int,
        exact_chains: bool,
        exact_thresholds: bool = True,
    ) -> None:
        # Centre and scale, so that tolerances do not depend on units. The set of partitions does not change.
        self._centres = features.mean(axis=0)
        self._scales = features.std(axis=0)
        self._centres[-1], self._scales[self._scales <= 0] = 0.0, 1.0
        self.features = (features - self._centres) / self._scales
        self.value = value
        self.chain_values = chain_values
        self.min_points = min_points
        self.exact_chains = exact_chains
        self.exact_thresholds = exact_thresholds
        self.n, self.p = features.shape

    def exhaustive_is_affordable(self) -> bool:
        """Return whether all boundaries through p - 2 points can be tried."""
        if self.p == 2:
            return True
        pivots = self.p - 2
        moves = comb(self.n, pivots) * 2**pivots * self.n
        return self.exact_chains and pivots < self.n and moves <= _EXHAUSTIVE_BUDGET

    def exhaustive(self) -> Partition | None:
        """Return the best partition among all boundaries that pass through p - 2 points.

        For each choice of p - 2 points, the boundary is rotated about them through the full circle. Any separating
        boundary can be moved, without a point changing side, until it touches p - 2 points. All separable partitions
        are thus tried if p <= 3. With more parameters, points in special position (such as a grid) may hide some, and
        the result is not certified.
        """
        if self.p == 2:
            return self._best_threshold()
        best: Partition | None = None
        pivots = self.p - 2
        for chosen in progress_bar(combinations(range(self.n), pivots), "pivots"):
            touched = self.features[list(chosen)]
            basis = null_space(touched)
            if basis.shape[1] != 2:
                continue
            lifts = np.linalg.pinv(touched)
            for signs in product((-1.0, 1.0), repeat=pivots):
                found_here = self._circle(basis[:, 0], basis[:, 1], lifts @ np.array(signs))
                if found_here is not None and (best is None or found_here.value > best.value):
                    best = found_here
        return best and best._replace(certified=self.p <= 3)

    def _best_threshold(self) -> Partition | None:
        """Return the best threshold; shifting the constant yields all partitions."""
        if self.exact_thresholds:
            found = self._improve([(np.array([1.0, 0.0]), None)], np.array([[[0.0, 1.0]]]))[0]
            best = None if found is None else found[1]
        else:
            levels = np.unique(self.features[:, 0])[:-1]
            partitions = [self._partition(self.features[:, 0] > level) for level in levels]
            best = max(filter(None, partitions), key=lambda partition: partition.value, default=None)
        return best and best._replace(certified=True)

    def explore(self, start: Array, rng: np.random.Generator) -> tuple[Array, Partition | None]:
        """Ascend, then perturb the best parameters and ascend again, as long as the value improves."""
        w, best = self._ascend(self._scaled(start)[None, :], rng)[0]
        for _ in range(_ROUNDS):
            noise = _PERTURBATION_SIZE * rng.standard_normal((_PERTURBATIONS, self.p)) / np.sqrt(self.p)
            moved, found = _best_end(self._ascend(w / max(float(np.linalg.norm(w)), _TINY) + noise, rng))
            if found is None or (best is not None and not found.value > best.value):
                break
            w, best = moved, found
        return self._unscaled(w), best

    def ascend(self, starts: Array, rng: np.random.Generator) -> tuple[Array, Partition | None]:
        """Ascend from every start by line searches along axes and random directions, and return the best end."""
        ends = self._ascend(np.array([self._scaled(start) for start in starts]), rng)
        w, best = _best_end(ends)
        return self._unscaled(w), best

    def _ascend(self, starts: Array, rng: np.random.Generator) -> list[tuple[Array, Partition | None]]:
        """Ascend from all starts together, each until `_PATIENCE` line searches in a row bring no improvement.

        With few points, the overhead of numpy calls dominates the cost of a line search.
        """
        ends = [(w, self._partition(sides)) for w, sides in zip(starts, starts @ self.features.T > 0, strict=True)]
        unimproved = np.zeros(len(ends), dtype=np.intp)
        axes = np.eye(self.p)
        size = min(_LINES, max(1, _POINTS_AT_ONCE // (self.n * len(ends))))
        shuffled = rng.permutation(axes[:-1])
        # The constant comes first, because shifting the level often improves the value the most.
        batches = iter([axes[-1:], *(shuffled[first : first + size] for first in range(0, self.p - 1, size))])
        while (ascending := np.flatnonzero(unimproved < _PATIENCE)).size:
            directions = next(batches, None)
            if directions is None:
                directions = rng.standard_normal((len(ascending), size, self.p))
            else:
                directions = np.broadcast_to(directions, (len(ascending), *directions.shape))
            standing = [ends[k] for k in ascending]
            for k, better in zip(ascending, self._improve(standing, directions), strict=True):
                unimproved[k] = unimproved[k] + directions.shape[1] if better is None else 0
                ends[k] = ends[k] if better is None else better
        return ends

    def _scaled(self, w: Array) -> Array:
        """Convert parameters of the features to those of the scaled features."""
        scaled = w * self._scales
        scaled[-1] += w @ self._centres
        return scaled

    def _unscaled(self, scaled: Array) -> Array:
        w = scaled / self._scales
        w[-1] -= w @ self._centres
        return w

    def _partition(self, sides: Sides) -> Partition | None:
        enough = min(sides.sum(), self.n - sides.sum()) >= self.min_points
        return Partition(sides, self.value(sides), certified=False) if enough else None

    def _improve(
        self, standing: Sequence[tuple[Array, Partition | None]], directions: Array
    ) -> list[tuple[Array, Partition] | None]:
        """Return a better partition on the lines w + t direction of each w, or None; directions are (k, lines, p).

        The returned parameters are in the middle of the partition's interval of t.
        """
        lines = directions.shape[1]
        g = np.array([w for w, _ in standing]) @ self.features.T
        chains = self._chains(np.repeat(g, lines, axis=0), directions.reshape(-1, self.p) @ self.features.T)
        found: list[tuple[Array, Partition] | None] = []
        for k, values in enumerate(self._chain_values(chains, g > 0, lines)):
            w, best = standing[k]
            least = -np.inf if best is None else best.value + _SAME * max(1.0, abs(best.value))
            # If values are exact and none is better, there is nothing to improve.
            if self.exact_chains and not values.max() > least:
                found.append(None)
                continue
            own = chains.part(k * lines, (k + 1) * lines)
            position = self._best_position(own, values)
            better = None if position is None else self._partition(own.partition(*position))
            if position is None or better is None or not better.value > least:
                found.append(None)
                continue
            moved = w + own.middle(*position) * directions[k, position[0]]
            # Normalise w: the value does not depend on its length, but the positions on the next line do.
            found.append((moved / np.linalg.norm(moved), better))
        return found

    def _chains(self, g: Array, slopes: Array) -> _Chains:
        """Return the chains of partitions along lines on which the values g change with these slopes."""
        sizes = np.abs(slopes)
        moving = sizes > _SAME * sizes.max(axis=1, keepdims=True)
        if moving.all():
            times, befores = -g / slopes, slopes < 0
        else:
            # Points that never change side are sorted last, at infinity.
            times = np.divide(-g, slopes, out=np.full(slopes.shape, np.inf), where=moving)
            befores = np.where(moving, slopes < 0, g > 0)
        return _Chains(befores, np.argsort(times, axis=1), times)

    def _chain_values(self, chains: _Chains, standing: Sides, lines: int) -> Array:
        """Return the values of the chains, (k, lines, n + 1), for k current partitions with `lines` chains each."""
        if self.exact_chains:
            values = self.chain_values(chains.befores, chains.orders, standing[0])
        else:
            values = np.concatenate(
                [
                    self.chain_values(part.befores, part.orders, sides)
                    for k, sides in enumerate(standing)
                    for part in [chains.part(k * lines, (k + 1) * lines)]
                ]
            )
        return values.reshape(len(standing), lines, -1)

    def _circle(self, cosine: Array, sine: Array, lift: Array) -> Partition | None:
        """Return the best partition on the circle w = cos(t) cosine + sin(t) sine.

        Points with g = 0 on the whole circle are assigned to the sides of `lift`.
        """
        x, y = self.features @ cosine, self.features @ sine
        radius = np.hypot(x, y)
        moving = radius > _SAME * np.max(radius)
        # g = x cos t + y sin t is zero at t = atan2(-x, y) and half a turn later.
        times = np.mod(np.arctan2(-x, y), np.pi)
        times = np.where(np.pi - times < _SAME, 0.0, times)
        before = np.where(moving, np.where(times > _SAME, x > 0, y < 0), self.features @ lift > 0)
        times = np.where(moving, times, np.inf)
        chain = _Chains(before[None, :], np.argsort(times)[None, :], times[None, :])
        values = self.chain_values(chain.befores, chain.orders, before)
        position = self._best_position(chain, values)
        return None if position is None else self._partition(chain.partition(*position))

    def _best_position(self, chains: _Chains, values: Array) -> tuple[int, int] | None:
        """Return the chain with the best allowed partition, and the number of switches that lead to it."""
        best = _highest(values)
        if not chains.allowed(*best, self.min_points):
            values = np.where(chains.all_allowed(self.min_points), values, -np.inf)
            best = _highest(values)
        return best if values[best] > -np.inf else None


class _Chains(NamedTuple):
    """Chains of partitions along lines.

    Attributes
    ----------
    befores : bool array of shape (lines, n)
        First partition of each chain.
    orders : int array of shape (lines, n)
        Points in the order in which they change side.
    times : array of shape (lines, n)
        Position t on the line at which each point changes side; infinity if it never does.
    """

    befores: Sides
    orders: npt.NDArray[np.intp]
    times: Array

    def part(self, first: int, last: int) -> _Chains:
        return _Chains(self.befores[first:last], self.orders[first:last], self.times[first:last])

    def partition(self, line: int, switches: int) -> Sides:
        """Return the partition after this number of switches."""
        changed = self.befores[line].copy()
        points = self.orders[line, :switches]
        changed[points] = ~changed[points]
        return changed

    def middle(self, line: int, switches: int) -> float:
        """Return the middle of the interval of times with this partition, or end +- 1 if it is unbounded."""
        times = self.times[line, self.orders[line, max(switches - 1, 0) : switches + 1]]
        if switches == 0:
            return float(times[0]) - 1.0
        return float(times[0]) + 1.0 if len(times) == 1 or times[1] == np.inf else float(times.mean())

    def allowed(self, line: int, switches: int, min_points: int) -> bool:
        """Return whether a partition has enough points on both sides and separates no points of equal times.

        Points with infinite times never change side.
        """
        n = self.times.shape[1]
        count2 = int(self.partition(line, switches).sum())
        times = self.times[line, self.orders[line, max(switches - 1, 0) : switches + 1]]
        apart = times[0] < np.inf and (switches in (0, n) or bool(_apart(times[0], times[1])))
        return min_points <= count2 <= n - min_points and bool(apart)

    def all_allowed(self, min_points: int) -> npt.NDArray[np.bool_]:
        """Return `allowed` for all partitions of all chains, of shape (lines, n + 1)."""
        lines, n = self.times.shape
        entering = np.where(np.take_along_axis(self.befores, self.orders, axis=1), -1, 1)
        count2 = running_sums(self.befores.sum(axis=1), entering)
        knots = np.take_along_axis(self.times, self.orders, axis=1)
        finite = knots < np.inf
        allowed = np.empty((lines, n + 1), dtype=bool)
        allowed[:, 0], allowed[:, -1] = finite[:, 0], finite[:, -1]
        allowed[:, 1:-1] = finite[:, :-1] & _apart(knots[:, :-1], knots[:, 1:])
        return allowed & (count2 >= min_points) & (count2 <= n - min_points)


def _best_end(ends: Sequence[tuple[Array, Partition | None]]) -> tuple[Array, Partition | None]:
    return max(ends, key=lambda end: -np.inf if end[1] is None else end[1].value)


def _apart(earlier: Array, later: Array) -> npt.NDArray[np.bool_]:
    """Return whether two times, the first of which is finite, differ by more than rounding."""
    return later > earlier + _SAME * np.maximum(1.0, np.abs(earlier))


def _highest(values: Array) -> tuple[int, int]:
    line, position = np.unravel_index(int(np.argmax(values)), values.shape)
    return int(line), int(position)
