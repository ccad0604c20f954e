"""Numbers that make statements about error surfaces testable: acceleration, noise, and where a curve turns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.find_elbow import elbow
from softprofile.reproduction.page import number
from softprofile.util.validation import Array

#: An error grows "slowly at first" if its first step is at most this share of the steepest one.
SLOW = 0.5


class Growth(NamedTuple):
    """Slopes of a curve, step by step.

    Attributes
    ----------
    first : float
        Slope of the first step.
    steepest : float
        Largest slope.
    slow_part : float
        Share of the path before the first step whose slope exceeds half the steepest.
    last : float
        Slope of the last step.
    """

    first: float
    steepest: float
    slow_part: float
    last: float

    @property
    def accelerates(self) -> bool:
        """Whether the curve rises, and the first step is at most half as steep as the steepest one."""
        return self.steepest > 0 and self.first <= SLOW * self.steepest

    def described(self, unit: str) -> str:
        """Describe the slopes in a phrase; `unit` is that of the slope."""
        levels_off = self.last <= SLOW * self.steepest
        return (
            f"from {number(self.first, 2)} to {number(self.steepest, 2)} {unit}, slow over the first "
            f"{100 * self.slow_part:.0f} % of the range" + (", and levelling off at its end" if levels_off else "")
        )


def growth(position: Array, values: Array) -> Growth:
    """Compare the slopes of a curve along its path.

    Parameters
    ----------
    position : ndarray of shape (n,)
        Increasing positions along the path, such as the logarithm of a penalty.
    values : ndarray of shape (n,)
        Values of the curve.

    Returns
    -------
    Growth
        Slopes per unit of position.

    Examples
    --------
    >>> import numpy as np
    >>> growth(np.arange(5.0), np.array([0.0, 1, 3, 9, 10]))
    Growth(first=1.0, steepest=6.0, slow_part=0.5, last=1.0)
    """
    slopes = np.diff(values) / np.diff(position)
    start = position[int(np.argmax(slopes > SLOW * slopes.max()))]
    slow = (start - position[0]) / (position[-1] - position[0])
    return Growth(float(slopes[0]), float(slopes.max()), float(slow), float(slopes[-1]))


def first_quarter(position: Array, values: Array) -> float:
    """Compare the first quarter of a path with its steepest quarter, a coarser measure than `growth`.

    Parameters
    ----------
    position : ndarray of shape (n,)
        Increasing positions along the path.
    values : ndarray of shape (n,)
        Values of the curve, interpolated linearly.

    Returns
    -------
    float
        Mean slope of the first quarter divided by that of the steepest quarter.
    """
    slopes = np.diff(np.interp(np.linspace(position[0], position[-1], 5), position, values))
    return float(slopes[0] / slopes.max())


def against_trend(surface: Array) -> tuple[int, int]:
    """Count the steps of a grid that go against the trend of their axis.

    Parameters
    ----------
    surface : ndarray of shape (p, q)
        Values on a grid.

    Returns
    -------
    against : int
        Number of steps whose sign is opposite to the mean step along the same axis.
    steps : int
        Number of all steps.
    """
    against = steps = 0
    for axis in (0, 1):
        step = np.diff(surface, axis=axis)
        against += int(np.sum(step * step.mean() < 0))
        steps += step.size
    return against, steps


def rough_share(V: Array, values: Array) -> float:
    """Share of the variance of a surface that a quadratic polynomial does not explain.

    Parameters
    ----------
    V : ndarray of shape (n, 2)
        Transformed configurations.
    values : ndarray of shape (n,)
        Values of the surface.

    Returns
    -------
    float
        Between 0 (smooth) and 1.
    """
    x, y = V.T
    features = np.column_stack([np.ones(len(x)), x, y, x * x, x * y, y * y])
    rest = values - features @ np.linalg.lstsq(features, values, rcond=None)[0]
    return float(np.sum(rest**2) / np.sum((values - values.mean()) ** 2))


def turn(position: Array, values: Array) -> float:
    """Find where a curve changes from one level to the other, by the one-dimensional method (Eq. 2).

    Parameters
    ----------
    position : ndarray of shape (n,)
        Increasing positions.
    values : ndarray of shape (n,)
        Values of the curve.

    Returns
    -------
    float
        Middle between the last position of the first level and the first position of the second; NaN if the curve is
        constant or has fewer than three points, so that it does not turn.
    """
    if len(values) < 3 or np.ptp(values) == 0:
        return np.nan
    q = elbow(values).index
    return float((position[q - 1] + position[q]) / 2)


class Shape(NamedTuple):
    """How far values on two sides are from two Gaussians with a common variance (Eq. 7).

    Attributes
    ----------
    skewness : float
        Largest absolute skewness of a side.
    kurtosis : float
        Largest absolute excess kurtosis of a side.
    ratio : float
        Larger standard deviation divided by the smaller one.
    """

    skewness: float
    kurtosis: float
    ratio: float

    @property
    def reasonable(self) -> bool:
        """Whether skewness is below 1, excess kurtosis below 2, and no standard deviation twice the other."""
        return self.skewness < 1 and self.kurtosis < 2 and self.ratio < 2

    def described(self) -> str:
        """Describe the three numbers in a phrase."""
        return f"skewness {self.skewness:.2f}, excess kurtosis {self.kurtosis:.2f}, ratio of the sds {self.ratio:.2f}"


#: The criterion of `Shape.reasonable` in words.
REASONABLE = "|skewness| < 1, |excess kurtosis| < 2, ratio of the standard deviations < 2"


def shape_of_sides(fitted: BoundaryFit) -> Shape:
    """Measure the shape of z on either side of a boundary.

    Parameters
    ----------
    fitted : BoundaryFit
        The fit.

    Returns
    -------
    Shape
        The larger deviation of the two sides.
    """
    from scipy.stats import kurtosis, skew

    sides = [fitted.z[fitted.sides == side] for side in (1, 2)]
    spreads = [float(z.std(ddof=1)) for z in sides]
    return Shape(
        float(max(abs(skew(z)) for z in sides)),
        float(max(abs(kurtosis(z)) for z in sides)),
        float(max(spreads) / min(spreads)),
    )
