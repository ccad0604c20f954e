"""The literal procedure of the paper: random starts, then BFGS or ADAM."""

from __future__ import annotations

from softprofile.optimization.descent import minimize_by_plain_adam
from softprofile.optimization.optimizers.bfgs import minimize_bfgs
from softprofile.optimization.optimizers.minima import Minima
from softprofile.optimization.plan import SearchPlan

# The paper does not give the size of its starts. With size 1, the errors of its simulation are further from those that
# it reports.
_START_SIZE = 0.1


def minimize_as_in_the_paper(plan: SearchPlan) -> Minima:
    """Minimise from random starts only (``preset="paper"``)."""
    rng = plan.streams.main
    if plan.boundary.optimizer == "adam":
        return minimize_by_plain_adam(plan, plan.boundary.random_starts(plan.design, plan.n_starts, rng))
    p = plan.boundary.n_parameters(plan.V.shape[1])
    starts = _START_SIZE * rng.standard_normal((plan.n_starts, p))
    return minimize_bfgs(plan.objective.objective(plan.ridge), starts, tolerance=1e-5)
