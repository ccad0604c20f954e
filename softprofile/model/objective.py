"""The objective of a soft fit, -Eq. (5) / n + ridge |w|^2, as a function of the parameters w."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from softprofile.model.boundaries import Boundary
from softprofile.model.likelihood import SoftValue
from softprofile.util.validation import Array

#: Maps parameters of shape (starts, p) to values (starts,) and gradients (starts, p), or (p,) to a number and (p,).
Objective = Callable[[Array], tuple[Array, Array]]
#: Maps parameters of shape (p,) to the value, the gradient (p,), and a function that computes the curvature (p, p).
#: The curvature may be any symmetric approximation of the Hessian. It is computed only for accepted steps.
CurvedObjective = Callable[[Array], tuple[float, Array, Callable[[], Array]]]

# Boundary values computed at once: about what fits into the processor cache.
_VALUES_AT_ONCE = 20_000
# Largest number of points whose design is cached. For more points it is recomputed in blocks of as many rows, because
# it may need many times the memory of the points.
_ROWS_KEPT = 2_000
# Points whose contribution to the gradient is below this share of the largest are left out of the curvature.
_NEGLIGIBLE = 1e-8


class ProfileLikelihood(Protocol):
    """A log-likelihood of boundary values, with everything but the boundary profiled out."""

    n: int

    @property
    def exact_chains(self) -> bool:
        """Whether theta is smooth in the weights."""

    def soft(self, g: Array) -> SoftValue:
        """Return the log-likelihood and its gradient at boundary values g."""


class PenalizedLikelihood:
    """The penalised likelihood of a boundary, as a function of its parameters.

    Parameters
    ----------
    V : array of shape (n, m)
        Configurations in transformed coordinates.
    boundary : Boundary
        The family of g.
    likelihood : ProfileLikelihood
        The profile log-likelihood of z.
    """

    def __init__(self, V: Array, boundary: Boundary, likelihood: ProfileLikelihood) -> None:
        self.V, self.boundary, self.likelihood = V, boundary, likelihood

    @cached_property
    def design(self) -> Array:
        """Design of all points."""
        return self.boundary.design(self.V)

    def values(self, w: Array) -> Array:
        """Return g(u_i; w) at all points, for parameters of shape (..., p)."""
        return np.concatenate([self.boundary.value(design, w) for _, design in self._blocks()], axis=-1)

    def objective(self, ridge: float, precision: type[np.floating[Any]] = np.float64) -> Objective:
        """Return the objective for one or many w; the boundary is computed in this precision."""
        at_once = max(1, _VALUES_AT_ONCE // self.likelihood.n)

        def in_batches(w: Array) -> tuple[Array, Array]:
            if w.ndim == 1 or len(w) <= at_once:
                return self._value_and_gradient(w, ridge, precision)[:2]
            starts = range(0, len(w), at_once)
            batches = [self._value_and_gradient(w[first : first + at_once], ridge, precision) for first in starts]
            return np.concatenate([batch[0] for batch in batches]), np.concatenate([batch[1] for batch in batches])

        return in_batches

    @property
    def curved(self) -> bool:
        """Whether `curved_objective` is available: g has a known curvature and theta is smooth in the weights."""
        return self.boundary.curved and self.likelihood.exact_chains

    def curved_objective(self, ridge: float) -> CurvedObjective:
        """Return the objective with gradient and curvature, for one w."""

        def value_gradient_and_curvature(w: Array) -> tuple[float, Array, Callable[[], Array]]:
            value, gradient, g, by_g = self._value_and_gradient(w, ridge)
            return float(value), gradient, lambda: self._curvature(w, ridge, g, by_g)

        return value_gradient_and_curvature

    def _value_and_gradient(
        self, w: Array, ridge: float, precision: type[np.floating[Any]] = np.float64
    ) -> tuple[Array, Array, Array, Array]:
        """Return value, gradient, boundary values g and the derivative of the log-likelihood in g."""
        n, rounded = self.likelihood.n, w.astype(precision, copy=False)
        if n <= _ROWS_KEPT:
            g, pullback = self.boundary.value_and_pullback(self._kept_design(precision), rounded)
            loglik, by_g = self.likelihood.soft(g.astype(float, copy=False))
            gradient = pullback(by_g.astype(precision, copy=False))
        else:
            blocks = self._blocks
            g = np.concatenate([self.boundary.value(d, rounded) for _, d in blocks(precision)], axis=-1, dtype=float)
            loglik, by_g = self.likelihood.soft(g)
            gradient = np.zeros(w.shape)
            for rows, design in blocks(precision):
                gradient += self.boundary.pullback(design, rounded, by_g[..., rows].astype(precision, copy=False))
        return -loglik / n + ridge * np.add.reduce(w * w, axis=-1), gradient * (-1 / n) + (2 * ridge) * w, g, by_g

    def _curvature(self, w: Array, ridge: float, g: Array, by_g: Array) -> Array:
        """Return the Hessian with theta held fixed.

        The neglected term is of second order in s (1 - s), and vanishes as g becomes steeper.
        """
        n, p = self.likelihood.n, len(w)
        by_g = -by_g / n
        least = _NEGLIGIBLE * np.abs(by_g).max()
        curvature = 2 * ridge * np.eye(p)
        for rows, design in self._blocks():
            contributing = np.flatnonzero(np.abs(by_g[rows]) > least)
            if not contributing.size:
                continue
            dg = by_g[rows][contributing]
            # d/dg of s (1 - s) is s (1 - s) (1 - 2 s), and 1 - 2 s = -tanh(g / 2).
            ddg = -dg * np.tanh(g[rows][contributing] / 2)
            curvature += self.boundary.curvature(design[contributing], w, dg, ddg)
        return curvature

    def _blocks(self, precision: type[np.floating[Any]] = np.float64) -> Iterator[tuple[slice, Array]]:
        """Yield slices of rows and the design of each."""
        if len(self.V) <= _ROWS_KEPT:
            yield slice(None), self._kept_design(precision)
            return
        for first in range(0, len(self.V), _ROWS_KEPT):
            rows = slice(first, first + _ROWS_KEPT)
            yield rows, self.boundary.design(self.V[rows]).astype(precision, copy=False)

    def _kept_design(self, precision: type[np.floating[Any]]) -> Array:
        return self.design if precision is np.float64 else self._design32

    @cached_property
    def _design32(self) -> Array:
        return self.design.astype(np.float32)
