"""Newton's method, damped as Levenberg and Marquardt do: to the floor of a valley in a few dozen steps."""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from softprofile.model.objective import CurvedObjective
from softprofile.optimization.optimizers.minima import Minima
from softprofile.util.progress import progress_bar
from softprofile.util.validation import Array

_FIRST_DAMPING = 1e-3
_ROUNDING = 1e-14
# Relative to the largest curvature.
_LEAST_DAMPING, _MOST_DAMPING = 1e-14, 1e12


def minimize_newton(
    objective: CurvedObjective, starts: Array, tolerance: float = 1e-9, max_iterations: int = 500
) -> Minima:
    """Run each start to its own minimum: until no component of its gradient exceeds the tolerance."""
    ends = [_minimize(objective, start, tolerance, max_iterations) for start in progress_bar(starts, "starts")]
    return Minima(np.array([w for w, _ in ends]), np.array([value for _, value in ends]))


def _minimize(objective: CurvedObjective, w: Array, tolerance: float, max_iterations: int) -> tuple[Array, float]:
    """Steps -(B + damping I)^-1 gradient; the damping falls where the quadratic model B foretells the decrease.

    Its rule is that of Nielsen (1999), and it is raised until the matrix is positive definite.
    """
    value, gradient, curvature = objective(w)
    B = curvature()
    size = float(np.abs(B.diagonal()).max())
    damping, raised = _FIRST_DAMPING * size, 2.0
    for _ in range(max_iterations):
        if np.abs(gradient).max() <= tolerance or not damping < _MOST_DAMPING * size:
            break
        step, damping = _damped_step(B, gradient, damping, size)
        new_value, new_gradient, new_curvature = objective(w + step)
        foretold = -float(gradient @ step) - 0.5 * float(step @ B @ step)
        rounding = _ROUNDING * abs(value)
        # At the floor, where values differ by rounding alone, the slope still tells.
        at_floor = new_value <= value + rounding and np.abs(new_gradient).max() < np.abs(gradient).max()
        if new_value < value - rounding or at_floor:
            agreement = (value - new_value) / foretold if foretold > rounding else 1.0
            damping = max(damping * max(0.1, 1 - (2 * agreement - 1) ** 3), _LEAST_DAMPING * size)
            w, value, gradient, B, raised = w + step, new_value, new_gradient, new_curvature(), 2.0
        else:
            damping, raised = damping * raised, 2 * raised
    return w, value


def _damped_step(B: Array, gradient: Array, damping: float, size: float) -> tuple[Array, float]:
    while True:
        damped = B.copy()
        damped.flat[:: len(B) + 1] += damping
        factor, failed = dpotrf(damped, lower=1, overwrite_a=1, clean=0)
        if not failed or not damping < _MOST_DAMPING * size:
            break
        damping *= 4
    return -dpotrs(factor, gradient, lower=1)[0], damping
