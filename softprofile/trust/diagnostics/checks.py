"""Tests of the assumptions of a fit: common variance, density of each side, constant level of each side.

For a transition or a ramp, the tests are of the residuals about the curve: common variance of both sides, density of
all residuals, and trend within each side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_curve import require_moving_location
from softprofile.model.curve_likelihood import CurveLikelihood
from softprofile.model.densities import Density, Theta
from softprofile.model.densities.moving_location import MovingLocation
from softprofile.trust.curves.located_density import location_parameters, theta_at
from softprofile.trust.diagnostics.residuals import Tails, located_tails, tails_by_side
from softprofile.util.validation import Array, is_constant

VARIANCE, DISPERSION = "common variance (Brown-Forsythe)", "dispersion (chi-squared)"
DENSITY, LEVEL = "density (Anderson-Darling)", "level (F)"
TREND = "trend of residuals (F)"

#: Smallest number of points on a side for a test.
FEWEST = 5
# Simulated data sets for the p-value of the density test; fewer if the density is fitted numerically.
_SIMULATIONS, _SLOW_SIMULATIONS = 499, 99

Sides = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Check:
    """Result of one test.

    Attributes
    ----------
    name : str
        The assumption tested and the test.
    side : {0, 1, 2}
        Side tested; 0 for both together.
    statistic : float
        Test statistic; NaN if there are too few points.
    p_value : float
        P-value; NaN if there are too few points.
    effect : float
        Effect size. For the common variance, the ratio of the larger to the smaller standard deviation. For the
        dispersion of counts, the ratio of the sample variance to that of the density. For the level, the share of the
        variance within the side that the hyper-parameters explain (R squared); for the trend of residuals, the share of
        their variance. NaN for the density.
    """

    name: str
    side: int
    statistic: float
    p_value: float
    effect: float = np.nan


def all_checks(fit: BoundaryFit, rng: np.random.Generator) -> list[Check]:
    """Run every test that applies to the fit's density."""
    spread = dispersion(fit) if fit.density.discrete else [common_variance(fit)]
    density = goodness_of_fit_about_curve(fit, rng) if fit.shape.has_curve else goodness_of_fit(fit, rng)
    return [*spread, *density, *levels(fit)]


def _about_locations(fit: BoundaryFit) -> Array:
    """Return z, or the residuals about a curve."""
    return fit.z - fit.locations if fit.shape.has_curve else fit.z


