"""The fit of one replicate: how it is searched for, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.refitting import refit
from softprofile.fitting.representative_point import nearest_index, representative_point
from softprofile.model.boundaries import LinearInParameters, Network
from softprofile.trust.bootstrap.equivalent_boundaries import draw_equivalent_boundary
from softprofile.trust.bootstrap.resampling import Resample
from softprofile.util.validation import Array

#: How replicates are searched for; the first is the default.
SEARCHES = ("auto", "full", "warm")


class Replicate(NamedTuple):
    """What is kept of a refit: g is `sign` times the boundary of the fit at these parameters."""

    parameters: Array
    sign: float
    representative: Array
    row: int


def resolve_search(fit: BoundaryFit, search: str) -> str:
    """The search that "auto" stands for: full, unless that would take long for each of many replicates."""
    if fit.softness == "hard":
        return "full"
    if search != "auto":
        return search
    known = isinstance(fit.boundary, LinearInParameters | Network)
    return "full" if known and fit.density.quick else "warm"


def fit_replicate(fit: BoundaryFit, sample: Resample, search: str, rng: np.random.Generator) -> Replicate:
    """Refit a replicate by a usable search. NoBoundaryError if no boundary splits it."""
    found = refit(fit, sample.z, fit.U[sample.rows], rng=rng, warm=search == "warm")
    found = _replace_by_equivalent(found, rng)
    # A boundary of the user's own is turned by its sign, and the fit's may be turned otherwise.
    values = fit.boundary.value(fit.boundary.design(found.transformed), found.parameters)
    sign = 1.0 if float(values @ found.values) >= 0 else -1.0
    everywhere = np.ones(len(fit.z), dtype=bool)
    row = nearest_index(fit.transformed, found.representative, everywhere)
    return Replicate(found.parameters, sign, found.representative, row)


def _replace_by_equivalent(found: BoundaryFit, rng: np.random.Generator) -> BoundaryFit:
    """Another boundary with the same sides, where g is linear in w: between them the data do not choose."""
    g = found.boundary
    if not isinstance(g, LinearInParameters):
        return found
    V = found.transformed
    w = draw_equivalent_boundary(g.design(V), found.parameters, rng)
    point = representative_point(lambda points: g.value(g.design(points), w), found.centres, V, found.sides).point
    return replace(found, parameters=w, values=g.value(g.design(V), w), representative=point)
