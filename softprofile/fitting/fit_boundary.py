"""The one place where transform, boundary, density, likelihood and optimiser meet: U, z -> BoundaryFit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.focus import focus_warnings
from softprofile.fitting.noise_warning import weak_evidence_messages
from softprofile.fitting.representative_point import centers_of_gravity, representative_point
from softprofile.model.boundaries import Boundary, get_boundary
from softprofile.model.densities import Gaussian, get_density
from softprofile.model.likelihood import SOFTNESS, FittedSides
from softprofile.model.transforms import Transform, choose_transform
from softprofile.optimization.evidence import gain_of_noise
from softprofile.optimization.found import Found
from softprofile.optimization.hard import search_hard
from softprofile.optimization.plan import SearchPlan, plan_search
from softprofile.optimization.settings import FitSettings
from softprofile.optimization.soft import search_soft
from softprofile.util.errors import InputError, require_choice
from softprofile.util.messages import warn
from softprofile.util.progress import one_job
from softprofile.util.threads import one_thread
from softprofile.util.validation import (
    Array,
    Observations,
    read_observations,
    require_count,
    require_generator,
    require_number,
)

PRESETS = ("paper",)


def fit(
    U: Any,
    z: Any,
    *,
    boundary: Any = "auto",
    density: Any = "gaussian",
    softness: str = "soft",
    transform: Any = "auto",
    n_starts: int | None = None,
    ridge: float | None = None,
    random_state: int | np.random.Generator | None = 0,
    preset: str | None = None,
) -> BoundaryFit:
    r"""Find the boundary g(u; w) = 0 where improvement has levelled off, and a representative point on it.

    Maximises the softened profile log-likelihood, Eq. (5), minus ``ridge * n * |w|^2`` over the parameters w of the
    boundary; or, with ``softness="hard"``, Eq. (3) over the partitions that the boundary can make.

    Parameters
    ----------
    U
        Evaluated configurations: an (n, m) array or a data frame, m >= 1.
    z
        Performance of each configuration.
    boundary
        "linear", "quadratic" (Eq. 9), "network" (Eq. 10), or an object: see `softprofile.model.boundaries`. "auto" is
        quadratic, and in one dimension linear: a single threshold, as in `elbow`.
    density
        "gaussian" (Eq. 7), "gaussian-separate", "laplace", "laplace-separate", "student-t:df", "poisson",
        "binomial:trials", "scipy:name", or an object: see `softprofile.model.densities`.
    softness
        "soft" or "hard".
    transform
        "auto", "log", "standardize" or "none" for all columns, a list of them, or a dict from column names. "auto"
        logs and standardises positive columns and standardises the others (Eq. 13).
    n_starts
        Number of starts of the optimiser: 20 for linear and quadratic, 5 for the network unless given (1 with
        ``preset="paper"``); 5 where each fit of the density is a numerical search (scipy's, or your own). Unless this
        or the ridge is given, there are only a few soft starts, and a ridge of 1e-6, where noise covers the two levels
        of z: where two levels are likelier than one by less than 45 nats (for 100 points or fewer). The best of all
        boundaries would follow the noise.
    ridge
        Without it the best boundary is infinitely steep, and where the optimiser happens to stop decides the
        representative point; 0 is the paper's literal objective. Unless given it is 1e-7. For a threshold in one
        dimension, whose best partition is known exactly, it is lowered where it would move the fit off that partition.
    random_state
        Seed, or generator, of the starts.
    preset
        "paper" is the literal procedure: Gaussian, no ridge, random starts, BFGS or plain ADAM.

    Returns
    -------
    BoundaryFit
        A boundary is returned always: whether there is a plateau behind it, ask its `test_plateau`. Its `messages`,
        which are warnings too, say where two levels are no clearer than noise makes them, where the grid is poorly
        focused, and what else should be known about the answer.

    Examples
    --------
    >>> import numpy as np
    >>> x, y = np.meshgrid(np.arange(1, 7), np.arange(1, 7))
    >>> U = np.column_stack([x.ravel(), y.ravel()])
    >>> z = np.where(U.prod(axis=1) > 9, 1.0, 5.0) + 0.01 * U.sum(axis=1)
    >>> f = fit(U, z)
    >>> bool(np.all(f.sides == np.where(U.prod(axis=1) > 9, 1, 2)))
    True
    """
    data = read_observations(U, z)
    automatic = "linear" if len(data.names) == 1 else "quadratic"
    literal = preset is not None and require_choice(preset, PRESETS, "preset") == "paper"
    settings = FitSettings(
        boundary=get_boundary(automatic if boundary == "auto" else boundary),
        density=get_density(density),
        softness=require_choice(softness, SOFTNESS, "softness"),
        n_starts=None if n_starts is None else require_count(n_starts, "n_starts"),
        ridge=None if ridge is None else require_number(ridge, "ridge", at_least=0),
        random_state=int(random_state) if isinstance(random_state, int | np.integer) else None,
        literal=literal,
    )
    if literal and (softness != "soft" or ridge or not isinstance(settings.density, Gaussian)):
        raise InputError("preset 'paper' is the softened Gaussian fit without ridge: leave out what contradicts it.")
    found = fit_with(settings, data, choose_transform(data.U, data.names, transform), require_generator(random_state))
    found = replace(found, messages=(*found.messages, *focus_warnings(found)))
    warn(*found.messages)
    return found


def fit_with(
    settings: FitSettings,
    data: Observations,
    transform: Transform,
    rng: np.random.Generator,
    starts: Array | None = None,
) -> BoundaryFit:
    """Fit checked data in given coordinates, without warnings: the messages are in the result.

    Parameters
    ----------
    settings : FitSettings
        What `fit` was asked for.
    data : Observations
        Checked configurations and performance.
    transform : Transform
        Coordinates to fit in.
    rng : numpy.random.Generator
        Source of the starts.
    starts : array of shape (k, p), optional
        Boundary parameters at which a soft search begins, in place of its own starts.

    Returns
    -------
    BoundaryFit
        The fit.
    """
    V = transform.apply(data.U, data.names)
    with one_job(), one_thread():
        plan = plan_search(settings, V, data.z, rng, starts)
        found = search_hard(plan) if settings.softness == "hard" else search_soft(plan)
        return _report(settings, data, transform, plan, found)


def _report(
    settings: FitSettings, data: Observations, transform: Transform, plan: SearchPlan, found: Found
) -> BoundaryFit:
    """Orient what was found, locate the representative point, and collect the messages."""
    g, w, values, sides_fit = _oriented(plan, found, settings.softness)
    sides = np.where(values > 0, 2, 1)
    centres, notes = centers_of_gravity(plan.V, data.z, sides)
    point = representative_point(lambda points: g.value(g.design(points), w), centres, plan.V, sides)
    loglik = sides_fit.loglik
    of_noise = gain_of_noise(plan.V, g, sides_fit.differing)
    return BoundaryFit(
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
        theta=sides_fit.theta,
        loglik=loglik,
        values=values,
        centres=centres,
        representative=point.point,
        crossings=point.crossings,
        settings=settings,
        certified=found.certified,
        messages=(
            *weak_evidence_messages(plan.likelihood, values, loglik, of_noise),
            *sides_fit.floor_messages(),
            *notes,
            *point.messages,
        ),
    )


def _oriented(plan: SearchPlan, found: Found, softness: str) -> tuple[Boundary, Array, Array, FittedSides]:
    """Turn g so that side 2, g > 0, has the larger location."""
    g, w = plan.boundary, found.parameters
    values = plan.objective.values(w)
    sides_fit = plan.likelihood.fit_sides(values, softness)
    low, high = sides_fit.locations
    if low <= high:
        return g, w, values, sides_fit
    g, w = g.flip(w)
    if softness == "hard" and np.any(values == 0):
        # A point on the boundary itself stays on side 1, so the parameters of the sides change.
        return g, w, -values, plan.likelihood.fit_sides(-values, softness)
    return g, w, -values, sides_fit.flipped()
