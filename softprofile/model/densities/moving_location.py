"""Densities whose location may differ from point to point, as shapes other than two levels need."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np

from softprofile.model.densities.base import Density, Theta
from softprofile.util.validation import Array


class MovingLocation(Density):
    r"""Mixin for densities with a location :math:`\mu_i` at each point and one scale, if any, for all points.

    A subclass implements `moving_logpdf` and `moving_weights` and, if it has a scale, `moving_scale`. They are
    vectorised over leading axes, as in `Density`: locations have shape (..., n) and scales shape (...).
    """

    has_moving_location: ClassVar[bool] = True
    #: Whether the weights are the same at all points, so that levels have a closed form.
    constant_weights: ClassVar[bool] = False

    @abstractmethod
    def moving_logpdf(self, z: Array, locations: Array, scale: Array) -> Array:
        """Return log f(z_i) with location i and the common scale, of shape (..., n)."""

    @abstractmethod
    def moving_weights(self, z: Array, locations: Array, scale: Array) -> Array:
        r"""Return the weights :math:`\omega_i` of iteratively reweighted least squares.

        They are defined by :math:`\partial \log f(z_i; \mu_i) / \partial \mu_i = \omega_i (z_i - \mu_i)`.
        """

    def moving_scale(self, z: Array, locations: Array, scale: Array) -> Array:
        """Return the next estimate of the common scale; 1 for densities without a scale."""
        return np.ones(locations.shape[:-1])

    @abstractmethod
    def theta_at(self, location: Array, scale: Array) -> Theta:
        """Return the parameters of a side with this location and scale."""

    def within_support(self, locations: Array) -> Array:
        """Return the locations, moved to the nearest ones that the family allows."""
        return locations
