"""Search for the boundary along which the location of z changes continuously: transitions and ramps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from softprofile.model.boundaries import Boundary
from softprofile.model.boundaries.base import with_steepness
from softprofile.model.curve_likelihood import CurveLikelihood
from softprofile.model.densities import Gaussian
from softprofile.model.densities.moving_location import MovingLocation
from softprofile.model.objective import PenalizedLikelihood
from softprofile.model.shapes import Shape
from softprofile.optimization.optimizers.bfgs import minimize_bfgs
from softprofile.optimization.optimizers.minima import Minima
from softprofile.util.scaling import mean_and_sd
from softprofile.util.validation import Array

#: Default of the penalty ridge * n * |w|^2. It bounds the steepness where z jumps, and changes a smooth curve little.
CURVE_RIDGE = 1e-6

# The starts of boundaries that are linear in w: regressions cut at these quantiles of their fitted values, with these
# steepnesses.
_CUTS = (0.5, 0.25, 0.75, 0.1, 0.9)
_STEEPNESSES = (1.5, 4.0)
_REGRESSION_RIDGE = 1e-2
# Starts are compared at a gradient of this size, and the best of them minimised to convergence.
_ROUGH, _POLISHED = 1e-4, 3
_ROUGH_STEPS, _STEPS = 150, 2000
# With more points than these, starts are minimised on a random sample.
_SAMPLED_POINTS = 2_000


class FoundCurve(NamedTuple):
    """The likeliest boundary of a shape.

    Attributes
    ----------
    parameters : array of shape (p,)
        w, in transformed coordinates.
    likelihood : CurveLikelihood
        The likelihood of all points under the chosen variant of the shape.
    ridge : float
        Penalty of the objective.
    n_starts : int
        Number of starts for each variant of the shape.
    """

    parameters: Array
    likelihood: CurveLikelihood
    ridge: float
    n_starts: int


def search_curve(
    shape: Shape,
    boundary: Boundary,
    density: MovingLocation,
    V: Array,
    z: Array,
    rng: np.random.Generator,
    *,
    ridge: float = CURVE_RIDGE,
    n_starts: int = 20,
    starts: Array | None = None,
) -> FoundCurve:
    """Return the likeliest boundary over all variants of a shape.

    Parameters
    ----------
    shape : Shape
        A shape with a curve.
    boundary : Boundary
        The family of g.
    density : MovingLocation
        The family of f.
    V : array of shape (n, m)
        Configurations in transformed coordinates.
    z : array of shape (n,)
        Performance.
    rng : numpy.random.Generator
        Source of the random starts and of the sample.
    ridge : float, default 1e-6
        Penalty of the objective.
    n_starts : int, default 20
        Number of starts for each variant of the shape.
    starts : array of shape (k, p), optional
        Parameters at which the search begins, in place of its own starts.

    Returns
    -------
    FoundCurve
        Parameters with the smallest penalised objective. All points may lie on one side, for instance if the corner of
        a ramp lies outside the range.
    """
    sampling, drawing = rng.spawn(2)
    rows: Array | slice = slice(None)
    if len(z) > _SAMPLED_POINTS and starts is None:
        rows = np.sort(sampling.choice(len(z), _SAMPLED_POINTS, replace=False))
    design = boundary.design(V[rows])
    begin = curve_starts(boundary, design, z[rows], n_starts, drawing) if starts is None else starts
    best: tuple[float, Array, CurveLikelihood] | None = None
    variants = shape.variants()
    # With levels in falling order, a curve is one of the flipped shape, which was not asked for if only one was.
    in_order = len(variants) == 1 and shape.flipped() != shape
    for variant in variants:
        everything = CurveLikelihood(z, density, variant)
        penalized = PenalizedLikelihood(V, boundary, everything)
        objective = penalized.objective(ridge)
        near = begin
        if starts is None:
            # The Gaussian has a closed form for the levels, so its search is much quicker.
            quick = density if density.constant_weights else Gaussian()
            rough = PenalizedLikelihood(V[rows], boundary, CurveLikelihood(z[rows], quick, variant))
            minima = minimize_bfgs(rough.objective(ridge), begin, _ROUGH, _ROUGH_STEPS)
            near = minima.parameters[_best_first(minima, penalized, everything, in_order)[:_POLISHED]]
        polished = minimize_bfgs(objective, near, max_iterations=_STEPS)
        k = int(_best_first(polished, penalized, everything, in_order)[0])
        if best is None or polished.values[k] < best[0]:
            best = float(polished.values[k]), polished.parameters[k], everything
    assert best is not None
    return FoundCurve(best[1], best[2], ridge, len(begin))


def _best_first(
    minima: Minima, penalized: PenalizedLikelihood, likelihood: CurveLikelihood, in_order: bool
) -> npt.NDArray[np.intp]:
    """Return the positions of the minima by their values; if asked for, those with levels in falling order last."""
    if not in_order:
        return np.argsort(minima.values)
    levels = likelihood.fit_curve(penalized.values(minima.parameters)).levels
    return np.lexsort((minima.values, levels[0] > levels[-1]))


def curve_starts(boundary: Boundary, design: Array, z: Array, count: int, rng: np.random.Generator) -> Array:
    """Return starts: regressions of z and of its ranks cut at several quantiles, and random ones.

    Ranks keep a single extreme z from setting the direction.

    Parameters
    ----------
    boundary : Boundary
        The family of g.
    design : array
        Design of the points.
    z : array of shape (n,)
        Performance.
    count : int
        Number of starts.
    rng : numpy.random.Generator
        Source of the random starts.

    Returns
    -------
    array of shape (count, p)
        The starts.
    """
    informed_stream, random_stream = rng.spawn(2)
    if not boundary.linear:
        informed = boundary.informed_starts(design, z, (count + 1) // 2, informed_stream)
        return np.vstack([informed, boundary.random_starts(design, count - len(informed), random_stream)])
    centre, scale = mean_and_sd(z)
    ranks = np.argsort(np.argsort(z, kind="stable"), kind="stable") / (len(z) - 1.0) - 0.5
    p = design.shape[1]
    inverse = np.linalg.pinv(design.T @ design / len(z) + _REGRESSION_RIDGE * np.eye(p))
    slopes = [inverse @ (design.T @ target / len(z)) for target in ((z - centre) / scale, ranks)]
    starts = []
    for cut in _CUTS:
        for steepness in _STEEPNESSES:
            for w in slopes:
                moved = w.copy()
                # The last feature is the constant 1.
                moved[-1] -= np.quantile(design @ w, cut)
                starts.append(with_steepness(design @ moved, moved, steepness))
    informed = np.array(starts[: max(count * 4 // 5, 1)])
    return np.vstack([informed, boundary.random_starts(design, max(count - len(informed), 0), random_stream)])
