"""Fit one bootstrap replicate."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.refitting import refit
from softprofile.fitting.representative_point import nearest_index, representative_point
from softprofile.trust.bootstrap.edges import ReplicateModel, model_of
from softprofile.trust.bootstrap.equivalent_boundaries import draw_equivalent_boundary
from softprofile.trust.bootstrap.resampling import Resample
from softprofile.util.validation import Array

#: Searches for the boundary of a replicate; the first is the default.
SEARCHES = ("auto", "full", "warm")


class Replicate(NamedTuple):
    """Result of one replicate: g is `sign` times the fit's boundary function at `parameters`."""

    parameters: Array
    sign: float
    representative: Array
    row: int
    model: ReplicateModel


def resolve_search(fit: BoundaryFit, search: str) -> str:
    """Resolve "auto": "full", or "warm" if a full search would be slow or, for a curve, is not needed.

    Hard fits are always searched in full. The likelihood of a curve is smooth, and both searches find the same optimum
    (docs/uncertainty.md).
    """
    if fit.softness == "hard":
        return "full"
    if search != "auto":
        return search
    if fit.shape.has_curve:
        return "warm"
    return "full" if fit.boundary.quick and fit.density.quick else "warm"


def fit_replicate(fit: BoundaryFit, sample: Resample, search: str, rng: np.random.Generator) -> Replicate:
    """Refit a replicate, by the search "full" or "warm".

    Raises
    ------
    NoBoundaryError
        If no boundary splits the replicate.
    """
    found = refit(fit, sample.z, fit.U[sample.rows], rng=rng, warm=search == "warm")
    found = _replace_by_equivalent(found, rng)
    # The sign of a user-defined boundary function may differ between the replicate and the fit.
    values = fit.boundary.value(fit.boundary.design(found.transformed), found.parameters)
    sign = 1.0 if float(values @ found.values) >= 0 else -1.0
    everywhere = np.ones(len(fit.z), dtype=bool)
    row = nearest_index(fit.transformed, found.representative, everywhere)
    return Replicate(found.parameters, sign, found.representative, row, model_of(found))


def _replace_by_equivalent(found: BoundaryFit, rng: np.random.Generator) -> BoundaryFit:
    """Replace the boundary by a random equivalent one, if g is linear in w: the data do not distinguish them.

    The boundaries of a curve are distinguished by the data.
    """
    g = found.boundary
    if not g.linear or found.shape.has_curve:
        return found
    V = found.transformed
    w = draw_equivalent_boundary(g.design(V), found.parameters, rng)
    point = representative_point(lambda points: g.value(g.design(points), w), found.centres, V, found.sides).point
    return replace(found, parameters=w, values=g.value(g.design(V), w), representative=point)
