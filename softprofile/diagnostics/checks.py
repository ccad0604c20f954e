"""Tests of what a fit takes for granted: one variance, the density of each side, and that each side is level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softprofile.densities import Density, Theta
from softprofile.densities.counts import CountDensity
from softprofile.diagnostics.residuals import Tails, tails_by_side
from softprofile.results import BoundaryFit
from softprofile.validation import Array

VARIANCE, DISPERSION = "common variance (Brown-Forsythe)", "dispersion (chi-squared)"
DENSITY, LEVEL = "density (Anderson-Darling)", "level (F)"

#: Fewer points on a side are not tested.
FEWEST = 5
# Simulated data sets for the p-value of a density; fewer where every fit of it is a numerical search.
_SIMULATIONS, _SLOW_SIMULATIONS = 299, 99

Sides = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Check:
    """One test.

    Attributes
    ----------
    name
        What is tested, and how.
    side
        1 or 2, or 0 for both together.
    statistic, p_value
        As usual; NaN where there are too few points.
    effect
        How much, in plain units: the ratio of the larger to the smaller standard deviation; variance over that of the
        density, for counts; the share of the variance within a side that the hyper-parameters explain.
    """

    name: str
    side: int
    statistic: float
    p_value: float
    effect: float = np.nan


def all_checks(fit: BoundaryFit, rng: np.random.Generator) -> list[Check]:
    """Every test that applies to the fit's density."""
    spread = dispersion(fit) if isinstance(fit.density, CountDensity) else [common_variance(fit)]
    return [*spread, *goodness_of_fit(fit, rng), *levels(fit)]


def common_variance(fit: BoundaryFit) -> Check:
    """Brown and Forsythe's test (1974): an analysis of variance of the distances to the median of the side."""
    from scipy import stats

    first, second = (fit.z[fit.sides == side] for side in (1, 2))
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
    """For counts: the variance within a side against that of the density, two-sided by chi-squared."""
    from scipy import stats

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


def goodness_of_fit(fit: BoundaryFit, rng: np.random.Generator) -> list[Check]:
    """Anderson and Darling's distance of F(z) from uniform, on each side, with simulated p-values.

    The parameters were fitted, so the tables of the statistic do not apply: data are drawn from the fitted densities,
    with the sides held, and fitted again.
    """
    density, sides = fit.density, fit.sides
    centre, scale = density.standardization(fit.z)
    y = (fit.z - centre) / scale
    observed = _distances(density, y, sides)
    if observed is None:
        return []
    number = _SIMULATIONS if density.quick else _SLOW_SIMULATIONS
    laws = {side: density.as_scipy(theta) for side, theta in _theta(density, y, sides).items()}
    exceeded = np.zeros(2)
    for _ in range(number):
        drawn = np.empty(len(y))
        for side, law in laws.items():
            here = sides == side
            drawn[here] = law.rvs(int(here.sum()), random_state=rng)
        simulated = _distances(density, drawn, sides)
        exceeded += simulated >= observed if simulated is not None else 0
    p_values = (1 + exceeded) / (1 + number)
    return [
        Check(DENSITY, side, float(observed[side - 1]), float(p_values[side - 1]))
        if (sides == side).sum() >= FEWEST
        else Check(DENSITY, side, np.nan, np.nan)
        for side in (1, 2)
    ]


def levels(fit: BoundaryFit) -> list[Check]:
    """Whether z still changes with the hyper-parameters within a side: F test of the regression of z on them."""
    from statsmodels.regression.linear_model import OLS

    checks = []
    V = fit.transformed
    for side in (1, 2):
        here = fit.sides == side
        z, X = fit.z[here], np.column_stack([V[here], np.ones(int(here.sum()))])
        if len(z) < max(FEWEST, X.shape[1] + 2) or np.ptp(z) == 0 or np.linalg.matrix_rank(X) < X.shape[1]:
            checks.append(Check(LEVEL, side, np.nan, np.nan))
            continue
        found = OLS(z, X).fit()
        checks.append(Check(LEVEL, side, float(found.fvalue), float(found.f_pvalue), float(found.rsquared)))
    return checks


def _theta(density: Density, y: Array, sides: Sides) -> dict[int, dict[str, float]]:
    """The parameters of both sides at the partition itself, in standardised units."""
    both: tuple[Theta, Theta] = density.fit_sides(y, (sides == 1).astype(float), (sides == 2).astype(float))
    return {side: {key: float(value) for key, value in theta.items()} for side, theta in zip((1, 2), both, strict=True)}


def _distances(density: Density, y: Array, sides: Sides) -> Array | None:
    tails = tails_by_side(density, y, sides, _theta(density, y, sides))
    if tails is None:
        return None
    return np.array([_anderson_darling(Tails(*(part[sides == side] for part in tails))) for side in (1, 2)])


def _anderson_darling(tails: Tails) -> float:
    """-n - sum_i (2 i - 1) {log F(z_(i)) + log(1 - F(z_(n + 1 - i)))} / n."""
    n = len(tails.lower)
    if n == 0:
        return 0.0
    tiny = np.finfo(float).tiny
    lower, upper = (np.log(np.maximum(np.sort(part), tiny)) for part in tails)
    return float(-n - np.mean((2 * np.arange(1, n + 1) - 1) * (lower + upper)))
