"""BFGS from many starts, in one batch if there are few parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import optimize

from softprofile.model.objective import Objective
from softprofile.optimization.optimizers.minima import Minima
from softprofile.util.progress import progress_bar
from softprofile.util.validation import Array

# Largest number of parameters for a dense inverse Hessian; beyond it, limited-memory BFGS is used.
_MAX_DENSE = 60
# Constants of the weak Wolfe conditions (Nocedal and Wright, p. 34), and the largest number of trial steps.
_DECREASE, _CURVATURE = 1e-4, 0.9
_MAX_TRIALS = 40
# Relative decreases below this are rounding.
_ROUNDING = 1e-15


def minimize_bfgs(objective: Objective, starts: Array, tolerance: float = 1e-9, max_iterations: int = 1000) -> Minima:
    """Minimise the objective from each start.

    With more than 60 parameters, limited-memory BFGS is run from one start after another.

    Parameters
    ----------
    objective : Objective
        Values and gradients.
    starts : array of shape (k, p)
        Starting values.
    tolerance : float, default 1e-9
        Largest component of the gradient at convergence.
    max_iterations : int, default 1000
        Largest number of steps from each start.

    Returns
    -------
    Minima
        The local minimum reached from each start.
    """
    if starts.shape[1] <= _MAX_DENSE:
        return _minimize_together(objective, np.array(starts, dtype=float), tolerance, max_iterations)
    ends = [_minimize_alone(objective, start, tolerance, max_iterations) for start in progress_bar(starts, "starts")]
    return Minima(np.array([end.x for end in ends]), np.array([float(end.fun) for end in ends]))


def _minimize_together(objective: Objective, w: Array, tolerance: float, max_iterations: int) -> Minima:
    """Run algorithm 6.1 of Nocedal and Wright from all starts at once.

    With few parameters, the overhead of numpy calls dominates the cost of a step, so twenty starts cost little more
    than one.
    """
    values, gradients = objective(w)
    active = np.flatnonzero(np.abs(gradients).max(axis=1) > tolerance)
    # Inverse Hessians of the active starts, and whether each is still the identity.
    H = np.tile(np.eye(w.shape[1]), (len(active), 1, 1))
    fresh = np.ones(len(active), dtype=bool)
    for _ in progress_bar(range(max_iterations), "BFGS steps"):
        if not len(active):
            break
        gradient = gradients[active]
        directions = -(H @ gradient[:, :, None])[:, :, 0]
        # The first step has length at most 1.
        lengths = np.linalg.norm(directions, axis=1)
        directions[fresh] /= np.maximum(lengths[fresh], 1.0)[:, None]
        step, moved_values, moved_gradients = _line_search(objective, w[active], values[active], gradient, directions)
        moved = moved_values < values[active] - _ROUNDING * np.abs(values[active])
        s, y = step[:, None] * directions, moved_gradients - gradient
        w[active[moved]] += s[moved]
        values[active[moved]], gradients[active[moved]] = moved_values[moved], moved_gradients[moved]
        curvature = (s * y).sum(axis=1)
        curved = moved & (curvature > 1e-12 * np.linalg.norm(s, axis=1) * np.linalg.norm(y, axis=1))
        scale = curvature / np.maximum((y * y).sum(axis=1), np.finfo(float).tiny)
        H[fresh & curved] *= scale[fresh & curved, None, None]
        _update(H, curved, s, y, curvature)
        # A start without a decrease resets its inverse Hessian once; if it fails again, it has converged.
        ended = ~moved & fresh
        H[~moved] = np.eye(w.shape[1])
        fresh = ~moved | (fresh & ~curved)
        unfinished = ~ended & (np.abs(gradients[active]).max(axis=1) > tolerance)
        if not unfinished.all():
            active, H, fresh = active[unfinished], H[unfinished], fresh[unfinished]
    return Minima(w, values)


def _update(H: Array, curved: npt.NDArray[np.bool_], s: Array, y: Array, curvature: Array) -> None:
    """Replace each H that is curved by (I - s y'/s'y) H (I - y s'/s'y) + s s'/s'y.

    This equals H + s a' + a s' with a = (1 + y'Hy/s'y) / (2 s'y) s - Hy / s'y.
    """
    if not curved.all():
        if curved.any():
            part = H[curved]
            _update(part, np.ones(len(part), dtype=bool), s[curved], y[curved], curvature[curved])
            H[curved] = part
        return
    Hy = (H @ y[:, :, None])[:, :, 0]
    half = (1 + (y * Hy).sum(axis=1) / curvature) / (2 * curvature)
    a = half[:, None] * s - Hy / curvature[:, None]
    H += np.stack([s, a], axis=2) @ np.stack([a, s], axis=1)


def _line_search(
    objective: Objective, w: Array, values: Array, gradients: Array, directions: Array
) -> tuple[Array, Array, Array]:
    """Return steps that satisfy the weak Wolfe conditions, by doubling and bisection, with values and gradients.

    A start without such a step gets the lowest point tried, which may be its current point.
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
