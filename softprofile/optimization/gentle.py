"""The gentle search: a few soft starts, when evidence of two levels is weak.

The likeliest of all boundaries then follows the noise; what is reached from a soft start is nearer to the truth.
"""

from __future__ import annotations

from softprofile.optimization.descent import descend, minimize_by_plain_adam
from softprofile.optimization.optimizers.bfgs import minimize_bfgs
from softprofile.optimization.optimizers.minima import Minima
from softprofile.optimization.plan import SearchPlan
from softprofile.util.validation import Array

_TOLERANCE = {True: 1e-5, False: 1e-9}


def minimize_gently(plan: SearchPlan, starts: Array) -> Minima:
    """Descend from soft starts: by BFGS and then Newton's method, or by plain ADAM."""
    if plan.boundary.optimizer == "adam":
        return minimize_by_plain_adam(plan, starts)
    curved = plan.objective.curved
    near = minimize_bfgs(plan.objective.objective(plan.ridge), starts, _TOLERANCE[curved])
    return descend(plan, near.parameters) if curved else near
