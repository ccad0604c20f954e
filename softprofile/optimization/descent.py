"""From starts to the floors of their valleys: what all soft searches share."""

from __future__ import annotations

import numpy as np

from softprofile.optimization.optimizers.adam import minimize_adam
from softprofile.optimization.optimizers.bfgs import minimize_bfgs
from softprofile.optimization.optimizers.minima import Minima
from softprofile.optimization.optimizers.newton import minimize_newton
from softprofile.optimization.plan import SearchPlan
from softprofile.util.validation import Array

# Slopes at which a valley counts as descended.
_NEWTON_FLOOR, _BFGS_FLOOR = 1e-11, 1e-9
_PLAIN_ADAM_STEPS, _PLAIN_LEARNING_RATE = 2000, 0.01


def descend(plan: SearchPlan, starts: Array, ridge: float | None = None, tolerance: float | None = None) -> Minima:
    """Minimise the objective from each start, until no slope exceeds the tolerance."""
    ridge = plan.ridge if ridge is None else ridge
    if plan.objective.curved:
        return minimize_newton(plan.objective.curved_objective(ridge), starts, tolerance or _NEWTON_FLOOR)
    return minimize_bfgs(plan.objective.objective(ridge), starts, tolerance or _BFGS_FLOOR)


def minimize_by_plain_adam(plan: SearchPlan, starts: Array) -> Minima:
    """Run the paper's ADAM: a constant learning rate and a fixed number of steps."""
    # Single precision is ample for ADAM's noisy steps, and its tanh costs a fraction.
    objective = plan.objective.objective(plan.ridge, np.float32)
    return minimize_adam(objective, starts, _PLAIN_ADAM_STEPS, _PLAIN_LEARNING_RATE, anneal=False)
