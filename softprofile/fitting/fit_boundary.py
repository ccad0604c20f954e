"""Fit a boundary: U, z -> BoundaryFit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_curve import fit_curve_with, require_moving_location
from softprofile.fitting.focus import focus_warnings
from softprofile.fitting.good_side import require_better
from softprofile.fitting.noise_warning import weak_evidence_messages
from softprofile.fitting.representative_point import centers_of_gravity, representative_point
from softprofile.model.boundaries import Boundary, get_boundary
from softprofile.model.densities import Gaussian, get_density
from softprofile.model.likelihood import SOFTNESS, FittedSides
from softprofile.model.shapes import get_shape
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
from softprofile.util.streams import require_generator
from softprofile.util.threads import one_thread
from softprofile.util.validation import (
    Array,
    Observations,
    read_observations,
    require_count,
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
    shape: Any = "levels",
    better: str | None = None,
) -> BoundaryFit:
    r"""Fit the boundary where improvement levels off, and a representative point on it.

    The fit maximises the softened profile log-likelihood, Eq. (5), minus ``ridge * n * |w|^2`` over the parameters w of
    the boundary g(u; w) = 0. With ``softness="hard"`` it maximises Eq. (3) over the partitions of the boundary.

    Parameters
    ----------
    U : array-like or DataFrame of shape (n, m)
        Evaluated configurations, one row per configuration.
    z : array-like of shape (n,)
        Performance of each configuration.
    boundary : str, Boundary or object, default "auto"
        The family g: "linear", "quadratic" (Eq. 9), "network" (Eq. 10), or an object; see `softprofile.boundaries`.
        "auto" is quadratic, or linear (a single threshold, as in `elbow`) in one dimension.
    density : str, Density or object, default "gaussian"
        The family f: "gaussian" (Eq. 7), "gaussian-separate", "laplace", "laplace-separate", "student-t:df",
        "student-t-separate:df", "poisson", "binomial:trials", "scipy:name", or an object; see `softprofile.densities`.
    softness : {"soft", "hard"}, default "soft"
        Whether to maximise Eq. (5) or Eq. (3).
    transform : str, sequence of str or dict, default "auto"
        "auto", "log", "standardize" or "none" for all columns, a sequence with one of these per column, or a dict from
        column names. "auto" logs and standardises positive columns, and standardises the others (Eq. 13).
    n_starts : int, optional
        Number of starts of the optimizer. The default is 20 for linear and quadratic boundaries, 5 for the network (1
        with ``preset="paper"``), and 5 for densities that are fitted numerically (scipy's or user-defined). If neither
        `n_starts` nor `ridge` is given and evidence is weak, the search is gentle; see Notes.
    ridge : float, optional
        Ridge penalty on w in transformed coordinates, 1e-7 by default. ``ridge=0`` is the paper's objective. For a
        threshold in one dimension, whose best partition is known exactly, the default is lowered if the fit would
        otherwise differ from that partition.
    random_state : int, numpy.random.Generator or None, default 0
        Seed or generator of the starts; None for a different seed each time.
    preset : {"paper"}, optional
        "paper" is the paper's literal procedure: Gaussian density, no ridge, random starts, BFGS or plain ADAM.
    shape : str or Shape, default "levels"
        How the location of z changes across the boundary. "levels" is the paper's model: one level on each side.
        "transition" changes smoothly from one level to the other, with the link that fits best
        ("transition:logistic", "transition:cloglog" and "transition:loglog" name it). "ramp" is flat on one side and
        straight in g on the other ("ramp:low" and "ramp:high" name the flat side). See Notes.
    better : {"lower", "higher"}, optional
        Which values of z are better: "lower" for an error, "higher" for a score. The fit is the same, but it then knows
        its good side.

    Returns
    -------
    BoundaryFit
        The fitted boundary. Always returns a boundary; use `test_plateau` to check that there is a plateau. Caveats are
        listed in `messages`, which are also issued as warnings: for example, that two levels of z are no clearer than
        noise would make them, or that the grid is poorly focused.

    Raises
    ------
    InputError
        If an argument is invalid, or the data contradict it.
    NoBoundaryError
        If every start ends with all points on one side.

    Warns
    -----
    SoftProfileWarning
        One warning per message of the fit.

    See Also
    --------
    elbow : Fit one threshold to a sequence.
    profile_loglik : Eq. (5) or Eq. (3) at given boundary values.
    BoundaryFit.test_plateau : Test whether there is a plateau.

    Notes
    -----
    With the soft weights :math:`s_i = 1 / \{1 + \exp(-g(u_i; w))\}`, Eq. (4), a soft fit maximises

    .. math:: \ell(w) = \sum_i (1 - s_i) \log f(z_i; \hat\theta_1) + \sum_i s_i \log f(z_i; \hat\theta_2)
              - \mathrm{ridge} \cdot n \, |w|^2 ,

    which is Eq. (5) with a ridge penalty. :math:`\hat\theta_1` and :math:`\hat\theta_2` are the weighted maximum
    likelihood estimates of Eq. (6). A hard fit maximises Eq. (3),

    .. math:: \sum_{g(u_i; w) \le 0} \log f(z_i; \hat\theta_1) + \sum_{g(u_i; w) > 0} \log f(z_i; \hat\theta_2) .

    Without the ridge, the optimal boundary is infinitely steep whenever the data can be separated well, and the
    representative point depends on where the optimizer stops. The ridge makes the optimum finite and reproducible.

    When evidence is weak (log-likelihood ratio of two levels against one below 45 nats, scaled up in proportion for
    fewer than 100 points), the most likely boundary would fit the noise. A soft search then uses only a few soft starts
    and a ridge of 1e-6, unless `n_starts` or `ridge` is given. A threshold in one dimension is always searched in full.

    With ``shape="transition"`` or ``"ramp"``, the location of z changes continuously with g; see
    `softprofile.shapes.Transition` and `softprofile.shapes.Ramp`. The fit then maximises the profile log-likelihood

    .. math:: \sum_i \log f(z_i; \mu_i, \hat\sigma) - \mathrm{ridge} \cdot n \, |w|^2 , \quad
              \mu_i = \hat a + (\hat b - \hat a) \, t\{g(u_i; w)\} ,

    with the levels held to the range of the observed z and a ridge of 1e-6. The steepness of g is estimated from the
    data. The centres of gravity are then those of the evaluated region, not of the points, and `BoundaryFit.edge`
    finds where little of the improvement is left.

    Examples
    --------
    Training error drops once the product of two hyper-parameters exceeds 9:

    >>> import numpy as np
    >>> import softprofile as sp
    >>> x, y = np.meshgrid(np.arange(1, 7), np.arange(1, 7))
    >>> U = np.column_stack([x.ravel(), y.ravel()])
    >>> z = np.where(U.prod(axis=1) > 9, 1.0, 5.0) + 0.01 * U.sum(axis=1)
    >>> f = sp.fit(U, z)
    >>> bool(np.all(f.sides == np.where(U.prod(axis=1) > 9, 1, 2)))
    True

    A hard fit with a linear boundary finds the best partition exactly:

    >>> hard = sp.fit(U, z, boundary="linear", softness="hard")
    >>> hard.certified
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
        better=require_better(better),
        shape=get_shape(shape).towards(require_better(better)),
    )
    if literal and (softness != "soft" or ridge or settings.density.name != Gaussian.name):
        raise InputError("preset 'paper' is the softened Gaussian fit without ridge: leave out what contradicts it.")
    if settings.shape.has_curve:
        if literal or settings.softness == "hard":
            raise InputError(
                f"shape {settings.shape.name!r} is neither hard nor the paper's preset: leave out softness and preset."
            )
        require_moving_location(settings.density, settings.shape)
    found = fit_with(settings, data, choose_transform(data.U, data.names, transform), require_generator(random_state))
    found = replace(found, messages=(*found.messages, *focus_warnings(found)))
    warn(*found.messages)
    return found


