"""Exact search over hard partitions sign(features @ w): along a line the likelihood takes known steps.

Moving w along a direction, each point changes side at one known step. Sorted, these steps are a chain of partitions
whose likelihoods a running sum gives in one pass: the search of one dimension again.
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

#: Partitions (..., n), the points (..., n) that change side one after another, and the partition one stands at -> the
#: values (..., n + 1) of the partitions of each chain, to maximise. They may be lower bounds, exact where one stands.
ChainValues = Callable[[Sides, npt.NDArray[np.intp], Sides], Array]

# Point-moves that an exhaustive search may cost: about two seconds.
_EXHAUSTIVE_BUDGET = 3_000_000
# Line searches at once, if so many points fit into a processor's cache.
_LINES = 15
_POINTS_AT_ONCE = 20_000
# Line searches without improvement before an ascent ends; rounds of ascents after the first, and how far each ascent of
# a round is kicked off.
_PATIENCE = 30
_ROUNDS, _KICKS = 10, 6
_KICK_SIZE = 0.3
_SAME = 1e-9
# Parameters may be zero, where a heavy ridge made them so.
_TINY = float(np.finfo(float).tiny)


class Partition(NamedTuple):
    """A partition of the points and its value; `certified` where no separable partition is better."""

    sides: Sides
    value: float
    certified: bool


class PartitionSearch:
    """Maximises the value of sign(features @ w) with at least `min_points` on either side.

    The last feature has to be the constant 1. `exact_chains` says that chain values are never mere bounds, and
    `exact_thresholds` that they are not where all points start on one side.
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
        # Centred and scaled, which changes no partition, so that tolerances mean the same in any units.
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
        """Whether all boundaries through p - 2 points can be tried."""
        if self.p == 2:
            return True
        pivots = self.p - 2
        moves = comb(self.n, pivots) * 2**pivots * self.n
        return self.exact_chains and pivots < self.n and moves <= _EXHAUSTIVE_BUDGET

    def exhaustive(self) -> Partition | None:
        """Try all boundaries that pass through p - 2 points, turning each about them through the full circle.

        Any separating boundary can be moved, without a point changing side, until it touches p - 2 points, so this
        meets every separable partition when p <= 3. With more parameters, points in special position (a grid) may
        hide a few, and the result is not certified.
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
        """Shifting the constant alone meets every partition there is."""
        if self.exact_thresholds:
            found = self._improve([(np.array([1.0, 0.0]), None)], np.array([[[0.0, 1.0]]]))[0]
            best = None if found is None else found[1]
        else:
            levels = np.unique(self.features[:, 0])[:-1]
            partitions = [self._partition(self.features[:, 0] > level) for level in levels]
            best = max(filter(None, partitions), key=lambda partition: partition.value, default=None)
        return best and best._replace(certified=True)

    def explore(self, start: Array, rng: np.random.Generator) -> tuple[Array, Partition | None]:
        """Ascend, then kick the parameters and ascend again, from the best found, as long as that brings something."""
        w, best = self._ascend(self._scaled(start)[None, :], rng)[0]
        for _ in range(_ROUNDS):
            kicks = _KICK_SIZE * rng.standard_normal((_KICKS, self.p)) / np.sqrt(self.p)
            moved, found = _best_end(self._ascend(w / max(float(np.linalg.norm(w)), _TINY) + kicks, rng))
            if found is None or (best is not None and not found.value > best.value):
                break
            w, best = moved, found
        return self._unscaled(w), best

    def ascend(self, starts: Array, rng: np.random.Generator) -> tuple[Array, Partition | None]:
        """Line searches along axes and random directions from every start, until many in a row bring nothing."""
        ends = self._ascend(np.array([self._scaled(start) for start in starts]), rng)
        w, best = _best_end(ends)
        return self._unscaled(w), best

    def _ascend(self, starts: Array, rng: np.random.Generator) -> list[tuple[Array, Partition | None]]:
        """All starts by turns: for a few points the cost of a line is that of calling numpy at all."""
        ends = [(w, self._partition(sides)) for w, sides in zip(starts, starts @ self.features.T > 0, strict=True)]
        unimproved = np.zeros(len(ends), dtype=np.intp)
        axes = np.eye(self.p)
        size = min(_LINES, max(1, _POINTS_AT_ONCE // (self.n * len(ends))))
        shuffled = rng.permutation(axes[:-1])
        # The constant first: shifting the level alone often brings the most.
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
        """Parameters of the scaled features from those of the features."""
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
        """For each of the parameters, a better partition on its lines w + t direction, directions (k, lines, p).

        The parameters returned are in the middle of the partition's interval of t.
        """
        lines = directions.shape[1]
        g = np.array([w for w, _ in standing]) @ self.features.T
        chains = self._chains(np.repeat(g, lines, axis=0), directions.reshape(-1, self.p) @ self.features.T)
        found: list[tuple[Array, Partition] | None] = []
        for k, of_this in enumerate(self._chain_values(chains, g > 0, lines)):
            w, best = standing[k]
            least = -np.inf if best is None else best.value + _SAME * max(1.0, abs(best.value))
            # Where values are exact, those of all lines tell whether one is worth a closer look.
            if self.exact_chains and not of_this.max() > least:
                found.append(None)
                continue
            own = chains.part(k * lines, (k + 1) * lines)
            position = self._best_position(own, of_this)
            better = None if position is None else self._partition(own.partition(*position))
            if position is None or better is None or not better.value > least:
                found.append(None)
                continue
            moved = w + own.middle(*position) * directions[k, position[0]]
            # The value does not see the length of w, but the next line's steps do.
            found.append((moved / np.linalg.norm(moved), better))
        return found

    def _chains(self, g: Array, slopes: Array) -> _Chains:
        """What happens along lines on which the values g grow by these slopes."""
        sizes = np.abs(slopes)
        moving = sizes > _SAME * sizes.max(axis=1, keepdims=True)
        if moving.all():
            times, befores = -g / slopes, slopes < 0
        else:
            # Points that never change side do so last, at infinity.
            times = np.divide(-g, slopes, out=np.full(slopes.shape, np.inf), where=moving)
            befores = np.where(moving, slopes < 0, g > 0)
        return _Chains(befores, np.argsort(times, axis=1), times)

    def _chain_values(self, chains: _Chains, standing: Sides, lines: int) -> Array:
        """Of shape (k, lines, n + 1), where each of the k partitions one stands at has so many chains."""
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
        """Best partition on the circle cos(t) cosine + sin(t) sine, points that stay on it held to `lift`'s sides."""
        x, y = self.features @ cosine, self.features @ sine
        radius = np.hypot(x, y)
        moving = radius > _SAME * np.max(radius)
        # g = x cos t + y sin t is zero at t = atan2(-x, y) and, once more, half a turn later.
        times = np.mod(np.arctan2(-x, y), np.pi)
        times = np.where(np.pi - times < _SAME, 0.0, times)
        before = np.where(moving, np.where(times > _SAME, x > 0, y < 0), self.features @ lift > 0)
        times = np.where(moving, times, np.inf)
        chain = _Chains(before[None, :], np.argsort(times)[None, :], times[None, :])
        values = self.chain_values(chain.befores, chain.orders, before)
        position = self._best_position(chain, values)
        return None if position is None else self._partition(chain.partition(*position))

    def _best_position(self, chains: _Chains, values: Array) -> tuple[int, int] | None:
        """The chain with the best allowed partition, and how many switches lead to it."""
        best = _highest(values)
        if not chains.allowed(*best, self.min_points):
            values = np.where(chains.all_allowed(self.min_points), values, -np.inf)
            best = _highest(values)
        return best if values[best] > -np.inf else None


