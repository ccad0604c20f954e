r"""Alternatives to two levels: a linear trend of z (a ramp) and a turning point.

All fits here are by least squares, whatever the density of the fit: they describe the shape of z, not its noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softprofile.model.boundaries import Quadratic
from softprofile.util.validation import Array

#: If the ramp is likelier than two levels, a side counts as level if its rate is at most this (1 is the ramp itself).
LEVEL_RATE = 0.75
#: At a turning point the smaller of the two changes is at least this share of the larger one ...
TURNING_SHARE = 0.25
#: ... and at least this many standard errors.
TURNING_ERRORS = 2.0

# A sum of squares below this share of the total sum of squares is rounding error.
_ROUNDING = 1e-12
_POINTS_PER_FEATURE = 2
_MIN_POINTS_PER_SIDE = 3


@dataclass(frozen=True)
class Ramp:
    """Least-squares regression of z on the transformed coordinates: fitted values and residuals."""

    fitted: Array
    residuals: Array


def fit_ramp(V: Array, z: Array) -> Ramp:
    """Regress z on the columns of V and a constant by least squares."""
    fitted = _least_squares(np.column_stack([V, np.ones(len(V))]), z)
    return Ramp(fitted, z - fitted)


def levels_to_ramp_loglik_ratio(V: Array, z: Array, sides: npt.NDArray[np.int64]) -> float:
    r"""Compute the Gaussian log-likelihood ratio of two levels to a ramp.

    It is :math:`(n / 2) \log(RSS_{ramp} / RSS_{levels})`. Residual sums of squares are bounded below by 1e-12 times the
    total sum of squares, so that an exact ramp or exact levels do not have infinite likelihood.
    """
    return loglik_ratio_to_ramp(V, z, _rss_of_levels(z, sides))


def loglik_ratio_to_ramp(V: Array, z: Array, rss: float) -> float:
    """Compute the Gaussian log-likelihood ratio, to a ramp, of a model with this residual sum of squares."""
    floor = _ROUNDING * _sum_of_squares(z)
    rss_ramp = float(np.sum(fit_ramp(V, z).residuals ** 2))
    return float(0.5 * len(z) * np.log(max(rss_ramp, floor) / max(rss, floor)))


def rates_within_sides(V: Array, z: Array, sides: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Compute the rate of change of z within side 1 and side 2, relative to the ramp: 1 on a ramp, 0 on a level.

    The rate is the slope of the regression of z on the ramp's fitted values within the side. It is NaN if the side has
    fewer than three points or the fitted values are constant there.
    """
    fitted = fit_ramp(V, z).fitted

    def rate(side: int) -> float:
        here = sides == side
        x = fitted[here] - fitted[here].mean() if here.any() else fitted[here]
        squares = float(x @ x)
        undefined = here.sum() < _MIN_POINTS_PER_SIDE or squares <= _ROUNDING * _sum_of_squares(z)
        return float("nan") if undefined else float(x @ z[here] / squares)

    return rate(1), rate(2)


def has_turning_point(V: Array, z: Array, sides: npt.NDArray[np.int64]) -> bool:
    """Test whether z has a minimum or a maximum in the middle of the range rather than two levels.

    This is so if two conditions hold. First, a quadratic surface has a smaller residual sum of squares than the two
    levels. Second, along the direction of its largest curvature, the mean of z in the middle third of the points is
    below the means of both outer thirds, or above both. The smaller of these two differences must be at least two
    standard errors, computed from the residuals of the surface, and at least a quarter of the larger one.
    """
    return turns_in_the_middle(V, z, _rss_of_levels(z, sides))


def turning_limit(rss: float, parameters: int, V: Array) -> float:
    r"""Return the residual sum of squares below which a quadratic surface is preferred to a curve by BIC.

    With k parameters of the location of the curve and q of the surface, that is :math:`RSS \, n^{(k - q) / n}`.
    """
    n = len(V)
    features = Quadratic().design(V[:1]).shape[1]
    return float(rss * n ** ((parameters - features) / n))


def turns_in_the_middle(V: Array, z: Array, limit: float) -> bool:
    """Test for a turning point as `has_turning_point` does; the quadratic surface must fit better than `limit`.

    Parameters
    ----------
    V : array of shape (n, m)
        Configurations in transformed coordinates.
    z : array of shape (n,)
        Performance.
    limit : float
        Residual sum of squares that the quadratic surface must not reach.

    Returns
    -------
    bool
        Whether z has a turning point in the middle of the range.
    """
    n, m = V.shape
    quadratic = Quadratic()
    features = quadratic.design(V)
    if _POINTS_PER_FEATURE * features.shape[1] > n:
        return False
    coefficients = np.asarray(np.linalg.lstsq(features, z, rcond=None)[0], dtype=float)
    rss = float(np.sum((z - features @ coefficients) ** 2))
    if rss >= limit:
        return False
    eigenvalues, directions = np.linalg.eigh(quadratic.matrices(coefficients, m)[0])
    along = V @ directions[:, np.argmax(np.abs(eigenvalues))]
    thirds = np.digitize(along, np.quantile(along, [1 / 3, 2 / 3]))
    counts = np.bincount(thirds, minlength=3)
    if counts.min() < _MIN_POINTS_PER_SIDE:
        return False
    left, middle, right = np.bincount(thirds, z, minlength=3) / counts
    differences = np.array([left - middle, right - middle])
    smaller = int(np.argmin(np.abs(differences)))
    error = np.sqrt(rss / (n - features.shape[1]) * (1 / counts[1] + 1 / counts[2 * smaller]))
    share = differences[smaller] / differences[1 - smaller] if differences[1 - smaller] else 0.0
    return bool(share >= TURNING_SHARE and abs(differences[smaller]) >= TURNING_ERRORS * error)


def _least_squares(features: Array, z: Array) -> Array:
    return np.asarray(features @ np.linalg.lstsq(features, z, rcond=None)[0])


def _sum_of_squares(z: Array) -> float:
    """Sum of squares about the mean."""
    return float(np.sum((z - z.mean()) ** 2))


def _rss_of_levels(z: Array, sides: npt.NDArray[np.int64]) -> float:
    """Residual sum of squares about the means of the two sides."""
    return sum(_sum_of_squares(z[sides == side]) for side in (1, 2) if np.any(sides == side))
