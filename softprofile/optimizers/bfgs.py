"""BFGS from many starts: scipy's, for boundaries of few parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import optimize

from softprofile.optimizers.objective import Minima, Objective
from softprofile.progress import progress_bar
from softprofile.validation import Array

# Beyond this the inverse Hessian that BFGS keeps is larger than it is worth.
_MAX_DENSE = 60


def minimize_bfgs(objective: Objective, starts: Array, tolerance: float = 1e-9, max_iterations: int = 1000) -> Minima:
    """Run each start to its own minimum; limited-memory BFGS where the parameters are many."""
    ends = [_minimize_one(objective, start, tolerance, max_iterations) for start in progress_bar(starts, "starts")]
    return Minima(np.array([end.x for end in ends]), np.array([float(end.fun) for end in ends]))


def _minimize_one(objective: Objective, start: Array, tolerance: float, max_iterations: int) -> Any:
    def value_and_gradient(w: Array) -> tuple[float, Array]:
        values, gradients = objective(w[None, :])
        return float(values[0]), gradients[0]

    if len(start) <= _MAX_DENSE:
        # The flag that the line search lost precision is no failure here: starts are judged by their value.
        return optimize.minimize(
            value_and_gradient,
            start,
            jac=True,
            method="BFGS",
            options={"gtol": tolerance, "maxiter": max_iterations},
        )
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
