"""Edge points of bootstrap replicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.edge import find_edge
from softprofile.fitting.elbow import SideTheta
from softprofile.model.shapes import Shape
from softprofile.util.errors import NoBoundaryError
from softprofile.util.scaling import mean_and_sd
from softprofile.util.validation import Array


class ReplicateModel(NamedTuple):
    """The location of z in a replicate, as a function of its boundary.

    Attributes
    ----------
    shape : Shape
        The shape, with what was left to the search.
    theta : dict of int to dict
        Parameters of the densities of side 1 and side 2.
    unit : float
        Standard deviation of the z of the replicate, the unit of g on the slope of a ramp.
    """

    shape: Shape
    theta: SideTheta
    unit: float


def model_of(found: BoundaryFit) -> ReplicateModel:
    """Return what the edge of a replicate depends on, besides its boundary."""
    return ReplicateModel(found.shape, found.theta, mean_and_sd(found.z)[1])


def edge_points(
    fit: BoundaryFit, parameters: Array, signs: Array, models: Sequence[ReplicateModel], tolerance: float | None
) -> Array:
    """Find the representative points of the edges of replicates, within the range evaluated by the fit.

    Parameters
    ----------
    fit : BoundaryFit
        The fit that was bootstrapped, which knows its good side.
    parameters : array of shape (k, p)
        Boundary parameters of the replicates.
    signs : array of shape (k,)
        Sign that orients g of each replicate like g of the fit.
    models : sequence of ReplicateModel
        Location of z in each replicate.
    tolerance : float or None
        Share of the improvement that is left on the edge; None for the default of `BoundaryFit.edge`.

    Returns
    -------
    array of shape (k, m)
        The points in transformed coordinates; NaN where a replicate has no edge.
    """
    unit = mean_and_sd(fit.z)[1]
    points = np.full((len(models), len(fit.names)), np.nan)
    for k, (w, sign, model) in enumerate(zip(parameters, signs, models, strict=True)):
        g, oriented = (fit.boundary, w) if sign > 0 else fit.boundary.flip(w)
        # Only the standard deviation of z matters for the edge.
        z = fit.z * (model.unit / unit)
        found = replace(fit, boundary=g, parameters=oriented, theta=model.theta, shape=model.shape, z=z)
        try:
            points[k] = find_edge(found, tolerance).representative
        except NoBoundaryError:
            continue
    return points
