r"""Profile log-likelihood of a location that changes continuously with g.

For given values of g, the location of z at each point is linear in the levels of the shape. Levels and scale are
profiled out by iteratively reweighted least squares, with the levels held to the range of the observed z. By the
envelope theorem, the gradient in g is the partial derivative at the fitted levels,

.. math:: \partial \ell / \partial g_i = \omega_i (z_i - \mu_i) \, \partial \mu_i / \partial g_i ,

where :math:`\omega_i (z_i - \mu_i)` is the derivative of the log density in its location. This holds for levels at a
bound too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from softprofile.model.densities.moving_location import MovingLocation
from softprofile.model.likelihood import Likelihood, SoftValue
from softprofile.model.shapes import Curve, Shape
from softprofile.util.scaling import mean_and_sd
from softprofile.util.validation import Array

# Reweighted least squares: largest number of steps, and largest change of a level, in standard deviations of z, at
# convergence.
_MAX_STEPS = 200
_CONVERGED = 1e-10
# Keeps the equations of the levels regular where all points are at one of them.
_REGULAR = 1e-9


class FittedCurve(NamedTuple):
    """Fitted levels and scale, in the units of the likelihood.

    Attributes
    ----------
    levels : array of shape (k, ...)
        Levels of the shape.
    scale : array of shape (...)
        Common scale; 1 for densities without one.
    locations : array of shape (..., n)
        Fitted location of each point.
    """

    levels: Array
    scale: Array
    locations: Array


class CurveLikelihood:
    """The profile log-likelihood of z under a shape with a curve, vectorised over boundaries.

    Parameters
    ----------
    z : array of shape (n,)
        Performance.
    density : MovingLocation
        The family of f.
    shape : Shape
        A shape with a curve, with nothing left to choose.
    """

    #: There is no exact search over partitions.
    exact_chains = False

    def __init__(self, z: Array, density: MovingLocation, shape: Shape) -> None:
        self.levels_likelihood = Likelihood(z, density)
        self.density, self.shape = density, shape
        self.z, self.n = self.levels_likelihood.z, self.levels_likelihood.n
        self.unit = mean_and_sd(self.z)[1]
        self.bounds = float(self.z.min()), float(self.z.max())
        self._start = self._one_level()

    def soft(self, g: Array) -> SoftValue:
        """Return the profile log-likelihood and its gradient at boundary values g of shape (..., n)."""
        curve = self.shape.curve(g, self.unit)
        fitted = self._fit(curve)
        weights = self.density.moving_weights(self.z, fitted.locations, fitted.scale)
        gradient = weights * (self.z - fitted.locations) * curve.derivatives(fitted.levels)
        # A location at the end of its support does not move with g.
        moves = fitted.locations == curve.locations(fitted.levels)
        return SoftValue(self.loglik(fitted), np.where(moves, gradient, 0.0))

    def fit_curve(self, g: Array) -> FittedCurve:
        """Fit levels and scale at boundary values g of shape (..., n)."""
        return self._fit(self.shape.curve(g, self.unit))

    def loglik(self, fitted: FittedCurve) -> Array:
        """Return the log-likelihood of a fitted curve, of shape (...), in the units of z."""
        values = self.density.moving_logpdf(self.z, fitted.locations, fitted.scale)
        return values.sum(axis=-1) + self.levels_likelihood.log_jacobian

    def theta(self, location: float, scale: float) -> dict[str, float]:
        """Return the parameters of a side, in the units of z."""
        return self.levels_likelihood.theta_in_units_of_z(
            self.density.theta_at(np.asarray(location), np.asarray(scale))
        )

    def _fit(self, curve: Curve) -> FittedCurve:
        shape = curve.basis[0].shape
        if self.density.constant_weights:
            levels = self._least_squares(curve, np.ones(shape))
            locations = curve.locations(levels)
            return FittedCurve(levels, self.density.moving_scale(self.z, locations, np.ones(shape[:-1])), locations)
        levels = self._least_squares(curve, np.ones(shape))
        scale = np.full(shape[:-1], self._start)
        locations = self.density.within_support(curve.locations(levels))
        for _ in range(_MAX_STEPS):
            scale = self.density.moving_scale(self.z, locations, scale)
            moved = self._least_squares(curve, self.density.moving_weights(self.z, locations, scale))
            change = float(np.max(np.abs(moved - levels)))
            levels = moved
            locations = self.density.within_support(curve.locations(levels))
            if change <= _CONVERGED * self.unit:
                break
        return FittedCurve(levels, self.density.moving_scale(self.z, locations, scale), locations)

    def _one_level(self) -> float:
        """Return a first scale: that of a single level at the median."""
        middle = np.full(self.n, np.median(self.z))
        return float(self.density.moving_scale(self.z, self.density.within_support(middle), np.asarray(self.unit)))

    def _least_squares(self, curve: Curve, weights: Array) -> Array:
        """Return the levels within the bounds that minimise the weighted sum of squares, of shape (k, ...)."""
        low, high = self.bounds
        target = self.z - curve.offset
        weights = weights / weights.mean(axis=-1, keepdims=True)
        if len(curve.basis) == 1:
            (one,) = curve.basis
            level = (weights * one * target).sum(axis=-1) / (weights * one * one).sum(axis=-1)
            return np.clip(level, low, high)[None]
        first, second = curve.basis
        # A weak pull to the middle keeps a level defined that no point has.
        pull, middle = _REGULAR * self.n, (low + high) / 2
        s11 = (weights * first * first).sum(axis=-1) + pull
        s12 = (weights * first * second).sum(axis=-1)
        s22 = (weights * second * second).sum(axis=-1) + pull
        r1 = (weights * first * target).sum(axis=-1) + pull * middle
        r2 = (weights * second * target).sum(axis=-1) + pull * middle
        determinant = s11 * s22 - s12 * s12
        a, b = (s22 * r1 - s12 * r2) / determinant, (s11 * r2 - s12 * r1) / determinant
        inside = (a >= low) & (a <= high) & (b >= low) & (b <= high)
        if inside.all():
            return np.stack([a, b])
        # The minimum over the square lies on one of its edges: the best of one point per edge.
        on_edges = []
        for bound in (low, high):
            held = np.full_like(a, bound)
            on_edges.append((held, np.clip((r2 - s12 * held) / s22, low, high)))
            on_edges.append((np.clip((r1 - s12 * held) / s11, low, high), held))
        candidates = np.array([np.stack(pair) for pair in on_edges])
        x, y = candidates[:, 0], candidates[:, 1]
        losses = s11 * x * x + 2 * s12 * x * y + s22 * y * y - 2 * (r1 * x + r2 * y)
        best = np.argmin(losses, axis=0)[None, None]
        clipped = np.take_along_axis(candidates, np.broadcast_to(best, (1, 2, *best.shape[2:])), axis=0)[0]
        return np.where(inside, np.stack([a, b]), clipped)
