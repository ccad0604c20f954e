"""How a fit is searched for: settings and data -> SearchPlan, which nothing changes afterwards."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from softprofile.model.boundaries import Boundary, Linear, Quadratic
from softprofile.model.boundaries.base import regression_cut
from softprofile.model.densities import Gaussian
from softprofile.model.likelihood import Likelihood
from softprofile.model.objective import PenalizedLikelihood
from softprofile.optimization import evidence
from softprofile.optimization.likeliest_partition import partition_search
from softprofile.optimization.partitions import Partition
from softprofile.optimization.settings import FitSettings
from softprofile.util.validation import Array

#: Penalty ridge * n * |w|^2 in transformed coordinates: too small to move the partition, enough to fix the steepness.
DEFAULT_RIDGE = 1e-7
#: The same when evidence is weak.
GENTLE_RIDGE = 1e-6

DEFAULT_STARTS = {"bfgs": 20, "adam": 5}
# The paper speaks of no restarts; BFGS from one random point often ends short of the best, ADAM seldom does.
PAPER_STARTS = {"bfgs": 20, "adam": 1}
SLOW_DENSITY_STARTS = 5

# Quadratic features are used to measure evidence where there are this many points for each.
_POINTS_PER_FEATURE = 2
# Of more points than these a random sample leads to the valley, and all of them only to its floor.
_SAMPLED_POINTS = 2_000


class Streams(NamedTuple):
    """Independent random streams, so that more starts are the same starts and further ones.

    `main` serves what a procedure draws in a fixed order: literal and gentle starts, and hard searches. A plan draws
    from copies of the others, so that what it computes is the same whenever it is asked for.
    """

    main: np.random.Generator
    informed: np.random.Generator
    random: np.random.Generator
    search: np.random.Generator
    sample: np.random.Generator


@dataclass(frozen=True, eq=False)
class SearchPlan:
    """Data, model, and how the search for w goes.

    Attributes
    ----------
    V : array of shape (n, m)
        Configurations in transformed coordinates.
    z : array of shape (n,)
        Performance.
    boundary : Boundary
        The family of g.
    likelihood : Likelihood
        The profile log-likelihood of z.
    how : {"full", "gentle", "paper", "given"}
        "full" searches from many starts for the global optimum, "gentle" descends from a few soft starts, "paper" is
        the literal procedure, and "given" descends from the starts that the caller gave.
    ridge : float
        Penalty of the objective.
    adjust_ridge : bool
        Whether the ridge of a threshold may be lowered until the fit makes the best partition.
    n_starts : int
        Number of starts.
    starts : array of shape (n_starts, p) or None
        The starts of gentle and given searches.
    streams : Streams
        Random streams.
    """

    V: Array
    z: Array
    boundary: Boundary
    likelihood: Likelihood
    how: str
    ridge: float
    adjust_ridge: bool
    n_starts: int
    starts: Array | None
    streams: Streams

    @cached_property
    def objective(self) -> PenalizedLikelihood:
        """What a soft search minimises, as a function of w."""
        return PenalizedLikelihood(self.V, self.boundary, self.likelihood)

    @property
    def design(self) -> Array:
        """What the boundary needs of the points."""
        return self.objective.design

    @property
    def is_threshold(self) -> bool:
        """Whether the boundary has two parameters, in which it is linear: its best partition is known exactly."""
        return self.boundary.linear and self.boundary.n_parameters(self.V.shape[1]) == 2

    @cached_property
    def sample(self) -> SearchPlan:
        """The same plan for a random sample of many points, if z varies in it; otherwise this plan."""
        n = self.likelihood.n
        if n <= _SAMPLED_POINTS:
            return self
        stream = deepcopy(self.streams.sample)
        rows = np.sort(stream.choice(n, _SAMPLED_POINTS, replace=False))
        z = self.z[rows]
        if np.ptp(z) == 0:
            return self
        likelihood = Likelihood(z, self.likelihood.density)
        return replace(self, V=self.V[rows], z=z, likelihood=likelihood, streams=_spawn(stream))

    @cached_property
    def best_partition(self) -> tuple[Array, Partition | None]:
        """The best partition that a quick exact search finds, and where it ended.

        It is one of the family if that is linear in w, otherwise a quadratic one (linear, if points are few). Where the
        density has no quick exact search, that of the Gaussian serves.
        """
        features = self.design if self.boundary.linear else self._simple_features()
        search = partition_search(features, self._quick_likelihood)
        return search.explore(regression_cut(features, self.z), deepcopy(self.streams.search))

    @property
    def evidence(self) -> float:
        """Log-likelihood ratio, in nats, of the best partition found against a single level.

        Of fewer points than `evidence.REFERENCE_POINTS` it is scaled up in proportion; of many, it is that of the
        sample, scaled up.
        """
        sample = self.sample
        _, partition = sample.best_partition
        if partition is None:
            return 0.0
        n = sample.likelihood.n
        one_level = float(sample._quick_likelihood.hard(np.zeros(n, dtype=bool)))
        return (partition.value - one_level) * max(evidence.REFERENCE_POINTS, self.likelihood.n) / n

    @cached_property
    def _quick_likelihood(self) -> Likelihood:
        return self.likelihood if self.likelihood.exact_chains else Likelihood(self.z, Gaussian())

    def _simple_features(self) -> Array:
        quadratic = Quadratic()
        affordable = quadratic.n_parameters(self.V.shape[1]) * _POINTS_PER_FEATURE <= len(self.V)
        return quadratic.design(self.V) if affordable else Linear().design(self.V)


def plan_search(
    settings: FitSettings, V: Array, z: Array, rng: np.random.Generator, starts: Array | None = None
) -> SearchPlan:
    """Decide how to search: ridge, number of starts, and where they are.

    Parameters
    ----------
    settings : FitSettings
        What `fit` was asked for.
    V : array of shape (n, m)
        Configurations in transformed coordinates.
    z : array of shape (n,)
        Performance.
    rng : numpy.random.Generator
        Source of all random streams.
    starts : array of shape (k, p), optional
        Parameters at which a soft search begins, in place of its own starts.

    Returns
    -------
    SearchPlan
        The plan. Unless the number of starts or the ridge was given, a soft search is gentle where evidence of two
        levels is weak (`SearchPlan.evidence` below `evidence.CLEAR`) and the family has gentle starts: the best of all
        boundaries would then follow the noise.
    """
    how = "given" if starts is not None else "paper" if settings.literal else "full"
    plan = SearchPlan(
        V=V,
        z=z,
        boundary=settings.boundary,
        likelihood=Likelihood(z, settings.density),
        how=how,
        ridge=_ridge(settings),
        adjust_ridge=settings.ridge is None and not settings.literal,
        n_starts=_n_starts(settings),
        starts=starts,
        streams=_spawn(rng),
    )
    automatic = settings.n_starts is None and settings.ridge is None and settings.softness == "soft" and how == "full"
    # The best partition of a threshold is known exactly whatever the noise.
    if automatic and plan.boundary.has_gentle_starts and not plan.is_threshold and plan.evidence < evidence.CLEAR:
        soft = plan.boundary.gentle_starts(plan.design, z, plan.streams.main)
        return replace(plan, how="gentle", ridge=GENTLE_RIDGE, starts=soft, n_starts=len(soft))
    return plan


def _spawn(rng: np.random.Generator) -> Streams:
    return Streams(rng, *rng.spawn(4))


def _ridge(settings: FitSettings) -> float:
    if settings.literal:
        return 0.0
    return DEFAULT_RIDGE if settings.ridge is None else settings.ridge


def _n_starts(settings: FitSettings) -> int:
    if settings.n_starts is not None:
        return settings.n_starts
    if not settings.density.quick:
        return SLOW_DENSITY_STARTS
    return (PAPER_STARTS if settings.literal else DEFAULT_STARTS)[settings.boundary.optimizer]
