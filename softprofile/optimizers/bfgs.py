"""BFGS from many starts, all of them in one batch where the parameters are few."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import optimize

from softprofile.optimizers.objective import Minima, Objective
from softprofile.progress import progress_bar
from softprofile.validation import Array

# Beyond this the inverse Hessian that BFGS keeps is larger than it is worth.
_MAX_DENSE = 60
# Sufficient decrease and curvature of the weak Wolfe conditions (Nocedal and Wright, p. 34), and steps to meet them.
_DECREASE, _CURVATURE = 1e-4, 0.9
_MAX_TRIALS = 40
# A decrease smaller than this, relative to the value, is rounding.
_ROUNDING = 1e-15


def minimize_bfgs(objective: Objective, starts: Array, tolerance: float = 1e-9, max_iterations: int = 1000) -> Minima:
    """Run each start to its own minimum: until no component of its gradient exceeds the tolerance.

    Limited-memory BFGS, one start after another, where the parameters are many.
    """
    if starts.shape[1] <= _MAX_DENSE:
        return _minimize_together(objective, np.array(starts, dtype=float), tolerance, max_iterations)
    ends = [_minimize_alone(objective, start, tolerance, max_iterations) for start in progress_bar(starts, "starts")]
    return Minima(np.array([end.x for end in ends]), np.array([float(end.fun) for end in ends]))


def _minimize_together(objective: Objective, w: Array, tolerance: float, max_iterations: int) -> Minima:
    """Nocedal and Wright's algorithm 6.1, one step of every start that is still under way at a time.

    For a few parameters the cost of a step is that of calling numpy at all, so that twenty starts cost little more
    than one.
    """
    values, gradients = objective(w)
    p = w.shape[1]
    inverse_hessians = np.tile(np.eye(p), (len(w), 1, 1))
    fresh = np.ones(len(w), dtype=bool)
    under_way = np.flatnonzero(np.abs(gradients).max(axis=1) > tolerance)
    for _ in progress_bar(range(max_iterations), "BFGS steps"):
        if not len(under_way):
            break
        gradient, H = gradients[under_way], inverse_hessians[under_way]
        directions = -np.einsum("kij,kj->ki", H, gradient)
        # The first step, with no curvature known yet, is of length one at most.
        first = fresh[under_way]
        lengths = np.linalg.norm(directions, axis=1)
        directions[first] /= np.maximum(lengths[first], 1.0)[:, None]
        step, moved_values, moved_gradients = _line_search(
            objective, w[under_way], values[under_way], gradient, directions
        )
        moved = moved_values < values[under_way] - _ROUNDING * np.abs(values[under_way])
        s, y = step[:, None] * directions, moved_gradients - gradient
        w[under_way[moved]] += s[moved]
        values[under_way[moved]], gradients[under_way[moved]] = moved_values[moved], moved_gradients[moved]
        curvature = (s * y).sum(axis=1)
        curved = moved & (curvature > 1e-12 * np.linalg.norm(s, axis=1) * np.linalg.norm(y, axis=1))
        scale = curvature / np.maximum((y * y).sum(axis=1), np.finfo(float).tiny)
        H[first & curved] *= scale[first & curved, None, None]
        H[curved] = _updated(H[curved], s[curved], y[curved], curvature[curved])
        # Where no step led down, the curvature is forgotten once; a start that then finds none either has ended.
        ended = ~moved & first
        H[~moved] = np.eye(p)
        inverse_hessians[under_way] = H
        fresh[under_way] = ~moved | (first & ~curved)
        converged = np.abs(gradients[under_way]).max(axis=1) <= tolerance
        under_way = under_way[~(ended | converged)]
    return Minima(w, values)


def _updated(H: Array, s: Array, y: Array, curvature: Array) -> Array:
    """(I - s y'/s'y) H (I - y s'/s'y) + s s'/s'y, for each start."""
    Hy = np.einsum("kij,kj->ki", H, y)
    both = s[:, :, None] * Hy[:, None, :]
    weight = (1 + (y * Hy).sum(axis=1) / curvature) / curvature
    return (
        H
        - (both + np.swapaxes(both, 1, 2)) / curvature[:, None, None]
        + weight[:, None, None] * (s[:, :, None] * s[:, None, :])
    )


def _line_search(
    objective: Objective, w: Array, values: Array, gradients: Array, directions: Array
) -> tuple[Array, Array, Array]:
    """Steps that meet the weak Wolfe conditions, by doubling and bisection; values and gradients there.

    A start that meets them nowhere gets the lowest point that it saw, which may be where it stands.
    """
    slopes = (gradients * directions).sum(axis=1)
    low, high = np.zeros(len(w)), np.full(len(w), np.inf)
    trial = np.ones(len(w))
    step, best_values, best_gradients = np.zeros(len(w)), values.copy(), gradients.copy()
    searching = np.flatnonzero(slopes < 0)
    for _ in range(_MAX_TRIALS):
        if not len(searching):
            break
        tried = trial[searching]
        found_values, found_gradients = objective(w[searching] + tried[:, None] * directions[searching])
        new_slopes = (found_gradients * directions[searching]).sum(axis=1)
        decreased = found_values <= values[searching] + _DECREASE * tried * slopes[searching]
        flat_enough = new_slopes >= _CURVATURE * slopes[searching]
        better = found_values < best_values[searching]
        _keep(searching, better | (decreased & flat_enough), step, tried)
        _keep(searching, better | (decreased & flat_enough), best_values, found_values)
        _keep(searching, better | (decreased & flat_enough), best_gradients, found_gradients)
        high[searching[~decreased]] = tried[~decreased]
        low[searching[decreased & ~flat_enough]] = tried[decreased & ~flat_enough]
        searching = searching[~(decreased & flat_enough)]
        bounded = np.isfinite(high[searching])
        trial[searching] = np.where(bounded, (low[searching] + high[searching]) / 2, 2 * low[searching])
    return step, best_values, best_gradients


def _keep(rows: npt.NDArray[np.intp], which: npt.NDArray[np.bool_], kept: Array, found: Array) -> None:
    kept[rows[which]] = found[which]


def _minimize_alone(objective: Objective, start: Array, tolerance: float, max_iterations: int) -> Any:
    def value_and_gradient(w: Array) -> tuple[float, Array]:
        values, gradients = objective(w[None, :])
        return float(values[0]), gradients[0]

    return optimize.minimize(
        value_and_gradient,
        start,
        jac=True,
        method="L-BFGS-B",
        options={
            "gtol": tolerance,
            "ftol": 1e-15,
            "maxiter": max_iterations,
            "maxfun": 2 * max_iterations,
            "maxcor": 20,
        },
    )
