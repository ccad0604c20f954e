"""Newton's method with Levenberg-Marquardt damping."""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from softprofile.model.objective import CurvedObjective
from softprofile.optimization.optimizers.minima import Minima
from softprofile.util.progress import progress_bar
from softprofile.util.validation import Array

# Dampings are relative to the largest diagonal element of the curvature.
_FIRST_DAMPING = 1e-3
_LEAST_DAMPING, _MOST_DAMPING = 1e-14, 1e12
# Changes of the objective below this share of its value are rounding.
_ROUNDING = 1e-14


def minimize_newton(
    objective: CurvedObjective, starts: Array, tolerance: float = 1e-9, max_iterations: int = 500
) -> Minima:
    """Minimise the objective from each start.

    Parameters
    ----------
    objective : CurvedObjective
        Value, gradient and curvature at one w.
    starts : array of shape (k, p)
        Starting values.
    tolerance : float, default 1e-9
        Largest component of the gradient at convergence.
    max_iterations : int, default 500
        Largest number of steps from each start.

    Returns
    -------
    Minima
        The local minimum reached from each start.
    """
    ends = [_minimize(objective, start, tolerance, max_iterations) for start in progress_bar(starts, "starts")]
    return Minima(np.array([w for w, _ in ends]), np.array([value for _, value in ends]))


def _minimize(objective: CurvedObjective, w: Array, tolerance: float, max_iterations: int) -> tuple[Array, float]:
    """Minimise from one start by steps -(B + damping I)^-1 gradient.

    The damping follows the rule of Nielsen (1999): it decreases where the quadratic model predicts the decrease of the
    objective well. It is raised until B + damping I is positive definite.
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
        predicted = -float(gradient @ step) - 0.5 * float(step @ B @ step)
        rounding = _ROUNDING * abs(value)
        # Near the minimum, values differ only by rounding; a smaller gradient is still progress.
        flatter = new_value <= value + rounding and np.abs(new_gradient).max() < np.abs(gradient).max()
        if new_value < value - rounding or flatter:
            agreement = (value - new_value) / predicted if predicted > rounding else 1.0
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
