r"""What z looks like beside two levels: a ramp, how fast it changes on either side, and whether it turns.

All of it is least squares, whatever the density of the fit: a shape, not a model of the noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softprofile.model.boundaries import Quadratic
from softprofile.util.validation import Array

#: Where a ramp is likelier than two levels, a side is level if z changes there at most this fast, beside the ramp.
LEVEL_RATE = 0.75
#: z turns if it comes back, beyond its middle, by at least this share of the way it went before ...
TURNING_SHARE = 0.25
#: ... and by so many standard errors.
TURNING_ERRORS = 2.0

# Of the squares of z: what is less than this is rounding.
_NOTHING = 1e-12
_POINTS_PER_FEATURE = 2
_FEWEST_ON_A_SIDE = 3


@dataclass(frozen=True)
class Ramp:
    """The steady change: least squares of z on the transformed coordinates, with its residuals."""

    fitted: Array
    residuals: Array


def fit_ramp(V: Array, z: Array) -> Ramp:
    """Regress z on the columns of V and a constant."""
    fitted = _least_squares(np.column_stack([V, np.ones(len(V))]), z)
    return Ramp(fitted, z - fitted)


def levels_to_ramp_loglik_ratio(V: Array, z: Array, sides: npt.NDArray[np.int64]) -> float:
    r"""The Gaussian log-likelihood of two levels less that of a ramp, :math:`(n / 2) \log(RSS_{ramp} / RSS_{levels})`.

    Squares below 1e-12 of those of z count as so much: neither an exact ramp nor exact levels are infinitely likely.
    """
    least = _NOTHING * _squares(z)
    of_ramp = float(np.sum(fit_ramp(V, z).residuals ** 2))
    return float(0.5 * len(z) * np.log(max(of_ramp, least) / max(_squares_within(z, sides), least)))


def rates_within_sides(V: Array, z: Array, sides: npt.NDArray[np.int64]) -> tuple[float, float]:
    """How fast z changes on side 1 and on side 2, along the ramp: 1 is as fast as the ramp, 0 is level.

    The slope, within a side, of z on what the ramp gives there; NaN where a side has fewer than three points or the
    ramp is the same all over it.
    """
    fitted = fit_ramp(V, z).fitted

    def rate(side: int) -> float:
        here = sides == side
        x = fitted[here] - fitted[here].mean() if here.any() else fitted[here]
        squares = float(x @ x)
        too_little = here.sum() < _FEWEST_ON_A_SIDE or squares <= _NOTHING * _squares(z)
        return float("nan") if too_little else float(x @ z[here] / squares)

    return rate(1), rate(2)


def has_turning_point(V: Array, z: Array, sides: npt.NDArray[np.int64]) -> bool:
    """Whether z has its lowest or highest values in the middle of the range rather than levels.

    True if a quadratic surface leaves less of z than the two levels, and, along the direction in which that surface
    bends most, the mean of z in the middle third of the points lies below those of both outer thirds, or above both:
    by two standard errors at least, those of what the surface leaves, and on the one side by at least a quarter of
    what it does on the other.
    """
    n, m = V.shape
    quadratic = Quadratic()
    features = quadratic.design(V)
    if _POINTS_PER_FEATURE * features.shape[1] > n:
        return False
    coefficients = np.asarray(np.linalg.lstsq(features, z, rcond=None)[0], dtype=float)
    left_over = float(np.sum((z - features @ coefficients) ** 2))
    if left_over >= _squares_within(z, sides):
        return False
    eigenvalues, directions = np.linalg.eigh(quadratic.matrices(coefficients, m)[0])
    along = V @ directions[:, np.argmax(np.abs(eigenvalues))]
    thirds = np.digitize(along, np.quantile(along, [1 / 3, 2 / 3]))
    counts = np.bincount(thirds, minlength=3)
    if counts.min() < _FEWEST_ON_A_SIDE:
        return False
    left, middle, right = np.bincount(thirds, z, minlength=3) / counts
    ways = np.array([left - middle, right - middle])
    back = int(np.argmin(np.abs(ways)))
    error = np.sqrt(left_over / (n - features.shape[1]) * (1 / counts[1] + 1 / counts[2 * back]))
    share = ways[back] / ways[1 - back] if ways[1 - back] else 0.0
    return bool(share >= TURNING_SHARE and abs(ways[back]) >= TURNING_ERRORS * error)


def _least_squares(features: Array, z: Array) -> Array:
    return np.asarray(features @ np.linalg.lstsq(features, z, rcond=None)[0])


def _squares(z: Array) -> float:
    return float(np.sum((z - z.mean()) ** 2))


def _squares_within(z: Array, sides: npt.NDArray[np.int64]) -> float:
    return sum(_squares(z[sides == side]) for side in (1, 2) if np.any(sides == side))
