"""Plateau test of a fit: whether z changes with the configuration, and whether it levels off."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.refitting import refit
from softprofile.model.densities import Gaussian
from softprofile.trust.plateau.curve_plateau import plateau_test_of_curve
from softprofile.trust.plateau.levelling_off import with_range_of_levels
from softprofile.trust.plateau.permuting import (
    STEADY_STREAM,
    PermutedLoglikRatio,
    loglik_ratio,
    permuted,
    start_generator,
)
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


def plateau_test_of_fit(fit: BoundaryFit, settings: MonteCarloSettings) -> PlateauTest:
    """Test for a change; if there is one, test for a plateau against a ramp. See `BoundaryFit.test_plateau`."""
    if fit.shape.has_curve:
        return plateau_test_of_curve(fit, settings)
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
    test = PlateauTest(verdict, change, steady, found, settings.level, fit.z_name)
    return with_range_of_levels(test, fit)


def decide_verdict(steady: MonteCarlo, rate: tuple[float, float], *, turning: bool, level: float) -> str:
    """Decide the verdict on a z that changes with the configuration.

    "steady change" if the ramp is not rejected at `level`. Otherwise "turning point" if z has one. Otherwise "plateau",
    unless the ramp is likelier than two levels and z changes on both sides at more than 3/4 of the ramp's rate: then
    "steady change".
    """
    if steady.p_value > level:
        return STEADY_CHANGE
    if turning:
        return TURNING_POINT
    has_level_side = np.nanmin(np.abs(rate), initial=np.inf) <= LEVEL_RATE
    return PLATEAU if steady.statistic > 0 or has_level_side else STEADY_CHANGE


def refitted_sides(fit: BoundaryFit, z: Array, seed: int) -> npt.NDArray[np.int64]:
    """Refit z as `fit` was fitted and return the side of each point; 1 for all points if no boundary fits."""
    try:
        return refit(fit, z, rng=start_generator(fit, seed)).sides
    except NoBoundaryError:
        return np.ones(len(z), dtype=np.int64)


@dataclass(frozen=True)
class PermutedRampResiduals:
    """Log-likelihood ratio of two levels to a ramp, for the fitted ramp with permuted residuals.

    This is the permutation scheme of Freedman and Lane (1983).
    """

    fit: BoundaryFit
    settings: MonteCarloSettings

    def __call__(self, i: int) -> float:
        """Compute the statistic of the i-th permutation."""
        V = self.fit.transformed
        steady = fit_ramp(V, self.fit.z)
        z = steady.fitted + permuted(self.fit, steady.residuals, self.settings.rng(STEADY_STREAM, i))
        return levels_to_ramp_loglik_ratio(V, z, refitted_sides(self.fit, z, self.settings.seed))


def _with_real_valued_density(fit: BoundaryFit) -> BoundaryFit:
    """Replace a density that does not accept all real numbers, such as that of counts, by the Gaussian."""
    if fit.settings.density.location_scale:
        return fit
    return replace(fit, settings=replace(fit.settings, density=Gaussian()))
