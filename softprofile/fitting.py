"""The one place where transform, boundary, density, likelihood and optimiser meet: U, z -> BoundaryFit."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from softprofile.boundaries import Boundary, LinearInParameters, Network, get_boundary
from softprofile.densities import Gaussian, get_density
from softprofile.errors import InputError, NoBoundaryError, SoftProfileWarning, require_choice
from softprofile.gravity import centers_of_gravity, representative_point
from softprofile.likelihood import SOFTNESS, Likelihood
from softprofile.optimizers.adam import minimize_adam
from softprofile.optimizers.bfgs import minimize_bfgs
from softprofile.optimizers.objective import Minima, Objective
from softprofile.optimizers.partition_search import Partition, PartitionSearch
from softprofile.optimizers.separator import separating_parameters
from softprofile.progress import one_job, progress_bar
from softprofile.results import BoundaryFit
from softprofile.transforms import fit_transform
from softprofile.validation import Array, read_observations, require_count, require_number

PRESETS = ("paper",)

#: Penalty ridge * n * |w|^2 in transformed coordinates: too small to move the partition, enough to fix the steepness.
DEFAULT_RIDGE = 1e-7

DEFAULT_STARTS = {"bfgs": 20, "adam": 10}
SLOW_DENSITY_STARTS = 5

# All starts are run to the valley, by ADAM or a rough BFGS; only the most promising are worth the way to its floor.
_POLISHED_STARTS = 3
_ROUGH_TOLERANCE = 1e-5
_PAPER_ADAM_STEPS, _PAPER_LEARNING_RATE = 2000, 0.01
_RIDGE_CUTS = 6
_ANNEALING = (1.0, 1e-2, 1e-4)


def fit(
    U: Any,
    z: Any,
    *,
    boundary: Any = "auto",
    density: Any = "gaussian",
    softness: str = "soft",
    transform: Any = "auto",
    n_starts: int | None = None,
    ridge: float | None = None,
    random_state: int | np.random.Generator | None = 0,
    preset: str | None = None,
) -> BoundaryFit:
    r"""Find the boundary g(u; w) = 0 where improvement has levelled off, and a representative point on it.

    Maximises the softened profile log-likelihood, Eq. (5), minus ``ridge * n * |w|^2`` over the parameters w of the
    boundary; or, with ``softness="hard"``, Eq. (3) over the partitions that the boundary can make.

    Parameters
    ----------
    U
        Evaluated configurations: an (n, m) array or a data frame, m >= 1.
    z
        Performance of each configuration.
    boundary
        "linear", "quadratic" (Eq. 9), "network" (Eq. 10), or an object: see `softprofile.boundaries`. "auto" is
        quadratic, and in one dimension linear: a single threshold, as in `elbow`.
    density
        "gaussian" (Eq. 7), "gaussian-separate", "laplace", "laplace-separate", "student-t:df", "poisson",
        "binomial:trials", "scipy:name", or an object: see `softprofile.densities`.
    softness
        "soft" or "hard".
    transform
        "auto", "log", "standardize" or "none" for all columns, a list of them, or a dict from column names. "auto"
        logs and standardises positive columns and standardises the others (Eq. 13).
    n_starts
        Number of starts of the optimiser: 20 for linear and quadratic, 10 for the network unless given; 5 where each
        fit of the density is a numerical search (scipy's, or your own).
    ridge
        1e-7 unless given. Without it the best boundary is infinitely steep, and where the optimiser happens to stop
        decides the representative point; 0 is the paper's literal objective. For a threshold in one dimension, whose
        best partition is known exactly, it is lowered from 1e-7 where it would move the fit off that partition.
    random_state
        Seed, or generator, of the starts.
    preset
        "paper" is the literal procedure: Gaussian, no ridge, random starts, BFGS or plain ADAM.

    Returns
    -------
    BoundaryFit

    Examples
    --------
    >>> import numpy as np
    >>> x, y = np.meshgrid(np.arange(1, 7), np.arange(1, 7))
    >>> U = np.column_stack([x.ravel(), y.ravel()])
    >>> z = np.where(U.prod(axis=1) > 9, 1.0, 5.0) + 0.01 * U.sum(axis=1)
    >>> f = fit(U, z)
    >>> bool(np.all(f.sides == np.where(U.prod(axis=1) > 9, 1, 2)))
    True
    """
    data = read_observations(U, z)
    automatic = "linear" if len(data.names) == 1 else "quadratic"
    family, g = get_density(density), get_boundary(automatic if boundary == "auto" else boundary)
    require_choice(softness, SOFTNESS, "softness")
    literal = preset is not None and require_choice(preset, PRESETS, "preset") == "paper"
    if literal and (softness != "soft" or ridge or not isinstance(family, Gaussian)):
        raise InputError("preset 'paper' is the softened Gaussian fit without ridge: leave out what contradicts it.")
    penalty = 0.0 if literal else require_number(DEFAULT_RIDGE if ridge is None else ridge, "ridge", at_least=0)
    default_starts = DEFAULT_STARTS[g.optimizer] if family.quick else SLOW_DENSITY_STARTS
    starts = require_count(default_starts if n_starts is None else n_starts, "n_starts")

    map_ = fit_transform(data.U, data.names, transform)
    V = map_.apply(data.U, data.names)
    problem = _Problem(V, data.z, g, Likelihood(data.z, family), penalty, starts, np.random.default_rng(random_state))
    with one_job():
        if softness == "hard":
            w, certified = problem.solve_hard()
        else:
            w, certified = problem.solve_soft(literal), False
            if ridge is None and not literal:
                w = problem.lower_ridge_to_best_threshold(w)

    values = g.value(problem.design, w)
    low, high = problem.likelihood.locations(values, softness)
    if low > high:
        g, w = g.flip(w)
        values = -values
    sides = np.where(values > 0, 2, 1)
    centres, notes = centers_of_gravity(V, data.z, sides)
    found = representative_point(lambda points: g.value(g.design(points), w), centres, V, sides)
    messages = [*problem.likelihood.floor_messages(values, softness), *notes, *found.messages]
    for message in messages:
        warnings.warn(message, SoftProfileWarning, stacklevel=2)
    theta1, theta2 = problem.likelihood.theta(values, softness)
    return BoundaryFit(
        U=data.U,
        z=data.z,
        names=data.names,
        z_name=data.z_name,
        transform=map_,
        boundary=g,
        density=family,
        softness=softness,
        ridge=problem.ridge,
        n_starts=starts,
        parameters=w,
        theta={1: theta1, 2: theta2},
        loglik=problem.likelihood.at(values, softness),
        values=values,
        centres=centres,
        representative=found.point,
        crossings=found.crossings,
        certified=certified,
        messages=tuple(messages),
    )


@dataclass
class _Problem:
    """Transformed points, a boundary and a likelihood: everything the optimisers need."""

    V: Array
    z: Array
    boundary: Boundary
    likelihood: Likelihood
    ridge: float
    n_starts: int
    rng: np.random.Generator

    def __post_init__(self) -> None:
        self.design = self.boundary.design(self.V)

    def solve_soft(self, literal: bool) -> Array:
        """The best of many starts that has points on both sides."""
        minima = self._minimize_literally() if literal else self._minimize(self._starts())
        values = self.boundary.value(self.design, minima.parameters)
        two_sided = np.any(values > 0, axis=1) & np.any(values <= 0, axis=1)
        if not two_sided.any():
            raise NoBoundaryError(
                "every start ended with all points on one side: no boundary of this family splits these data. "
                "Try another boundary or density, or more starts."
            )
        best = int(np.argmin(np.where(two_sided, minima.values, np.inf)))
        return minima.parameters[best]

    def lower_ridge_to_best_threshold(self, w: Array) -> Array:
        """For a boundary of two parameters, a threshold, less ridge until the fit makes the best partition.

        That partition is known exactly, and is what the softened likelihood tends to without a ridge.
        """
        if not isinstance(self.boundary, LinearInParameters) or self.design.shape[1] != 2:
            return w
        best = self._search(self.design).exhaustive()
        if best is None:
            return w
        start = self._separator(self.design, best, w)
        for _ in range(_RIDGE_CUTS):
            if float(self.likelihood.hard(self.design @ w > 0)) >= best.value - 1e-9 * max(1.0, abs(best.value)):
                return w
            self.ridge /= 100
            w = minimize_bfgs(self.objective(self.ridge), start[None, :]).parameters[0]
        return start

    def solve_hard(self) -> tuple[Array, bool]:
        """The best partition found, and whether no better one exists."""
        if isinstance(self.boundary, LinearInParameters):
            return self._solve_hard_exactly()
        return self._solve_hard_by_annealing()

    def objective(self, ridge: float) -> Objective:
        """-Eq. (5) / n + ridge |w|^2 and its gradient, for many w."""
        n = self.likelihood.n

        def value_and_gradient(w: Array) -> tuple[Array, Array]:
            soft = self.likelihood.soft(self.boundary.value(self.design, w))
            gradient = self.boundary.pullback(self.design, w, soft.gradient)
            return -soft.loglik / n + ridge * (w**2).sum(axis=-1), -gradient / n + 2 * ridge * w

        return value_and_gradient

    def _starts(self) -> Array:
        # Each kind of start has its own stream: more starts then are the same starts and others.
        for_informed, for_random, for_search = self.rng.spawn(3)
        informed = self.boundary.informed_starts(self.design, self.z, (self.n_starts + 1) // 2, for_informed)
        starts = np.vstack([informed, self.boundary.random_starts(self.design, self.n_starts // 2, for_random)])
        if isinstance(self.boundary, LinearInParameters):
            # Where the density has no quick exact search, that of the Gaussian is as good a start.
            quick = self.likelihood if self.likelihood.exact_chains else Likelihood(self.z, Gaussian())
            w, partition = self._search(self.design, quick).explore(starts[0], for_search)
            if partition is not None:
                starts = np.vstack([starts, self._separator(self.design, partition, w)])
        return starts

    def _minimize(self, starts: Array) -> Minima:
        objective = self.objective(self.ridge)
        if self.boundary.optimizer == "adam":
            rough = minimize_adam(objective, starts)
        else:
            rough = minimize_bfgs(objective, starts, tolerance=_ROUGH_TOLERANCE)
        return minimize_bfgs(objective, rough.parameters[np.argsort(rough.values)[:_POLISHED_STARTS]])

    def _minimize_literally(self) -> Minima:
        objective = self.objective(0.0)
        if self.boundary.optimizer == "adam":
            starts = self.boundary.random_starts(self.design, self.n_starts, self.rng)
            return minimize_adam(objective, starts, _PAPER_ADAM_STEPS, _PAPER_LEARNING_RATE, anneal=False)
        p = self.boundary.n_parameters(self.V.shape[1])
        return minimize_bfgs(objective, self.rng.standard_normal((self.n_starts, p)), tolerance=1e-5)

    def _solve_hard_exactly(self) -> tuple[Array, bool]:
        search = self._search(self.design)
        if search.exhaustive_is_affordable():
            best = search.exhaustive()
            fallback = self.boundary.informed_starts(self.design, self.z, 1, self.rng)[0]
        else:
            starts = self._starts()
            minima = self._minimize(starts).parameters
            # Where every step costs a numerical fit, only the most promising starts are worth a search.
            starts = np.vstack([starts, minima]) if self.likelihood.density.quick else minima
            ends = [search.ascend(start, self.rng) for start in progress_bar(starts, "starts")]
            end = max(ends, key=lambda end: -np.inf if end[1] is None else end[1].value)
            fallback, best = search.explore(end[0], self.rng) if self.likelihood.density.quick else end
        if best is None:
            raise NoBoundaryError(
                f"no partition leaves {self.likelihood.density.min_points} points on each side: "
                "try another boundary or density."
            )
        return self._separator(self.design, best, fallback), best.certified

    def _solve_hard_by_annealing(self) -> tuple[Array, bool]:
        minima = self._minimize(self._starts())
        candidates = list(minima.parameters)
        for factor in _ANNEALING:
            # Less ridge lets the boundary steepen towards a hard one.
            minima = minimize_bfgs(self.objective(self.ridge * factor), minima.parameters)
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
