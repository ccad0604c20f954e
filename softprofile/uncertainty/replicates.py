"""The fit of one replicate: how it is searched for, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from softprofile.boundaries import LinearInParameters, Network
from softprofile.gravity import nearest_index, representative_point
from softprofile.problem import GENTLE_RIDGE
from softprofile.refitting import refit
from softprofile.results import BoundaryFit
from softprofile.uncertainty.resampling import Resample
from softprofile.uncertainty.version_space import random_equivalent
from softprofile.validation import Array

#: How replicates are searched for; the first is the default.
SEARCHES = ("quick", "full", "warm")
_INFORMED_STARTS = 3


class Replicate(NamedTuple):
    """What is kept of a refit: g is `sign` times the boundary of the fit at these parameters."""

    parameters: Array
    sign: float
    representative: Array
    row: int


def usable_search(fit: BoundaryFit, search: str) -> str:
    """The search that "quick" stands for where it has no starts of its own, or costs nothing to be full."""
    if fit.softness == "hard":
        return "full"
    if search != "quick":
        return search
    if not fit.density.quick:
        return "warm"
    if isinstance(fit.boundary, LinearInParameters):
        # A threshold is searched exactly.
        return "full" if len(fit.parameters) == 2 else "quick"
    # From the boundary of the fit alone networks follow their replicates too little.
    return "full" if isinstance(fit.boundary, Network) else "warm"


def fit_replicate(fit: BoundaryFit, sample: Resample, search: str, rng: np.random.Generator) -> Replicate:
    """Refit a replicate by a usable search. NoBoundaryError if no boundary splits it."""
    if search == "quick" and isinstance(fit.boundary, LinearInParameters):
        found = _refit_quickly(fit, fit.boundary, sample, rng)
    else:
        found = refit(fit, sample.z, fit.U[sample.rows], rng=rng, warm=search == "warm")
    found = _moved_within_gap(found, rng)
    # A boundary of the user's own is turned by its sign, and the fit's may be turned otherwise.
    values = fit.boundary.value(fit.boundary.design(found.transformed), found.parameters)
    sign = 1.0 if float(values @ found.values) >= 0 else -1.0
    everywhere = np.ones(len(fit.z), dtype=bool)
    row = nearest_index(fit.transformed, found.representative, everywhere)
    return Replicate(found.parameters, sign, found.representative, row)


def _refit_quickly(
    fit: BoundaryFit, boundary: LinearInParameters, sample: Resample, rng: np.random.Generator
) -> BoundaryFit:
    """Refit from few starts, of the kind that the fit itself began with.

    Where noise covered the levels the fit had but soft starts, and so have its replicates: to begin at its boundary,
    the truth they were drawn from, would make them agree more than fits of new data would.
    """
    design = boundary.design(fit.transform.apply(fit.U[sample.rows], fit.names))
    starts = boundary.gentle_starts(design, sample.z)
    if _was_gentle(fit):
        return refit(replace(fit, parameters=starts[0]), sample.z, fit.U[sample.rows], rng=rng, starts=starts[1:])
    informed = boundary.informed_starts(design, sample.z, _INFORMED_STARTS, rng)
    return refit(fit, sample.z, fit.U[sample.rows], rng=rng, starts=np.vstack([starts, informed]))


def _moved_within_gap(found: BoundaryFit, rng: np.random.Generator) -> BoundaryFit:
    """Another boundary with the same sides, where g is linear in w: between them the data do not choose."""
    g = found.boundary
    if not isinstance(g, LinearInParameters):
        return found
    V = found.transformed
    w = random_equivalent(g.design(V), found.parameters, rng)
    point = representative_point(lambda points: g.value(g.design(points), w), found.centres, V, found.sides).point
    return replace(found, parameters=w, values=g.value(g.design(V), w), representative=point)


def _was_gentle(fit: BoundaryFit) -> bool:
    asked = fit.settings
    return asked.n_starts is None and asked.ridge is None and not asked.literal and fit.ridge == GENTLE_RIDGE
