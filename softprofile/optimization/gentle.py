"""The gentle search: a few soft starts, used when evidence of two levels is weak.

The most likely boundary would then fit the noise. The local minimum reached from a soft start is nearer to the truth.
"""

from __future__ import annotations

from softprofile.optimization.descent import descend, minimize_by_plain_adam
from softprofile.optimization.optimizers.bfgs import minimize_bfgs
from softprofile.optimization.optimizers.minima import Minima
from softprofile.optimization.plan import SearchPlan
from softprofile.util.validation import Array

# Tolerance of BFGS, by whether Newton's method follows it.
_TOLERANCE = {True: 1e-5, False: 1e-9}


def minimize_gently(plan: SearchPlan, starts: Array) -> Minima:
    """Minimise from soft starts, by BFGS and then Newton's method, or by plain ADAM."""
    if plan.boundary.optimizer == "adam":
        return minimize_by_plain_adam(plan, starts)
    curved = plan.objective.curved
    near = minimize_bfgs(plan.objective.objective(plan.ridge), starts, _TOLERANCE[curved])
    return descend(plan, near.parameters) if curved else near
