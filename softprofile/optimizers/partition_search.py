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

#: A partition, the points that change side one after another, and the partition one stands at -> the value of each
#: partition of the chain, to maximise. Values may be lower bounds that are exact where one stands.
ChainValues = Callable[[Sides, npt.NDArray[np.intp], Sides], Array]

# Point-moves that an exhaustive search may cost: about two seconds.
_EXHAUSTIVE_BUDGET = 3_000_000
# Line searches without improvement before an ascent ends; ascents after the first, and how far each is kicked off.
_PATIENCE = 30
_KICKS = 10
_KICK_SIZE = 0.3
_SAME = 1e-9


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
            found = self._line(np.array([1.0, 0.0]), np.array([0.0, 1.0]))
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
            kicked = w / np.linalg.norm(w) + _KICK_SIZE * rng.standard_normal(self.p) / np.sqrt(self.p)
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
        # The constant first: shifting the level alone often brings the most.
        axes = iter([self.p - 1, *rng.permutation(self.p - 1)])
        while unimproved < _PATIENCE:
            axis = next(axes, None)
            direction: Array = np.asarray(rng.standard_normal(self.p)) if axis is None else np.eye(self.p)[axis]
            found = self._line(w, direction)
            if found is not None and (best is None or found[1].value > best.value + _SAME * max(1.0, abs(best.value))):
                w, best = found
                unimproved = 0
            else:
                unimproved += 1
        return w, best

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

    def _line(self, w: Array, direction: Array) -> tuple[Array, Partition] | None:
        """Best partition on the line w + t direction, and parameters in the middle of its interval of t."""
        g, slope = self.features @ w, self.features @ direction
        moving = np.abs(slope) > _SAME * np.max(np.abs(slope))
        times = np.full(self.n, np.inf)
        times[moving] = -g[moving] / slope[moving]
        order = np.argsort(times, kind="stable")[: int(moving.sum())]
        if not len(order):
            return None
        before = np.where(moving, slope < 0, g > 0)
        position = self._best_in_chain(before, order, times[order], g > 0)
        if position is None:
            return None
        knots = times[order]
        if position == 0:
            t = knots[0] - 1.0
        elif position == len(knots):
            t = knots[-1] + 1.0
        else:
            t = (knots[position - 1] + knots[position]) / 2
        moved = w + t * direction
        found = self._partition(_switched(before, order[:position]))
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
        order = np.argsort(np.where(moving, times, np.inf), kind="stable")[: int(moving.sum())]
        before = np.where(moving, np.where(times > _SAME, x > 0, y < 0), self.features @ lift > 0)
        position = self._best_in_chain(before, order, times[order], before)
        return None if position is None else self._partition(_switched(before, order[:position]))

    def _best_in_chain(self, before: Sides, order: npt.NDArray[np.intp], times: Array, standing: Sides) -> int | None:
        """How many switches lead to the best partition; points that change side together stay together."""
        entering = np.where(before[order], -1, 1)
        count2 = before.sum() + np.concatenate([[0], np.cumsum(entering)])
        gap = np.diff(times) > _SAME * np.maximum(1.0, np.abs(times[1:]))
        allowed = np.concatenate([[True], gap, [True]])
        allowed &= np.minimum(count2, self.n - count2) >= self.min_points
        if not allowed.any():
            return None
        return int(np.argmax(np.where(allowed, self.chain_values(before, order, standing), -np.inf)))


def _switched(sides: Sides, points: npt.NDArray[np.intp]) -> Sides:
    changed = sides.copy()
    changed[points] = ~changed[points]
    return changed
