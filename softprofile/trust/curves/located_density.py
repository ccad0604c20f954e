"""Density of z at each point of a fit with a curve: the location of the curve, and the common scale."""

from __future__ import annotations

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_curve import require_moving_location
from softprofile.model.densities.base import Theta
from softprofile.model.densities.location_scale import CommonScale
from softprofile.model.shapes import Shape
from softprofile.util.validation import Array


def common_scale(fit: BoundaryFit) -> float:
    """Return the scale of z about the curve, in the units of z; 1 for densities without a scale."""
    return fit.theta[1][fit.density.scale_name] if isinstance(fit.density, CommonScale) else 1.0


def theta_at(fit: BoundaryFit, locations: Array) -> Theta:
    """Return the parameters of the density with these locations, in the units of z."""
    return require_moving_location(fit.density, fit.shape).theta_at(locations, np.asarray(common_scale(fit)))


def log_density(fit: BoundaryFit, z: Array, locations: Array) -> Array:
    """Return log f(z_i) about these locations, in the units of z."""
    density = require_moving_location(fit.density, fit.shape)
    return density.moving_logpdf(z, locations, np.asarray(common_scale(fit)))


def number_of_levels(shape: Shape) -> int:
    """Return the number of fitted levels: two for a transition, one for a ramp."""
    return len(shape.curve(np.zeros(1), 1.0).basis)


def location_parameters(fit: BoundaryFit) -> int:
    """Return the number of parameters of the location: all of the boundary, whose scale is identified, and levels."""
    return len(fit.parameters) + number_of_levels(fit.shape)