def common_variance(fit: BoundaryFit) -> Check:
    """Test the equality of the variances of both sides by the Brown-Forsythe test (1974)."""
    from scipy import stats

    z = _about_locations(fit)
    first, second = (z[fit.sides == side] for side in (1, 2))
    if min(len(first), len(second)) < FEWEST:
        return Check(VARIANCE, 0, np.nan, np.nan)
    deviations = sorted((first.std(ddof=1), second.std(ddof=1)))
    ratio = float(deviations[1] / deviations[0]) if deviations[0] > 0 else np.inf
    if deviations[1] == 0:
        return Check(VARIANCE, 0, np.nan, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = stats.levene(first, second, center="median")
    return Check(VARIANCE, 0, float(found.statistic), float(found.pvalue), ratio)


def dispersion(fit: BoundaryFit) -> list[Check]:
    """Test the dispersion of counts on each side by the two-sided chi-squared test of the index of dispersion."""
    from scipy import stats

    if fit.shape.has_curve:
        return [_dispersion_about_curve(fit, side) for side in (1, 2)]
    checks = []
    for side in (1, 2):
        z = fit.z[fit.sides == side]
        expected = float(fit.density.as_scipy(fit.theta[side]).var())
        if len(z) < FEWEST or not expected > 0:
            checks.append(Check(DISPERSION, side, np.nan, np.nan))
            continue
        statistic, df = float(((z - z.mean()) ** 2).sum() / expected), len(z) - 1
        p_value = 2 * min(stats.chi2.cdf(statistic, df), stats.chi2.sf(statistic, df))
        checks.append(Check(DISPERSION, side, statistic, float(min(1.0, p_value)), statistic / df))
    return checks


def _dispersion_about_curve(fit: BoundaryFit, side: int) -> Check:
    """Test the dispersion of counts about a curve by Pearson's statistic.

    Each side has a share of the degrees of freedom in proportion to its points.
    """
    from scipy import stats

    here = fit.sides == side
    points, n = int(here.sum()), len(fit.z)
    df = points * (n - location_parameters(fit)) / n
    if points < FEWEST or not df > 0:
        return Check(DISPERSION, side, np.nan, np.nan)
    law = fit.density.as_scipy(theta_at(fit, fit.locations))  # type: ignore[arg-type]
    statistic = float(((fit.z - fit.locations) ** 2 / law.var())[here].sum())
    p_value = 2 * min(stats.chi2.cdf(statistic, df), stats.chi2.sf(statistic, df))
    return Check(DISPERSION, side, statistic, float(min(1.0, p_value)), statistic / df)


def goodness_of_fit_about_curve(fit: BoundaryFit, rng: np.random.Generator) -> list[Check]:
    """Test the density about a curve by the Anderson-Darling test of all points, with a simulated p-value.

    Data are simulated from the fitted curve, with the boundary fixed, and its levels and scale refitted.
    """
    density = require_moving_location(fit.density, fit.shape)
    law = density.as_scipy(theta_at(fit, fit.locations))  # type: ignore[arg-type]
    if law is None:
        return []
    if len(fit.z) < FEWEST:
        return [Check(DENSITY, 0, np.nan, np.nan)]
    number = _SIMULATIONS if density.constant_weights else _SLOW_SIMULATIONS
    simulated = law.rvs((number, len(fit.z)), random_state=rng)
    observed = _curve_statistic(fit, density, fit.z)
    exceeded = sum(_curve_statistic(fit, density, z) >= observed for z in simulated if not is_constant(z))
    return [Check(DENSITY, 0, observed, float((1 + exceeded) / (1 + number)))]


def _curve_statistic(fit: BoundaryFit, density: MovingLocation, z: Array) -> float:
    """Refit levels and scale to z and compute the Anderson-Darling statistic of all points."""
    likelihood = CurveLikelihood(np.asarray(z, dtype=float), density, fit.shape)
    fitted = likelihood.fit_curve(fit.values)
    # z and the curve are both in the units of the likelihood.
    tails = located_tails(density, likelihood.z, density.theta_at(fitted.locations, fitted.scale))
    assert tails is not None
    return float(_anderson_darling(tails))


def goodness_of_fit(fit: BoundaryFit, rng: np.random.Generator) -> list[Check]:
    """Test the density of each side by the Anderson-Darling test, with simulated p-values.

    The tables of the statistic do not apply because the parameters are estimated. Instead, data are simulated from the
    fitted densities, with the sides fixed, and the densities refitted.
    """
    density, sides = fit.density, fit.sides
    centre, scale = density.standardization(fit.z)
    y = (fit.z - centre) / scale
    theta = _theta(density, y, sides)
    if density.as_scipy(theta[1]) is None:
        return []
    number = _SIMULATIONS if density.quick else _SLOW_SIMULATIONS
    simulated = np.empty((number, len(y)))
    for side in (1, 2):
        here = sides == side
        simulated[:, here] = density.as_scipy(theta[side]).rvs((number, int(here.sum())), random_state=rng)
    observed = _statistics(density, y[None, :], sides)[0]
    exceeded = (_statistics(density, simulated, sides) >= observed).sum(axis=0)
    p_values = (1 + exceeded) / (1 + number)
    return [
        Check(DENSITY, side, float(observed[side - 1]), float(p_values[side - 1]))
        if (sides == side).sum() >= FEWEST
        else Check(DENSITY, side, np.nan, np.nan)
        for side in (1, 2)
    ]


def levels(fit: BoundaryFit) -> list[Check]:
    """Test whether z is level on each side by the F test of its regression on the hyper-parameters.

    For a curve, the residuals are tested for a trend.
    """
    from statsmodels.regression.linear_model import OLS

    checks = []
    V, values = fit.transformed, _about_locations(fit)
    name = TREND if fit.shape.has_curve else LEVEL
    for side in (1, 2):
        here = fit.sides == side
        z, X = values[here], np.column_stack([V[here], np.ones(int(here.sum()))])
        if len(z) < max(FEWEST, X.shape[1] + 2) or np.ptp(z) == 0 or np.linalg.matrix_rank(X) < X.shape[1]:
            checks.append(Check(name, side, np.nan, np.nan))
            continue
        found = OLS(z, X).fit()
        checks.append(Check(name, side, float(found.fvalue), float(found.f_pvalue), float(found.rsquared)))
    return checks


def _theta(density: Density, y: Array, sides: Sides) -> dict[int, dict[str, float]]:
    """Fit the density to the points of each side, in standardised units."""
    both: tuple[Theta, Theta] = density.fit_sides(y, (sides == 1).astype(float), (sides == 2).astype(float))
    return {side: {key: float(value) for key, value in theta.items()} for side, theta in zip((1, 2), both, strict=True)}


def _statistics(density: Density, data: Array, sides: Sides) -> Array:
    """Refit both sides of each data set and compute the Anderson-Darling statistics: shape (data sets, 2)."""
    if not density.quick and len(data) > 1:
        return np.vstack([_statistics(density, y[None, :], sides) for y in data])
    fitted = [_theta(density, y, sides) for y in data]
    theta: dict[int, dict[str, Any]] = fitted[0]
    if len(data) > 1:
        theta = {s: {key: np.array([[one[s][key]] for one in fitted]) for key in fitted[0][s]} for s in (1, 2)}
    tails = tails_by_side(density, data, sides, theta)
    assert tails is not None
    return np.column_stack([_anderson_darling(Tails(*(part[:, sides == side] for part in tails))) for side in (1, 2)])


def _anderson_darling(tails: Tails) -> Array:
    """Compute -n - sum_i (2 i - 1) {log F(z_(i)) + log(1 - F(z_(n + 1 - i)))} / n along the last axis."""
    n = tails.lower.shape[-1]
    tiny = np.finfo(float).tiny
    lower, upper = (np.log(np.maximum(np.sort(part, axis=-1), tiny)) for part in tails)
    return -n - ((2 * np.arange(1, n + 1) - 1) * (lower + upper)).sum(axis=-1) / n
