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
from softprofile.trust.plateau.results import NO_CHANGE, PLATEAU, STEADY_CHANGE, TURNING_POINT, PlateauTest
from softprofile.trust.plateau.sequential_p_value import MonteCarlo, MonteCarloSettings, sequential_p_value
from softprofile.trust.plateau.trends import (
    LEVEL_RATE,
    fit_ramp,
    has_turning_point,
    levels_to_ramp_loglik_ratio,
    rates_within_sides,
)
from softprofile.util.errors import NoBoundaryError
from softprofile.util.validation import Array

CHANGE_STREAM, STEADY_STREAM = 0, 1


def plateau_test_of_fit(fit: BoundaryFit, settings: MonteCarloSettings) -> PlateauTest:
    """Ask a fit both questions; the second only where the first is answered with yes."""
    change = sequential_p_value(loglik_ratio(fit, fit.z, settings.seed), PermutedLoglikRatio(fit, settings), settings)
    if change.p_value > settings.level:
        return PlateauTest(NO_CHANGE, change, None, None, settings.level, fit.z_name)
    shape = _with_real_valued_density(fit)
    sides = refitted_sides(shape, fit.z, settings.seed)
    V = fit.transformed
    steady = sequential_p_value(
        levels_to_ramp_loglik_ratio(V, fit.z, sides), PermutedRampResiduals(shape, settings), settings
    )
    found = rates_within_sides(V, fit.z, sides)
    verdict = decide_verdict(steady, found, turning=has_turning_point(V, fit.z, sides), level=settings.level)
    return PlateauTest(verdict, change, steady, found, settings.level, fit.z_name)


def decide_verdict(steady: MonteCarlo, rate: tuple[float, float], *, turning: bool, level: float) -> str:
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


def loglik_ratio(fit: BoundaryFit, z: Array, seed: int) -> float:
    """By how much z is likelier with the boundary that the procedure of `fit` finds for it than with one density."""
    one = float(Likelihood(z, fit.settings.density).soft(np.zeros(len(z))).loglik)
    try:
        return refit(fit, z, rng=_start_generator(fit, seed)).loglik - one
    except NoBoundaryError:
        return 0.0


def refitted_sides(fit: BoundaryFit, z: Array, seed: int) -> npt.NDArray[np.int64]:
    """The side of each point that the procedure of `fit` finds for z; one for all where it finds none."""
    try:
        return refit(fit, z, rng=_start_generator(fit, seed)).sides
    except NoBoundaryError:
        return np.ones(len(z), dtype=np.int64)


@dataclass(frozen=True)
class PermutedLoglikRatio:
    """The gain of a permutation of z."""

    fit: BoundaryFit
    settings: MonteCarloSettings

    def __call__(self, i: int) -> float:
        """Of the i-th."""
        return loglik_ratio(
            self.fit, _permuted(self.fit, self.fit.z, self.settings.rng(CHANGE_STREAM, i)), self.settings.seed
        )


@dataclass(frozen=True)
class PermutedRampResiduals:
    """How well two levels do against a ramp on the ramp of z with its residuals permuted (Freedman and Lane, 1983)."""

    fit: BoundaryFit
    settings: MonteCarloSettings

    def __call__(self, i: int) -> float:
        """On the i-th permutation."""
        V = self.fit.transformed
        steady = fit_ramp(V, self.fit.z)
        z = steady.fitted + _permuted(self.fit, steady.residuals, self.settings.rng(STEADY_STREAM, i))
        return levels_to_ramp_loglik_ratio(V, z, refitted_sides(self.fit, z, self.settings.seed))


def _permuted(fit: BoundaryFit, values: Array, rng: np.random.Generator) -> Array:
    """The values permuted, in the same way whatever the order of the rows."""
    rows = np.lexsort((fit.z, *fit.U.T))
    shuffled = np.empty_like(values)
    shuffled[rows] = values[rng.permutation(rows)]
    return shuffled


def _start_generator(fit: BoundaryFit, seed: int) -> np.random.Generator:
    """The same starts for all z: the statistic is then one function of z, and permutations are exchangeable."""
    return np.random.default_rng(seed if fit.settings.random_state is None else fit.settings.random_state)


def _with_real_valued_density(fit: BoundaryFit) -> BoundaryFit:
    """The fit, Gaussian where its density might refuse a z that is a ramp with noise, as those of counts do."""
    if isinstance(fit.settings.density, LocationScaleDensity):
        return fit
    return replace(fit, settings=replace(fit.settings, density=Gaussian()))
