"""Plateau test of a transition or a ramp: a curve against one level, and against a linear trend."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.refitting import refit
from softprofile.model.densities import Gaussian
from softprofile.model.shapes import Transition
from softprofile.trust.bootstrap.resampling import residual_inflation
from softprofile.trust.curves.located_density import location_parameters
from softprofile.trust.plateau.levelling_off import levels_off
from softprofile.trust.plateau.permuting import (
    STEADY_STREAM,
    PermutedLoglikRatio,
    loglik_ratio,
    permuted,
    start_generator,
)
from softprofile.trust.plateau.results import (
    NO_CHANGE,
    NOT_LEVELLED_OFF,
    PLATEAU,
    STEADY_CHANGE,
    TURNING_POINT,
    PlateauTest,
)
from softprofile.trust.plateau.sequential_p_value import MonteCarloSettings, sequential_p_value
from softprofile.trust.plateau.trends import (
    fit_ramp,
    loglik_ratio_to_ramp,
    rates_within_sides,
    turning_limit,
    turns_in_the_middle,
)
from softprofile.util.validation import Array

# Starts of each refit, unless the user gave a number to `fit`.
_STARTS = 6


def plateau_test_of_curve(fit: BoundaryFit, settings: MonteCarloSettings) -> PlateauTest:
    """Test for a change; if there is one, test for a curve against a linear trend, and judge where it ends.

    Parameters
    ----------
    fit : BoundaryFit
        A fit with a transition or a ramp.
    settings : MonteCarloSettings
        Number of draws, level and seed.

    Returns
    -------
    PlateauTest
        The verdict, see `BoundaryFit.test_plateau`.
    """
    quick = _quickly_searched(fit)
    change = sequential_p_value(
        loglik_ratio(quick, fit.z, settings.seed), PermutedLoglikRatio(quick, settings), settings
    )
    name = fit.shape.name
    if change.p_value > settings.level:
        return PlateauTest(NO_CHANGE, change, None, None, settings.level, fit.z_name, shape=name)
    # The second test is about the shape of z, not its noise.
    gaussian = replace(quick, settings=replace(quick.settings, density=Gaussian()))
    V = fit.transformed
    statistic = loglik_ratio_to_ramp(V, fit.z, curve_rss(gaussian, fit.z, settings.seed))
    steady = sequential_p_value(statistic, PermutedTrendAndCurve(gaussian, settings), settings)
    levelled, extend = levels_off(fit)
    limit = turning_limit(float(np.sum((fit.z - fit.locations) ** 2)), location_parameters(fit), V)
    if steady.p_value > settings.level:
        verdict = STEADY_CHANGE
    elif turns_in_the_middle(V, fit.z, limit):
        verdict, extend = TURNING_POINT, ()
    else:
        verdict = PLATEAU if levelled else NOT_LEVELLED_OFF
    rates = rates_within_sides(V, fit.z, fit.sides)
    return PlateauTest(verdict, change, steady, rates, settings.level, fit.z_name, shape=name, extend=extend)


def curve_rss(fit: BoundaryFit, z: Array, seed: int) -> float:
    """Refit z as `fit` was fitted and return the residual sum of squares about the curve."""
    found = refit(fit, z, rng=start_generator(fit, seed))
    return float(np.sum((z - found.locations) ** 2))


@dataclass(frozen=True)
class PermutedTrendAndCurve:
    """Log-likelihood ratio of a curve to a ramp, for the fitted ramp with permuted residuals (Freedman and Lane).

    Residuals are inflated by sqrt(n / (n - m - 1)). The ratio depends on how large the noise is beside the trend,
    because a curve with levels in the range of z does not contain the ramp.
    """

    fit: BoundaryFit
    settings: MonteCarloSettings

    def __call__(self, i: int) -> float:
        """Compute the statistic of the i-th permutation."""
        V = self.fit.transformed
        steady = fit_ramp(V, self.fit.z)
        residuals = residual_inflation(len(V), V.shape[1] + 1) * steady.residuals
        z = steady.fitted + permuted(self.fit, residuals, self.settings.rng(STEADY_STREAM, i))
        return loglik_ratio_to_ramp(V, z, curve_rss(self.fit, z, self.settings.seed))


def _quickly_searched(fit: BoundaryFit) -> BoundaryFit:
    """Return the fit with settings that make refits quick, the same for every z: the logistic link, and few starts.

    The link that fits the observed z best would make the statistic another function of it than of permuted z.
    """
    shape = fit.settings.shape
    if isinstance(shape, Transition) and len(shape.variants()) > 1:
        shape = Transition("logistic")
    starts = _STARTS if fit.settings.n_starts is None else fit.settings.n_starts
    return replace(fit, settings=replace(fit.settings, shape=shape, n_starts=starts))
