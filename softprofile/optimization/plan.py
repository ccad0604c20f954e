"""The frozen plan of a search: settings and data -> SearchPlan."""

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

#: Default of the penalty ridge * n * |w|^2: too small to change the partition, large enough to bound the steepness.
DEFAULT_RIDGE = 1e-7
#: Ridge of gentle searches, used when evidence is weak.
GENTLE_RIDGE = 1e-6

DEFAULT_STARTS = {"bfgs": 20, "adam": 5}
# The paper does not mention restarts. BFGS from one random start often misses the best minimum, ADAM seldom does.
PAPER_STARTS = {"bfgs": 20, "adam": 1}
SLOW_DENSITY_STARTS = 5

# Fewest points per feature at which evidence is measured by quadratic features.
_POINTS_PER_FEATURE = 2
# With more points than these, starts are minimised on a random sample, and only the best is refined on all points.
_SAMPLED_POINTS = 2_000


class Streams(NamedTuple):
    """Independent random streams, so that a larger number of starts contains the smaller number.

    `main` serves draws in a fixed order: the paper's starts, gentle starts, and hard searches. A plan draws from copies
    of the other streams, so that its results do not depend on when they are computed.
    """

    main: np.random.Generator
    informed: np.random.Generator
    random: np.random.Generator
    search: np.random.Generator
    sample: np.random.Generator


@dataclass(frozen=True, eq=False)
class SearchPlan:
    """Data, model and settings of a search for w.

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
        "full" searches from many starts for the global optimum, "gentle" minimises from a few soft starts, "paper" is
        the paper's procedure, and "given" minimises from the caller's starts.
    ridge : float
        Penalty of the objective.
    adjust_ridge : bool
        Whether the ridge of a threshold may be lowered until the fit yields the best partition.
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
        """The objective of soft searches, as a function of w."""
        return PenalizedLikelihood(self.V, self.boundary, self.likelihood)

    @property
    def design(self) -> Array:
        """Design of the points."""
        return self.objective.design

    @property
    def is_threshold(self) -> bool:
        """Whether g is linear in w with two parameters, so that the best partition is known exactly."""
        return self.boundary.linear and self.boundary.n_parameters(self.V.shape[1]) == 2

    @cached_property
    def sample(self) -> SearchPlan:
        """The same plan for a random sample of the points; this plan if points are few or the sample has constant z."""
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
        """Parameters and partition found by a quick exact search.

        The partition is one of the boundary if g is linear in w. Otherwise it is quadratic, or linear if points are
        few. If the density is not additive, the Gaussian likelihood is used instead.
        """
        features = self.design if self.boundary.linear else self._simple_features()
        search = partition_search(features, self._quick_likelihood)
        return search.explore(regression_cut(features, self.z), deepcopy(self.streams.search))

    @property
    def evidence(self) -> float:
        """Log-likelihood ratio, in nats, of the best partition found against a single level.

        With fewer points than `evidence.REFERENCE_POINTS` the ratio is scaled up in proportion. With many points it is
        computed on the sample and scaled up.
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
    """Decide how to search: ridge, number of starts, and starting values.

    Parameters
    ----------
    settings : FitSettings
        Settings of the fit.
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
        The plan. Unless the number of starts or the ridge was given, a soft search is gentle if the family has gentle
        starts and evidence of two levels is weak (`SearchPlan.evidence` below `evidence.CLEAR`), because the most
        likely boundary would then fit the noise.
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
    # Thresholds are exempt: their best partition is known exactly, whatever the noise.
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
