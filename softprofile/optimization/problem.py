"""The search itself: a boundary, a likelihood and points -> the parameters w that maximise Eq. (5) or Eq. (3)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from softprofile.model.boundaries import Boundary, Linear, LinearInParameters, Network, Quadratic
from softprofile.model.boundaries.base import regression_cut
from softprofile.model.densities import Gaussian
from softprofile.model.likelihood import Likelihood
from softprofile.model.objective import PenalizedLikelihood
from softprofile.optimization.optimizers.adam import minimize_adam
from softprofile.optimization.optimizers.bfgs import minimize_bfgs
from softprofile.optimization.optimizers.minima import Minima
from softprofile.optimization.optimizers.newton import minimize_newton
from softprofile.optimization.partitions import Partition, PartitionSearch
from softprofile.optimization.separator import separating_parameters
from softprofile.util.errors import NoBoundaryError
from softprofile.util.progress import progress_bar
from softprofile.util.validation import Array

#: Penalty ridge * n * |w|^2 in transformed coordinates: too small to move the partition, enough to fix the steepness.
DEFAULT_RIDGE = 1e-7
#: The same where noise covers the levels.
GENTLE_RIDGE = 1e-6
#: Nats by which two levels have to be likelier than one to be clear, for 100 points or fewer.
CLEAR_EVIDENCE = 45.0

# Slopes at which starts are compared, and how many then go on; where Newton's method does not lead them down, those
# of BFGS are compared later.
_ROUGH_TOLERANCE = {"bfgs": 1e-3, "adam": 1e-4}
_UNCURVED_TOLERANCE = {"bfgs": 1e-5, "adam": 1e-4}
_POLISHED_STARTS = {"bfgs": 3, "adam": 1}
_GENTLE_TOLERANCE = 1e-5
_ADAM_STEPS = 100
# Slopes at which a valley counts as descended.
_NEWTON_FLOOR, _BFGS_FLOOR = 1e-11, 1e-9
_PAPER_ADAM_STEPS, _PAPER_LEARNING_RATE = 2000, 0.01
# The paper does not say; with starts of size one the errors of its simulation come out further from those it prints.
_PAPER_START_SIZE = 0.1
_RIDGE_CUTS = 6
_EVIDENCE_POINTS = 100
# Quadratic features are used to measure evidence where there are this many points for each.
_POINTS_PER_FEATURE = 2
# Of more points than these a random sample leads to the valley, and all of them only to its floor.
_SAMPLED_POINTS = 2_000
_ANNEALING = (1.0, 1e-2, 1e-4)


@dataclass
class Problem:
    """Transformed points, a boundary and a likelihood: everything the optimisers need."""

    V: Array
    z: Array
    boundary: Boundary
    likelihood: Likelihood
    ridge: float
    n_starts: int
    rng: np.random.Generator
    given_starts: Array | None = None
    gentle: bool = False

    def __post_init__(self) -> None:
        self.penalized = PenalizedLikelihood(self.V, self.boundary, self.likelihood)
        # Each kind of start has its own stream: more starts then are the same starts and others.
        self._for_informed, self._for_random, self._for_search, self._for_sample = self.rng.spawn(4)

    @property
    def design(self) -> Array:
        """What the boundary needs of the points."""
        return self.penalized.design

    def solve_soft(self, literal: bool) -> Array:
        """The best of many starts that has points on both sides."""
        if self.given_starts is not None:
            minima = self._descend(self.given_starts)
        elif literal:
            minima = self._minimize_literally()
        else:
            minima = self._minimize_gently() if self.gentle else self._minimize(self._sample._starts())
        values = self.penalized.values(minima.parameters)
        two_sided = np.any(values > 0, axis=1) & np.any(values <= 0, axis=1)
        if not two_sided.any():
            raise NoBoundaryError(
                "every start ended with all points on one side: no boundary of this family splits these data. "
                "Try another boundary or density, or more starts."
            )
        best = int(np.argmin(np.where(two_sided, minima.values, np.inf)))
        return minima.parameters[best]

    def be_gentle_if_evidence_is_weak(self) -> None:
        """Where noise covers the two levels, start from soft boundaries alone, and with a little more ridge.

        The best of all partitions then follows the noise; what is reached from a soft start is nearer to the truth.
        Where the levels are clear it is the other way round. A threshold, whose best partition is known exactly, and a
        family of the user's own are searched in full always.
        """
        family = isinstance(self.boundary, LinearInParameters | Network)
        if family and not self._is_threshold() and self.evidence < CLEAR_EVIDENCE:
            self.gentle, self.ridge = True, GENTLE_RIDGE
            self.n_starts = len(self._gentle_starts)

    @property
    def evidence(self) -> float:
        """By how much two levels of z are likelier than one, in nats; of fewer than 100 points, as if of 100.

        It is the log-likelihood ratio of the best partition that a quick search finds, by a boundary of the family, or
        a quadratic one (linear, if points are few) where the family is not linear in its parameters. Of many points,
        that of a sample, in proportion.
        """
        sample = self._sample
        partition = sample._best_partition[1]
        if partition is None:
            return 0.0
        n = sample.likelihood.n
        ratio = partition.value - float(sample._quick_likelihood.hard(np.zeros(n, dtype=bool)))
        return ratio * max(_EVIDENCE_POINTS, self.likelihood.n) / n

    def lower_ridge_to_best_threshold(self, w: Array) -> Array:
        """For a boundary of two parameters, a threshold, less ridge until the fit makes the best partition.

        That partition is known exactly, and is what the softened likelihood tends to without a ridge.
        """
        if not self._is_threshold():
            return w
        best = self._search(self.design).exhaustive()
        if best is None:
            return w
        start = self._separator(self.design, best, w)
        for _ in range(_RIDGE_CUTS):
            if float(self.likelihood.hard(self.design @ w > 0)) >= best.value - 1e-9 * max(1.0, abs(best.value)):
                return w
            self.ridge /= 100
            w = minimize_bfgs(self.penalized.objective(self.ridge), start[None, :]).parameters[0]
        return start

    def solve_hard(self) -> tuple[Array, bool]:
        """The best partition found, and whether no better one exists."""
        if isinstance(self.boundary, LinearInParameters):
            return self._solve_hard_exactly()
        return self._solve_hard_by_annealing()

    def _starts(self) -> Array:
        count = math.ceil(self.boundary.informed_share * self.n_starts)
        informed = self.boundary.informed_starts(self.design, self.z, count, self._for_informed)
        drawn = self.boundary.random_starts(self.design, self.n_starts - count, self._for_random)
        starts = np.vstack([informed, drawn])
        if isinstance(self.boundary, LinearInParameters):
            w, partition = self._best_partition
            if partition is not None:
                starts = np.vstack([starts, self._separator(self.design, partition, w)])
        return starts

    @cached_property
    def _best_partition(self) -> tuple[Array, Partition | None]:
        """The best partition that exact line searches find: of the family itself, if it is linear in its parameters."""
        features = self.design if isinstance(self.boundary, LinearInParameters) else self._simple_features()
        start = regression_cut(features, self.z)
        return self._search(features, self._quick_likelihood).explore(start, self._for_search)

    def _simple_features(self) -> Array:
        quadratic = Quadratic()
        affordable = quadratic.n_parameters(self.V.shape[1]) * _POINTS_PER_FEATURE <= len(self.V)
        return quadratic.design(self.V) if affordable else Linear().design(self.V)

    @cached_property
    def _quick_likelihood(self) -> Likelihood:
        # Where the density has no quick exact search, that of the Gaussian is as good.
        return self.likelihood if self.likelihood.exact_chains else Likelihood(self.z, Gaussian())

    def _is_threshold(self) -> bool:
        return isinstance(self.boundary, LinearInParameters) and self.boundary.n_parameters(self.V.shape[1]) == 2

    @cached_property
    def _sample(self) -> Problem:
        """The same problem with some of the points, where they are many and those differ in z; else this one."""
        if self.likelihood.n <= _SAMPLED_POINTS:
            return self
        rows = np.sort(self._for_sample.choice(self.likelihood.n, _SAMPLED_POINTS, replace=False))
        V, z = self.V[rows], self.z[rows]
        if np.ptp(z) == 0:
            return self
        likelihood = Likelihood(z, self.likelihood.density)
        return Problem(V, z, self.boundary, likelihood, self.ridge, self.n_starts, self._for_sample)

    def _minimize(self, starts: Array) -> Minima:
        sample = self._sample
        minima = sample._descend(sample._most_promising(starts))
        if sample is self:
            return minima
        best = int(np.argmin(minima.values))
        return self._descend(minima.parameters[best : best + 1])

    def _most_promising(self, starts: Array) -> Array:
        """All starts are run to their valleys; those that are lowest then are worth the way to the floor."""
        optimizer = self.boundary.optimizer
        tolerance = (_ROUGH_TOLERANCE if self.penalized.curved else _UNCURVED_TOLERANCE)[optimizer]
        if optimizer == "adam":
            # Single precision is ample for ADAM's noisy steps, and its tanh costs a fraction.
            starts = minimize_adam(self.penalized.objective(self.ridge, np.float32), starts, _ADAM_STEPS).parameters
            rough = self._descend(starts, tolerance=tolerance)
        else:
            rough = minimize_bfgs(self.penalized.objective(self.ridge), starts, tolerance)
        return rough.parameters[np.argsort(rough.values)[: _POLISHED_STARTS[optimizer]]]

    def _descend(self, starts: Array, ridge: float | None = None, tolerance: float | None = None) -> Minima:
        """From each start to the floor of its valley, where no slope exceeds the tolerance."""
        ridge = self.ridge if ridge is None else ridge
        if self.penalized.curved:
            return minimize_newton(self.penalized.curved_objective(ridge), starts, tolerance or _NEWTON_FLOOR)
        return minimize_bfgs(self.penalized.objective(ridge), starts, tolerance or _BFGS_FLOOR)

    def _minimize_gently(self) -> Minima:
        if isinstance(self.boundary, LinearInParameters):
            tolerance = _GENTLE_TOLERANCE if self.penalized.curved else 1e-9
            near = minimize_bfgs(self.penalized.objective(self.ridge), self._gentle_starts, tolerance)
            return self._descend(near.parameters) if self.penalized.curved else near
        return self._minimize_by_plain_adam(self._gentle_starts)

    @cached_property
    def _gentle_starts(self) -> Array:
        if isinstance(self.boundary, LinearInParameters):
            return self.boundary.gentle_starts(self.design, self.z)
        # Where the literal procedure starts too.
        return self.boundary.random_starts(self.design, 1, self.rng)

    def _minimize_literally(self) -> Minima:
        if self.boundary.optimizer == "adam":
            return self._minimize_by_plain_adam(self.boundary.random_starts(self.design, self.n_starts, self.rng))
        p = self.boundary.n_parameters(self.V.shape[1])
        starts = _PAPER_START_SIZE * self.rng.standard_normal((self.n_starts, p))
        return minimize_bfgs(self.penalized.objective(self.ridge), starts, tolerance=1e-5)

    def _minimize_by_plain_adam(self, starts: Array) -> Minima:
        objective = self.penalized.objective(self.ridge, np.float32)
        return minimize_adam(objective, starts, _PAPER_ADAM_STEPS, _PAPER_LEARNING_RATE, anneal=False)

    def _solve_hard_exactly(self) -> tuple[Array, bool]:
        search = self._search(self.design)
        best = search.exhaustive() if search.exhaustive_is_affordable() else None
        end = self.boundary.informed_starts(self.design, self.z, 1, self.rng)[0]
        if best is None:
            end, best = self._search_from_many_starts(search)
        if best is None:
            raise NoBoundaryError(
                f"no partition leaves {self.likelihood.density.min_points} points on each side: "
                "try another boundary or density."
            )
        w = self._separator(self.design, best, end)
        return w, best.certified and np.array_equal(self.design @ w > 0, best.sides)

    def _search_from_many_starts(self, search: PartitionSearch) -> tuple[Array, Partition | None]:
        starts = self._sample._starts()
        minima = self._minimize(starts).parameters
        if not self.likelihood.density.quick:
            # Every step costs a numerical fit: only the most promising starts are worth a search.
            ends = [search.ascend(start[None, :], self.rng) for start in progress_bar(minima, "starts")]
            return max(ends, key=lambda end: -np.inf if end[1] is None else end[1].value)
        return search.explore(search.ascend(np.vstack([starts, minima]), self.rng)[0], self.rng)

    def _solve_hard_by_annealing(self) -> tuple[Array, bool]:
        minima = self._minimize(self._sample._starts())
        candidates = list(minima.parameters)
        for factor in _ANNEALING:
            # Less ridge lets the boundary steepen towards a hard one.
            minima = self._descend(minima.parameters, self.ridge * factor)
            candidates += list(minima.parameters)
        if isinstance(self.boundary, Network):
            candidates += [self._polish_output_layer(self.boundary, w) for w in minima.parameters]
        two_sided = [w for w in candidates if self._min_side(w) >= self.likelihood.density.min_points]
        if not two_sided:
            raise NoBoundaryError(
                "all points lie on one side of every boundary found: try another boundary or density."
            )
        return max(two_sided, key=lambda w: float(self.likelihood.hard(self.boundary.value(self.design, w) > 0))), False

    def _polish_output_layer(self, network: Network, w: Array) -> Array:
        """The network is linear in its output layer, so exact line searches apply to that."""
        features = np.column_stack([network.hidden_layer(self.design, w), np.ones(len(self.V))])
        outputs = network.hidden + 1
        output, partition = self._search(features).explore(w[-outputs:], self.rng)
        polished = w.copy()
        if partition is not None:
            polished[-outputs:] = self._separator(features, partition, output)
        return polished

    def _search(self, features: Array, likelihood: Likelihood | None = None) -> PartitionSearch:
        measured = self.likelihood if likelihood is None else likelihood
        return PartitionSearch(
            features,
            value=lambda sides: float(measured.hard(sides)),
            chain_values=measured.chain,
            min_points=measured.density.min_points,
            exact_chains=measured.exact_chains,
            exact_thresholds=measured.density.quick,
        )

    def _separator(self, features: Array, partition: Partition, fallback: Array) -> Array:
        w = separating_parameters(features, partition.sides, max(self.ridge, DEFAULT_RIDGE))
        return fallback if w is None else w

    def _min_side(self, w: Array) -> int:
        positive = int((self.boundary.value(self.design, w) > 0).sum())
        return min(positive, self.likelihood.n - positive)
