"""Boundaries that are linear in their parameters, g(u; w) = features(u) . w."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from scipy.special import ndtr

from softprofile.model.boundaries.base import (
    GENTLE_STEEPNESS,
    START_STEEPNESS,
    Boundary,
    regression_cut,
    with_steepness,
)
from softprofile.util.validation import Array


class LinearInParameters(Boundary):
    """A boundary that is linear in w: g(u; w) = features(u) . w.

    A subclass implements `n_parameters`, `design` (the features, the last of which is the constant 1) and `term_names`.
    Hard fits then use exact line searches over partitions, and soft fits use Newton's method.

    Examples
    --------
    A boundary with a cubic term, fitted to data that need it:

    >>> import numpy as np
    >>> import softprofile as sp
    >>> class Cubic(sp.boundaries.LinearInParameters):
    ...     name = "cubic"
    ...
    ...     def n_parameters(self, m):
    ...         return m + 2
    ...
    ...     def design(self, U):
    ...         return np.column_stack([U[:, 0] ** 3, U, np.ones(len(U))])
    ...
    ...     def term_names(self, names):
    ...         return [f"{names[0]}^3", *names, "constant"]
    >>> U = np.random.default_rng(0).uniform(-2, 2, (80, 2))
    >>> inside = U[:, 1] > U[:, 0] ** 3 - U[:, 0] / 2
    >>> z = np.where(inside, 5.0, 1.0) + 0.1 * U[:, 0]
    >>> f = sp.fit(U, z, boundary=Cubic(), transform="none")
    >>> bool(np.all((f.sides == 2) == inside))
    True
    """

    linear: ClassVar[bool] = True
    has_gentle_starts: ClassVar[bool] = True
    curved: ClassVar[bool] = True

    @abstractmethod
    def design(self, U: Array) -> Array:
        """Return the features, of shape (n, p); the last is the constant 1."""

    @abstractmethod
    def term_names(self, names: Sequence[str]) -> list[str]:
        """Return one name per feature."""

    def value(self, design: Array, w: Array) -> Array:
        """Return the features times the parameters."""
        return w @ design.T

    def gradient(self, design: Array, w: Array) -> Array:
        """Return the features."""
        return np.broadcast_to(design, (*w.shape[:-1], *design.shape))

    def pullback(self, design: Array, w: Array, dg: Array) -> Array:
        """Return the chain rule, a single matrix product."""
        return dg @ design

    def curvature(self, design: Array, w: Array, dg: Array, ddg: Array) -> Array:
        """Return the outer products of the features, weighted by ddg; g has no second derivative in w."""
        return (ddg * design.T) @ design

    def flip(self, w: Array) -> tuple[Boundary, Array]:
        """Return -w, the parameters of -g."""
        return self, -w

    def random_starts(self, design: Array, count: int, rng: np.random.Generator) -> Array:
        """Return standard normal directions, shifted so that the boundary splits the points."""
        draws = rng.standard_normal((count, design.shape[1] + 1))
        starts = draws[:, :-1]
        for w, level in zip(starts, ndtr(draws[:, -1]), strict=True):
            w[-1] -= np.quantile(design @ w, 0.15 + 0.7 * level)
            w[:] = with_steepness(design @ w, w, START_STEEPNESS)
        return starts

    def informed_starts(self, design: Array, z: Array, count: int, rng: np.random.Generator) -> Array:
        """Return the regression of z on the features, cut at its elbow, and perturbations of it."""
        centre = regression_cut(design, z)
        centre = with_steepness(design @ centre, centre, START_STEEPNESS)
        noise = rng.standard_normal((count, len(centre))) * (0.5 * np.linalg.norm(centre) / np.sqrt(len(centre)))
        noise[:1] = 0.0
        return centre + noise

    def gentle_starts(self, design: Array, z: Array, rng: np.random.Generator) -> Array:
        """Return the regression of z on the simplest features, cut at its elbow, at two small steepnesses."""
        p = design.shape[1]
        kept = self._simplest_features(p)
        w = np.zeros(p)
        w[kept] = regression_cut(design[:, kept], z)
        return np.array([with_steepness(design @ w, w, steepness) for steepness in GENTLE_STEEPNESS])

    def _simplest_features(self, p: int) -> slice:
        """Return the position of the features, constant included, of the simplest boundaries of the family."""
        return slice(0, p)

    def coefficients(self, w: Array, names: Sequence[str]) -> dict[str, Any]:
        """Return one coefficient per term."""
        return dict(zip(self.term_names(names), map(float, w), strict=True))
