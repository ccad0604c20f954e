"""Soft searches for the w that maximises Eq. (5) minus the ridge penalty."""

from __future__ import annotations

import numpy as np

from softprofile.optimization.descent import descend
from softprofile.optimization.found import Found
from softprofile.optimization.full import choose_starts, minimize_from
from softprofile.optimization.gentle import minimize_gently
from softprofile.optimization.likeliest_partition import partition_search, separator
from softprofile.optimization.optimizers.bfgs import minimize_bfgs
from softprofile.optimization.optimizers.minima import Minima
from softprofile.optimization.paper import minimize_as_in_the_paper
from softprofile.optimization.plan import SearchPlan
from softprofile.util.errors import NoBoundaryError
from softprofile.util.validation import Array

# How often the ridge of a threshold is divided by 100.
_RIDGE_CUTS = 6


def search_soft(plan: SearchPlan) -> Found:
    """Search as planned and return the best minimum that has points on both sides.

    Parameters
    ----------
    plan : SearchPlan
        Data, model and settings of the search.

    Returns
    -------
    Found
        The best parameters found.

    Raises
    ------
    NoBoundaryError
        If every start ends with all points on one side.
    """
    w = _best_two_sided(plan, _minimize(plan))
    if plan.adjust_ridge and plan.is_threshold:
        return _lower_ridge_to_best_threshold(plan, w)
    return Found(w, plan.ridge, plan.n_starts)


def _minimize(plan: SearchPlan) -> Minima:
    if plan.how == "paper":
        return minimize_as_in_the_paper(plan)
    if plan.starts is None:
        return minimize_from(plan, choose_starts(plan.sample))
    return minimize_gently(plan, plan.starts) if plan.how == "gentle" else descend(plan, plan.starts)


def _best_two_sided(plan: SearchPlan, minima: Minima) -> Array:
    values = plan.objective.values(minima.parameters)
    two_sided = np.any(values > 0, axis=1) & np.any(values <= 0, axis=1)
    if not two_sided.any():
        raise NoBoundaryError(
            "every start ended with all points on one side: no boundary of this family splits these data. "
            "Try another boundary or density, or more starts."
        )
    return minima.parameters[int(np.argmin(np.where(two_sided, minima.values, np.inf)))]


def _lower_ridge_to_best_threshold(plan: SearchPlan, w: Array) -> Found:
    """Lower the ridge of a threshold until the fit yields the best partition.

    That partition is known exactly. It is the limit of the softened fit as the ridge vanishes.
    """
    ridge = plan.ridge
    best = partition_search(plan.design, plan.likelihood).exhaustive()
    if best is None:
        return Found(w, ridge, plan.n_starts)
    start = separator(plan.design, best, ridge, w)
    for _ in range(_RIDGE_CUTS):
        if float(plan.likelihood.hard(plan.design @ w > 0)) >= best.value - 1e-9 * max(1.0, abs(best.value)):
            return Found(w, ridge, plan.n_starts)
        ridge /= 100
        w = minimize_bfgs(plan.objective.objective(ridge), start[None, :]).parameters[0]
    return Found(start, ridge, plan.n_starts)
