"""Local minimisation of the objective, shared by all soft searches."""

from __future__ import annotations

import numpy as np

from softprofile.optimization.optimizers.adam import minimize_adam
from softprofile.optimization.optimizers.bfgs import minimize_bfgs
from softprofile.optimization.optimizers.minima import Minima
from softprofile.optimization.optimizers.newton import minimize_newton
from softprofile.optimization.plan import SearchPlan
from softprofile.util.validation import Array

# Largest component of the gradient at convergence.
_NEWTON_TOLERANCE, _BFGS_TOLERANCE = 1e-11, 1e-9
_PLAIN_ADAM_STEPS, _PLAIN_LEARNING_RATE = 2000, 0.01


def descend(plan: SearchPlan, starts: Array, ridge: float | None = None, tolerance: float | None = None) -> Minima:
    """Minimise the objective from each start, by Newton's method or BFGS.

    Parameters
    ----------
    plan : SearchPlan
        Data and model.
    starts : array of shape (k, p)
        Starting values of w.
    ridge : float, optional
        Penalty of the objective; that of the plan unless given.
    tolerance : float, optional
        Largest component of the gradient at convergence.

    Returns
    -------
    Minima
        The local minimum reached from each start.
    """
    ridge = plan.ridge if ridge is None else ridge
    if plan.objective.curved:
        return minimize_newton(plan.objective.curved_objective(ridge), starts, tolerance or _NEWTON_TOLERANCE)
    return minimize_bfgs(plan.objective.objective(ridge), starts, tolerance or _BFGS_TOLERANCE)


def minimize_by_plain_adam(plan: SearchPlan, starts: Array) -> Minima:
    """Minimise by the paper's ADAM, with a constant learning rate and a fixed number of steps."""
    # Single precision suffices for ADAM's noisy steps, and its tanh is much faster.
    objective = plan.objective.objective(plan.ridge, np.float32)
    return minimize_adam(objective, starts, _PLAIN_ADAM_STEPS, _PLAIN_LEARNING_RATE, anneal=False)
