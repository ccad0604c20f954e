"""Both questions put to a fit: whether z changes, and whether that levels off."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.refitting import refit
from softprofile.model.densities import Gaussian
from softprofile.model.densities.location_scale import LocationScaleDensity
from softprofile.model.likelihood import Likelihood
from softprofile.trust.plateau.monte_carlo import MonteCarlo, Plan, monte_carlo
from softprofile.trust.plateau.results import NO_CHANGE, PLATEAU, STEADY_CHANGE, TURNING_POINT, PlateauTest
from softprofile.trust.plateau.shapes import LEVEL_RATE, levels_over_ramp, ramp, rates, turns
from softprofile.util.errors import NoBoundaryError
from softprofile.util.validation import Array

CHANGE, STEADY = 0, 1


def plateau_of_fit(fit: BoundaryFit, plan: Plan) -> PlateauTest:
    """Ask a fit both questions; the second only where the first is answered with yes."""
    change = monte_carlo(gain(fit, fit.z, plan.seed), PermutedGain(fit, plan), plan)
    if change.p_value > plan.level:
        return PlateauTest(NO_CHANGE, change, None, None, plan.level, fit.z_name)
    shape = _with_any_density_of_residuals(fit)
    sides = sides_of(shape, fit.z, plan.seed)
    V = fit.transformed
    steady = monte_carlo(levels_over_ramp(V, fit.z, sides), PermutedRamp(shape, plan), plan)
    found = rates(V, fit.z, sides)
    verdict = judge(steady, found, turning=turns(V, fit.z, sides), level=plan.level)
    return PlateauTest(verdict, change, steady, found, plan.level, fit.z_name)


def judge(steady: MonteCarlo, rate: tuple[float, float], *, turning: bool, level: float) -> str:
    """The verdict on a z that changes.

    "steady change" unless two levels beat a ramp by more than they do on ramps with noise and, where the ramp is
    nevertheless the likelier of the two, z changes on one side at no more than 3/4 of its rate; of what is left,
    "turning point" where z turns in the middle of its range, and else "plateau".
    """
    if steady.p_value > level:
        return STEADY_CHANGE
    if turning:
        return TURNING_POINT
    level_side = np.nanmin(np.abs(rate), initial=np.inf) <= LEVEL_RATE
    return PLATEAU if steady.statistic > 0 or level_side else STEADY_CHANGE


def gain(fit: BoundaryFit, z: Array, seed: int) -> float:
    """By how much z is likelier with the boundary that the procedure of `fit` finds for it than with one density."""
    one = float(Likelihood(z, fit.settings.density).soft(np.zeros(len(z))).loglik)
    try:
        return refit(fit, z, rng=_starts(fit, seed)).loglik - one
    except NoBoundaryError:
        return 0.0


def sides_of(fit: BoundaryFit, z: Array, seed: int) -> npt.NDArray[np.int64]:
    """The side of each point that the procedure of `fit` finds for z; one for all where it finds none."""
    try:
        return refit(fit, z, rng=_starts(fit, seed)).sides
    except NoBoundaryError:
        return np.ones(len(z), dtype=np.int64)


@dataclass(frozen=True)
class PermutedGain:
    """The gain of a permutation of z."""

    fit: BoundaryFit
    plan: Plan

    def __call__(self, i: int) -> float:
        """Of the i-th."""
        return gain(self.fit, _shuffled(self.fit, self.fit.z, self.plan.rng(CHANGE, i)), self.plan.seed)


@dataclass(frozen=True)
class PermutedRamp:
    """How well two levels do against a ramp on the ramp of z with its residuals permuted (Freedman and Lane, 1983)."""

    fit: BoundaryFit
    plan: Plan

    def __call__(self, i: int) -> float:
        """On the i-th permutation."""
        V = self.fit.transformed
        steady = ramp(V, self.fit.z)
        z = steady.fitted + _shuffled(self.fit, steady.residuals, self.plan.rng(STEADY, i))
        return levels_over_ramp(V, z, sides_of(self.fit, z, self.plan.seed))


def _shuffled(fit: BoundaryFit, values: Array, rng: np.random.Generator) -> Array:
    """The values permuted, in the same way whatever the order of the rows."""
    rows = np.lexsort((fit.z, *fit.U.T))
    shuffled = np.empty_like(values)
    shuffled[rows] = values[rng.permutation(rows)]
    return shuffled


def _starts(fit: BoundaryFit, seed: int) -> np.random.Generator:
    """The same starts for all z: the statistic is then one function of z, and permutations are exchangeable."""
    return np.random.default_rng(seed if fit.settings.random_state is None else fit.settings.random_state)


def _with_any_density_of_residuals(fit: BoundaryFit) -> BoundaryFit:
    """The fit, Gaussian where its density might refuse a z that is a ramp with noise, as those of counts do."""
    if isinstance(fit.settings.density, LocationScaleDensity):
        return fit
    return replace(fit, settings=replace(fit.settings, density=Gaussian()))