class _Chains(NamedTuple):
    """Partitions before any point has changed side, the points in the order in which they do, and when: (lines, n)."""

    befores: Sides
    orders: npt.NDArray[np.intp]
    times: Array

    def part(self, first: int, last: int) -> _Chains:
        return _Chains(self.befores[first:last], self.orders[first:last], self.times[first:last])

    def partition(self, line: int, switches: int) -> Sides:
        """What the first so many switches make of it."""
        changed = self.befores[line].copy()
        points = self.orders[line, :switches]
        changed[points] = ~changed[points]
        return changed

    def middle(self, line: int, switches: int) -> float:
        """The middle of the interval of times with this partition; one from its end where it has only one."""
        times = self.times[line, self.orders[line, max(switches - 1, 0) : switches + 1]]
        if switches == 0:
            return float(times[0]) - 1.0
        return float(times[0]) + 1.0 if len(times) == 1 or times[1] == np.inf else float(times.mean())

    def allowed(self, line: int, switches: int, min_points: int) -> bool:
        """Whether both sides have enough points, and no points that change side together are parted.

        Those that change side at infinity never do.
        """
        n = self.times.shape[1]
        count2 = int(self.partition(line, switches).sum())
        times = self.times[line, self.orders[line, max(switches - 1, 0) : switches + 1]]
        apart = times[0] < np.inf and (switches in (0, n) or bool(_apart(times[0], times[1])))
        return min_points <= count2 <= n - min_points and bool(apart)

    def all_allowed(self, min_points: int) -> npt.NDArray[np.bool_]:
        """The same for all, of shape (lines, n + 1)."""
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
    """Whether two times, the first of them not infinite, differ by more than rounding."""
    return later > earlier + _SAME * np.maximum(1.0, np.abs(earlier))


def _highest(values: Array) -> tuple[int, int]:
    line, position = np.unravel_index(int(np.argmax(values)), values.shape)
    return int(line), int(position)
