"""Exact search over hard partitions sign(features @ w): along a line the likelihood takes known steps.

Moving w along a direction, each point changes side at one known step. Sorted, these steps are a chain of partitions
whose likelihoods a running sum gives in one pass: the search of one dimension again.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.linalg import null_space

from softprofile.progress import progress_bar
from softprofile.validation import Array

Sides = npt.NDArray[np.bool_]

#: Partitions (..., n), the points (..., n) that change side one after another, and the partition one stands at -> the
#: values (..., n + 1) of the partitions of each chain, to maximise. They may be lower bounds, exact where one stands.
ChainValues = Callable[[Sides, npt.NDArray[np.intp], Sides], Array]

# Point-moves that an exhaustive search may cost: about two seconds.
_EXHAUSTIVE_BUDGET = 3_000_000
# Line searches at once, if so many points fit into a processor's cache.
_LINES = 10
_POINTS_AT_ONCE = 100_000
# Line searches without improvement before an ascent ends; ascents after the first, and how far each is kicked off.
_PATIENCE = 30
_KICKS = 10
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
            found = self._best_on_lines(np.array([1.0, 0.0]), np.array([[0.0, 1.0]]))
            best = None if found is None else found[1]
        else:
            levels = np.unique(self.features[:, 0])[:-1]
            partitions = [self._partition(self.features[:, 0] > level) for level in levels]
            best = max(filter(None, partitions), key=lambda partition: partition.value, default=None)
        return best and best._replace(certified=True)

    def explore(self, start: Array, rng: np.random.Generator) -> tuple[Array, Partition | None]:
        """Ascend, then kick the parameters and ascend again, many times, always from the best found."""
        w, best = self._ascend(self._scaled(start), rng)
        for _ in range(_KICKS):
            kicked = w / max(float(np.linalg.norm(w)), _TINY) + _KICK_SIZE * rng.standard_normal(self.p) / np.sqrt(
                self.p
            )
            moved, found = self._ascend(kicked, rng)
            if found is not None and (best is None or found.value > best.value):
                w, best = moved, found
        return self._unscaled(w), best

    def ascend(self, start: Array, rng: np.random.Generator) -> tuple[Array, Partition | None]:
        """Line searches along axes and random directions until many of them in a row bring nothing."""
        w, best = self._ascend(self._scaled(start), rng)
        return self._unscaled(w), best

    def _ascend(self, start: Array, rng: np.random.Generator) -> tuple[Array, Partition | None]:
        w, best = np.array(start), self._partition(self.features @ start > 0)
        unimproved = 0
        axes = np.eye(self.p)
        # The constant first: shifting the level alone often brings the most.
        batches = iter([axes[-1:], *self._batches(rng.permutation(axes[:-1]))])
        while unimproved < _PATIENCE:
            directions = next(batches, None)
            if directions is None:
                directions = rng.standard_normal((self._lines_at_once, self.p))
            found = self._best_on_lines(w, directions)
            if found is not None and (best is None or found[1].value > best.value + _SAME * max(1.0, abs(best.value))):
                w, best = found
                unimproved = 0
            else:
                unimproved += len(directions)
        return w, best

    @property
    def _lines_at_once(self) -> int:
        return min(_LINES, max(1, _POINTS_AT_ONCE // self.n))

    def _batches(self, directions: Array) -> list[Array]:
        size = self._lines_at_once
        return [directions[first : first + size] for first in range(0, len(directions), size)]

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

    def _best_on_lines(self, w: Array, directions: Array) -> tuple[Array, Partition] | None:
        """Best partition on the lines w + t direction, and parameters in the middle of its interval of t."""
        g, slopes = self.features @ w, directions @ self.features.T
        moving = np.abs(slopes) > _SAME * np.abs(slopes).max(axis=1, keepdims=True)
        # Points that never change side do so last, at infinity.
        times = np.divide(-g, slopes, out=np.full(slopes.shape, np.inf), where=moving)
        orders = np.argsort(times, axis=1)
        knots = np.take_along_axis(times, orders, axis=1)
        befores = np.where(moving, slopes < 0, g > 0)
        best = self._best_in_chains(befores, orders, knots, g > 0)
        if best is None:
            return None
        line, position = best
        ends = np.concatenate([[knots[line, 0] - 2.0], knots[line], [np.inf]])
        low, high = ends[position], ends[position + 1]
        moved = w + (low + 1.0 if high == np.inf else (low + high) / 2) * directions[line]
        found = self._partition(_switched(befores[line], orders[line, :position]))
        # The value does not see the length of w, but the next line's steps do.
        return None if found is None else (moved / np.linalg.norm(moved), found)

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
        order = np.argsort(times)
        best = self._best_in_chains(before[None, :], order[None, :], times[order][None, :], before)
        return None if best is None else self._partition(_switched(before, order[: best[1]]))

    def _best_in_chains(
        self, befores: Sides, orders: npt.NDArray[np.intp], times: Array, standing: Sides
    ) -> tuple[int, int] | None:
        """The chain with the best partition, and how many switches lead to it.

        Points that change side together stay together, and those that do so at infinity never change.
        """
        entering = 1 - 2 * np.take_along_axis(befores, orders, axis=1).astype(np.intp)
        count2 = np.empty((len(times), self.n + 1), dtype=np.intp)
        count2[:, 0] = befores.sum(axis=1)
        np.cumsum(entering, axis=1, out=count2[:, 1:])
        count2[:, 1:] += count2[:, :1]
        allowed = np.empty(count2.shape, dtype=bool)
        finite = times < np.inf
        steps = np.subtract(times[:, 1:], times[:, :-1], out=np.zeros_like(times[:, 1:]), where=finite[:, :-1])
        allowed[:, 0], allowed[:, -1] = finite[:, 0], finite[:, -1]
        allowed[:, 1:-1] = finite[:, :-1] & (steps > _SAME * np.maximum(1.0, np.abs(times[:, :-1])))
        allowed &= (count2 >= self.min_points) & (count2 <= self.n - self.min_points)
        if not allowed.any():
            return None
        values = np.where(allowed, self.chain_values(befores, orders, standing), -np.inf)
        line, position = np.unravel_index(int(np.argmax(values)), values.shape)
        return int(line), int(position)


def _switched(sides: Sides, points: npt.NDArray[np.intp]) -> Sides:
    changed = sides.copy()
    changed[points] = ~changed[points]
    return changed
