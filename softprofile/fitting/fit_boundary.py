"""The one place where transform, boundary, density, likelihood and optimiser meet: U, z -> BoundaryFit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.focus import focus_warnings
from softprofile.fitting.noise_warning import gain_of_noise, weak_evidence_messages
from softprofile.fitting.representative_point import centers_of_gravity, representative_point
from softprofile.model.boundaries import get_boundary
from softprofile.model.densities import Gaussian, get_density
from softprofile.model.likelihood import SOFTNESS, Likelihood
from softprofile.model.transforms import Transform, choose_transform
from softprofile.optimization.problem import DEFAULT_RIDGE, Problem
from softprofile.optimization.settings import FitSettings
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

DEFAULT_STARTS = {"bfgs": 20, "adam": 5}
# The paper speaks of no restarts; BFGS from one random point often ends short of the best, ADAM seldom does.
PAPER_STARTS = {"bfgs": 20, "adam": 1}
SLOW_DENSITY_STARTS = 5


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

    With `starts`, boundary parameters of shape (starts, p), a softened fit begins at these alone.
    """
    family, g, softness = settings.density, settings.boundary, settings.softness
    V = transform.apply(data.U, data.names)
    problem = Problem(
        V, data.z, g, Likelihood(data.z, family), _usual_ridge(settings), _usual_starts(settings), rng, starts
    )
    certified = False
    with one_job(), one_thread():
        if settings.n_starts is None and settings.ridge is None and softness == "soft" and not settings.literal:
            problem.be_gentle_if_evidence_is_weak()
        if softness == "hard":
            w, certified = problem.solve_hard()
        else:
            w = problem.solve_soft(settings.literal)
            if settings.ridge is None and not settings.literal:
                w = problem.lower_ridge_to_best_threshold(w)

    values = problem.penalized.values(w)
    low, high = problem.likelihood.locations(values, softness)
    theta = problem.likelihood.theta(values, softness)
    if low > high:
        g, w = g.flip(w)
        values = -values
        # Soft weights change places, and so do their parameters: found step by step, they would come out a little
        # otherwise a second time. A point on a hard boundary itself stays on side 1, and its parameters change.
        theta = theta[::-1] if softness == "soft" else problem.likelihood.theta(values, softness)
    sides = np.where(values > 0, 2, 1)
    centres, notes = centers_of_gravity(V, data.z, sides)
    found = representative_point(lambda points: g.value(g.design(points), w), centres, V, sides)
    theta1, theta2 = theta
    loglik = problem.likelihood.at(values, softness)
    differing = sum(theta1[key] != theta2[key] for key in theta1)
    of_noise = gain_of_noise(V, g, differing)
    return BoundaryFit(
        U=data.U,
        z=data.z,
        names=data.names,
        z_name=data.z_name,
        transform=transform,
        boundary=g,
        density=family,
        softness=softness,
        ridge=problem.ridge,
        n_starts=problem.n_starts,
        parameters=w,
        theta={1: theta1, 2: theta2},
        loglik=loglik,
        values=values,
        centres=centres,
        representative=found.point,
        crossings=found.crossings,
        settings=settings,
        certified=certified,
        messages=(
            *weak_evidence_messages(problem.likelihood, values, loglik, of_noise),
            *problem.likelihood.floor_messages(values, softness),
            *notes,
            *found.messages,
        ),
    )


def _usual_ridge(settings: FitSettings) -> float:
    if settings.literal:
        return 0.0
    return DEFAULT_RIDGE if settings.ridge is None else settings.ridge


def _usual_starts(settings: FitSettings) -> int:
    if settings.n_starts is not None:
        return settings.n_starts
    if not settings.density.quick:
        return SLOW_DENSITY_STARTS
    return (PAPER_STARTS if settings.literal else DEFAULT_STARTS)[settings.boundary.optimizer]
