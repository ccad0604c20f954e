"""Fit a transition or a ramp: a location of z that changes continuously across the boundary."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.levelling import not_levelled_off
from softprofile.fitting.noise_warning import weak_evidence_messages
from softprofile.fitting.region import even_grid
from softprofile.fitting.representative_point import representative_point
from softprofile.model.densities import Density
from softprofile.model.densities.moving_location import MovingLocation
from softprofile.model.shapes import Shape
from softprofile.model.transforms import Transform
from softprofile.optimization.curves import CURVE_RIDGE, FoundCurve, search_curve
from softprofile.optimization.evidence import gain_of_noise
from softprofile.optimization.settings import FitSettings
from softprofile.util.errors import InputError
from softprofile.util.validation import Array, Observations


def require_moving_location(density: Density, shape: Shape) -> MovingLocation:
    """Return the density, or raise InputError if its location cannot differ from point to point.

    Parameters
    ----------
    density : Density
        The family of f.
    shape : Shape
        A shape with a curve, for the error message.

    Returns
    -------
    MovingLocation
        The same density.
    """
    if not isinstance(density, MovingLocation):
        raise InputError(
            f"shape {shape.name!r} needs a density with a location and one scale for all points, which "
            f"{density.name!r} is not: use 'gaussian', 'laplace', 'student-t:df', 'poisson' or 'binomial:trials'."
        )
    return density


def fit_curve_with(
    settings: FitSettings,
    data: Observations,
    transform: Transform,
    rng: np.random.Generator,
    starts: Array | None = None,
) -> BoundaryFit:
    """Fit a shape with a curve to validated data in given coordinates, without issuing warnings.

    Parameters
    ----------
    settings : FitSettings
        Settings of the fit; the shape has a curve.
    data : Observations
        Validated configurations and performance.
    transform : Transform
        Transform to the coordinates of the fit.
    rng : numpy.random.Generator
        Source of the starts.
    starts : array of shape (k, p), optional
        Boundary parameters at which the search begins, in place of its own starts.

    Returns
    -------
    BoundaryFit
        The fit. Its centres of gravity are those of the region, not of the points.
    """
    V = transform.apply(data.U, data.names)
    found = search_curve(
        settings.shape,
        settings.boundary,
        require_moving_location(settings.density, settings.shape),
        V,
        data.z,
        rng,
        ridge=CURVE_RIDGE if settings.ridge is None else settings.ridge,
        **({} if settings.n_starts is None else {"n_starts": settings.n_starts}),
        starts=starts,
    )
    return _report(settings, data, transform, V, found)


def _report(
    settings: FitSettings, data: Observations, transform: Transform, V: Array, found: FoundCurve
) -> BoundaryFit:
    """Orient the boundary, locate the representative point, and collect the messages."""
    g, w, likelihood = settings.boundary, found.parameters, found.likelihood
    values = g.value(g.design(V), w)
    fitted = likelihood.fit_curve(values)
    shape, levels = likelihood.shape, fitted.levels
    low, high = shape.side_levels(levels, fitted.locations)
    if low > high:
        (g, w), values, shape, (low, high) = g.flip(w), -values, shape.flipped(), (high, low)
    loglik = float(likelihood.loglik(fitted))
    grid = even_grid(V)
    grid_sides = np.where(g.value(g.design(grid), w) > 0, 2, 1)
    # The grid may have no point on a side that a few configurations hold.
    everywhere = np.vstack([grid, V])
    sides = np.concatenate([grid_sides, np.where(values > 0, 2, 1)]) if len({*grid_sides}) < 2 else grid_sides
    if len({*sides}) < 2:
        # The corner of a ramp lies outside the range: the point nearest to it stands for the empty side.
        nearest = int(np.argmin(np.abs(g.value(g.design(everywhere), w))))
        sides[nearest] = 3 - sides[nearest]
    covered = everywhere[: len(sides)]
    centres = np.array([covered[sides == side].mean(axis=0) for side in (1, 2)])
    point = representative_point(lambda points: g.value(g.design(points), w), centres, covered, sides)
    levels_likelihood = likelihood.levels_likelihood
    of_noise = gain_of_noise(V, g, 2)
    scale = float(fitted.scale)
    found_fit = BoundaryFit(
        U=data.U,
        z=data.z,
        names=data.names,
        z_name=data.z_name,
        transform=transform,
        boundary=g,
        density=settings.density,
        softness=settings.softness,
        ridge=found.ridge,
        n_starts=found.n_starts,
        parameters=w,
        theta={1: likelihood.theta(low, scale), 2: likelihood.theta(high, scale)},
        loglik=loglik,
        values=values,
        centres=centres,
        representative=point.point,
        crossings=point.crossings,
        settings=settings,
        messages=(*weak_evidence_messages(levels_likelihood, values, loglik, of_noise), *point.messages),
        shape=shape,
    )
    unfinished = not_levelled_off(found_fit)
    return found_fit if unfinished is None else replace(found_fit, messages=(*found_fit.messages, unfinished))
