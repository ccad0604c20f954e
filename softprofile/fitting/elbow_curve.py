"""Elbow of a sequence whose location changes continuously: a transition or a ramp in one dimension."""

from __future__ import annotations

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow
from softprofile.fitting.fit_curve import fit_curve_with, require_moving_location
from softprofile.model.boundaries import Linear
from softprofile.model.curve_likelihood import CurveLikelihood
from softprofile.model.densities import Density
from softprofile.model.shapes import Shape
from softprofile.model.transforms import choose_transform
from softprofile.optimization.settings import FitSettings
from softprofile.util.read_only import read_only
from softprofile.util.streams import random_stream
from softprofile.util.threads import one_thread
from softprofile.util.validation import Array, Observations

# Steepnesses of the profile, as multiples of that of the fit, and how often the grid of them is narrowed.
_STEEPNESSES = np.geomspace(1 / 64, 64, 25)
_NARROWED = 4
# Values computed at once.
_VALUES_AT_ONCE = 2_000_000


def find_curve_elbow(
    z: Array, u: Array | None, names: tuple[str, str], density: Density, shape: Shape, better: str | None
) -> Elbow:
    """Fit a transition or a ramp to a sequence.

    Parameters
    ----------
    z : array of shape (n,)
        The values.
    u : array of shape (n,) or None
        The candidate of each value; None for 1, 2, ..., n.
    names : tuple of str
        Names of u and z.
    density : Density
        The family of f.
    shape : Shape
        A shape with a curve.
    better : {"lower", "higher"} or None
        Which values of z are better.

    Returns
    -------
    Elbow
        The elbow: its threshold is where g = 0, the middle of a transition or the corner of a ramp.
    """
    u_name, z_name = names
    family = require_moving_location(density, shape)
    family.check(z)
    given = np.arange(1.0, len(z) + 1) if u is None else u
    data = Observations(given[:, None], z, (u_name,), z_name)
    transform = choose_transform(data.U, data.names, "standardize")
    settings = FitSettings(Linear(), family, shape=shape.towards(better), better=better)
    with one_thread():
        fit = fit_curve_with(settings, data, transform, random_stream(0))
    threshold = curve_threshold(fit)
    return Elbow(
        index=int(np.sum(given <= threshold)),
        threshold=threshold,
        loglik=fit.loglik,
        theta=fit.theta,
        z=read_only(z),
        u_name=u_name,
        z_name=z_name,
        density=family,
        messages=fit.messages,
        given_u=u,
        better=better,
        curve=fit,
        first_side=1 if fit.parameters[0] > 0 else 2,
    )


def curve_threshold(fit: BoundaryFit) -> float:
    """Return the value of u at which g = 0, or the nearest in the evaluated range.

    Parameters
    ----------
    fit : BoundaryFit
        A fit with a linear boundary in one dimension.

    Returns
    -------
    float
        The threshold.
    """
    slope, constant = fit.parameters
    threshold = float(fit.transform.invert(np.array([-constant / slope]))[0])
    return float(np.clip(threshold, fit.U.min(), fit.U.max()))


def curve_profile(fit: BoundaryFit, thresholds: Array) -> Array:
    """Return the profile log-likelihood of thresholds: the largest over the steepness of g.

    Parameters
    ----------
    fit : BoundaryFit
        A fit with a curve and a linear boundary in one dimension.
    thresholds : array of shape (k,)
        Values of u at which g = 0.

    Returns
    -------
    array of shape (k,)
        The log-likelihoods.
    """
    density = require_moving_location(fit.density, fit.shape)
    likelihood = CurveLikelihood(fit.z, density, fit.shape)
    u = fit.transformed[:, 0]
    cuts = fit.transform.apply(thresholds[:, None], fit.names)[:, 0]
    distances = u - cuts[:, None]
    steepness = np.tile(fit.parameters[0] * _STEEPNESSES, (len(cuts), 1))
    best = np.full(len(cuts), -np.inf)
    for _ in range(_NARROWED):
        logliks = np.concatenate(
            [
                likelihood.soft(tried[:, :, None] * rows[:, None, :]).loglik
                for tried, rows in _blocks(steepness, distances)
            ]
        )
        top = np.argmax(logliks, axis=1)
        rows = np.arange(len(cuts))
        best = np.maximum(best, logliks[rows, top])
        low = steepness[rows, np.maximum(top - 1, 0)]
        high = steepness[rows, np.minimum(top + 1, steepness.shape[1] - 1)]
        steepness = low[:, None] * (high / low)[:, None] ** np.linspace(0, 1, 9)
    return best


def _blocks(steepness: Array, distances: Array) -> list[tuple[Array, Array]]:
    """Split the thresholds so that not too many values are computed at once."""
    at_once = max(1, _VALUES_AT_ONCE // (steepness.shape[1] * distances.shape[1]))
    starts = range(0, len(distances), at_once)
    return [(steepness[first : first + at_once], distances[first : first + at_once]) for first in starts]