def fit_with_better(found: BoundaryFit, better: str | None) -> BoundaryFit:
    """Return a fit that knows which z is better; see `BoundaryFit.with_better`."""
    told = replace(found, settings=replace(found.settings, better=require_better(better)))
    before = focus_warnings(found)
    others = tuple(message for message in found.messages if message not in before)
    return replace(told, messages=(*others, *focus_warnings(told)))


def fit_with(
    settings: FitSettings,
    data: Observations,
    transform: Transform,
    rng: np.random.Generator,
    starts: Array | None = None,
) -> BoundaryFit:
    """Fit validated data in given coordinates, without issuing warnings.

    Parameters
    ----------
    settings : FitSettings
        Settings of the fit.
    data : Observations
        Validated configurations and performance.
    transform : Transform
        Transform to the coordinates of the fit.
    rng : numpy.random.Generator
        Source of the starts.
    starts : array of shape (k, p), optional
        Boundary parameters at which a soft search begins, in place of its own starts.

    Returns
    -------
    BoundaryFit
        The fit; its messages are not issued as warnings.
    """
    if settings.shape.has_curve:
        with one_job(), one_thread():
            return fit_curve_with(settings, data, transform, rng, starts)
    V = transform.apply(data.U, data.names)
    with one_job(), one_thread():
        plan = plan_search(settings, V, data.z, rng, starts)
        found = search_hard(plan) if settings.softness == "hard" else search_soft(plan)
        return _report(settings, data, transform, plan, found)


def _report(
    settings: FitSettings, data: Observations, transform: Transform, plan: SearchPlan, found: Found
) -> BoundaryFit:
    """Orient the boundary, locate the representative point, and collect the messages."""
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
    """Orient g so that side 2, g > 0, has the larger location."""
    g, w = plan.boundary, found.parameters
    values = plan.objective.values(w)
    sides_fit = plan.likelihood.fit_sides(values, softness)
    low, high = sides_fit.locations
    if low <= high:
        return g, w, values, sides_fit
    g, w = g.flip(w)
    if softness == "hard" and np.any(values == 0):
        # A point with g = 0 stays on side 1 when g is negated, so the sides must be fitted again.
        return g, w, -values, plan.likelihood.fit_sides(-values, softness)
    return g, w, -values, sides_fit.flipped()
