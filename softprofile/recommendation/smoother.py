"""Smooth z over the configurations: a Gaussian process with Matérn 5/2 kernel, by restricted likelihood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.linalg import cho_solve, cholesky, solve_triangular
from scipy.optimize import minimize

from softprofile.util.scaling import mean_and_sd
from softprofile.util.streams import random_stream
from softprofile.util.threads import one_thread
from softprofile.util.validation import Array

# Most points by which the scales of the kernel are estimated, and most points at which it is centred. They bound the
# time: below them the smoother is the exact Gaussian process.
MOST_FOR_SCALES, MOST_CENTRES = 200, 300
# Prior of the log scales: standard deviation 1 around these values, in units of the standard deviation of each column
# and of z. It decides only where the data do not: a length near the range of a grid, and noise of a fifth of z.
_LENGTH, _SIGNAL, _NOISE = 2.0, 1.0, 0.2
_LIMITS_OF_LENGTH, _LIMITS_OF_SIGNAL, _LIMITS_OF_NOISE = (0.2, 20.0), (0.05, 20.0), (0.005, 2.0)
# Added to the diagonal of the kernel, so that repeated configurations do no harm.
_JITTER = 1e-8
_ROOT_5 = 5**0.5
_ROWS_AT_ONCE = 4096


@dataclass(frozen=True)
class Smoother:
    """A Gaussian process fitted to z.

    Attributes
    ----------
    centres : ndarray of shape (k, m)
        Configurations at which the kernel is centred, in transformed coordinates.
    lengths : ndarray of shape (m,)
        Length scale of each hyper-parameter.
    coefficients : ndarray of shape (k,)
        Weight of the kernel at each centre, in units of z.
    mean : float
        Mean of the process.
    fitted : ndarray of shape (n,)
        Smoothed z at the data.
    loo_residuals : ndarray of shape (n,)
        z minus its prediction from all other configurations.
    noise, signal : float
        Standard deviations of the noise and of the process by restricted likelihood.
    root, factor : ndarray
        Cholesky factors of the kernel at its centres and of the normal equations.
    """

    centres: Array
    lengths: Array
    coefficients: Array
    mean: float
    fitted: Array
    loo_residuals: Array
    noise: float
    signal: float
    root: Array
    factor: Array

    def predict(self, points: Array) -> Array:
        """Return smoothed z at points (..., m) of transformed coordinates."""
        flat = points.reshape(-1, points.shape[-1])
        parts = [flat[first : first + _ROWS_AT_ONCE] for first in range(0, len(flat), _ROWS_AT_ONCE)]
        values = [self.mean + correlation(part, self.centres, self.lengths) @ self.coefficients for part in parts]
        return np.concatenate(values).reshape(points.shape[:-1])

    def standard_deviation(self, points: Array) -> Array:
        """Return the standard deviation of a new score at points (k, m), given the data."""
        kernel = correlation(self.centres, points, self.lengths)
        features = solve_triangular(self.root, kernel, lower=True, check_finite=False)
        design = np.vstack([features, np.ones(len(points))])
        estimated = (solve_triangular(self.factor, design, lower=True, check_finite=False) ** 2).sum(axis=0)
        interpolated = np.maximum(1 - (features**2).sum(axis=0), 0.0)
        # Squares of very large z would overflow.
        return np.hypot(self.noise * np.sqrt(1 + estimated), self.signal * np.sqrt(interpolated))


def smooth(V: Array, z: Array) -> Smoother:
    """Fit a Gaussian process with a constant mean.

    Parameters
    ----------
    V : ndarray of shape (n, m)
        Configurations in transformed coordinates.
    z : ndarray of shape (n,)
        Performance, not constant.

    Returns
    -------
    Smoother
        The smoothed surface.

    Notes
    -----
    The scales of the kernel maximise the restricted likelihood times their prior. With more than `MOST_CENTRES`
    configurations, the kernel is centred at a subset of them (a subset-of-regressors approximation). The subset does
    not depend on the order of the rows.
    """
    with one_thread():
        middle, unit = mean_and_sd(z)
        y = (z - middle) / unit
        order = _shuffled(V, y)
        first = order[:MOST_FOR_SCALES]
        lengths, signal, noise = _scales(V[first], y[first])
        centres = V[order[:MOST_CENTRES]]
        return _regression(V, y, centres, lengths, signal, noise, middle, unit)


def correlation(A: Array, B: Array, lengths: Array) -> Array:
    """Return the Matérn 5/2 correlations between the rows of A and B."""
    a, b = A / lengths, B / lengths
    # In place: with many configurations the time is that of the memory.
    r = a @ b.T
    r *= -2
    r += (a**2).sum(axis=1)[:, None]
    r += (b**2).sum(axis=1)
    np.maximum(r, 0.0, out=r)
    np.sqrt(r, out=r)
    r *= _ROOT_5
    polynomial = r * r
    polynomial /= 3
    polynomial += r
    polynomial += 1
    np.negative(r, out=r)
    np.exp(r, out=r)
    polynomial *= r
    return np.asarray(polynomial)


def _shuffled(V: Array, y: Array) -> npt.NDArray[np.intp]:
    """Return a random order of the rows that depends on their values, not on their positions."""
    if len(y) <= MOST_FOR_SCALES:
        return np.arange(len(y))
    by_value = np.lexsort([y, *V.round(9).T])
    return by_value[random_stream(0).permutation(len(y))]


def _scales(V: Array, y: Array) -> tuple[Array, float, float]:
    """Return the length scales, and the standard deviations of the signal and the noise."""
    m = V.shape[1]
    squares = (V.T[:, :, None] - V.T[:, None, :]) ** 2
    centre = np.log([*[_LENGTH] * m, _SIGNAL, _NOISE])
    limits = np.log([*[_LIMITS_OF_LENGTH] * m, _LIMITS_OF_SIGNAL, _LIMITS_OF_NOISE]).tolist()

    def loss(scales: Array) -> tuple[float, Array]:
        value, slope = _restricted_loss(scales, squares, y)
        return value + 0.5 * float(((scales - centre) ** 2).sum()), slope + scales - centre

    found: Any = minimize(loss, centre, jac=True, method="L-BFGS-B", bounds=limits, options={"ftol": 1e-7})
    scales = np.exp(found.x)
    return scales[:m], float(scales[m]), float(scales[m + 1])


def _restricted_loss(scales: Array, squares: Array, y: Array) -> tuple[float, Array]:
    """Return the negative restricted log-likelihood and its gradient in the log scales."""
    n, m = len(y), len(squares)
    scaled = squares / np.exp(2 * scales[:m])[:, None, None]
    r = _ROOT_5 * np.sqrt(scaled.sum(axis=0))
    decay = np.exp(2 * scales[m] - r)
    signal = (1 + r + r**2 / 3) * decay
    variance = np.exp(2 * scales[m + 1])
    covariance = signal.copy()
    covariance[np.diag_indices(n)] += variance + _JITTER
    factor = cholesky(covariance, lower=True, check_finite=False)
    inverse = cho_solve((factor, True), np.eye(n), check_finite=False)
    rows = inverse.sum(axis=1)
    total = float(rows.sum())
    projected = inverse - np.outer(rows, rows) / total
    a = projected @ y
    value = float(np.log(np.diag(factor)).sum()) + 0.5 * np.log(total) + 0.5 * float(y @ a)
    weight = projected - np.outer(a, a)
    falling = weight * decay * (5 / 3) * (1 + r)
    slope = [0.5 * float(np.vdot(falling, part)) for part in scaled]
    slope += [float(np.vdot(weight, signal)), variance * float(np.trace(weight))]
    return value, np.array(slope)


def _regression(
    V: Array, y: Array, centres: Array, lengths: Array, signal: float, noise: float, middle: float, unit: float
) -> Smoother:
    """Fit the process at given scales: a ridge regression on the kernel, with an unpenalised intercept."""
    k = len(centres)
    kernel = correlation(centres, centres, lengths)
    kernel[np.diag_indices(k)] += _JITTER
    root = cholesky(kernel, lower=True, check_finite=False)
    features = solve_triangular(root, correlation(centres, V, lengths), lower=True, check_finite=False).T
    design = np.column_stack([features, np.ones(len(y))])
    gram = design.T @ design
    gram[np.diag_indices(k)] += (noise / signal) ** 2
    factor = cholesky(gram, lower=True, check_finite=False)
    weights = cho_solve((factor, True), design.T @ y, check_finite=False)
    leverage = (solve_triangular(factor, design.T, lower=True, check_finite=False) ** 2).sum(axis=0)
    fitted = design @ weights
    residuals = (y - fitted) / np.maximum(1 - leverage, 1e-12)
    coefficients = solve_triangular(root.T, weights[:k], lower=False, check_finite=False)
    return Smoother(
        centres,
        lengths,
        unit * coefficients,
        middle + unit * float(weights[k]),
        middle + unit * fitted,
        unit * residuals,
        unit * noise,
        unit * signal,
        root,
        factor,
    )
