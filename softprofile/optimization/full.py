"""The full search: many starts, the most promising of which are minimised to convergence."""

from __future__ import annotations

import math

import numpy as np

from softprofile.optimization.descent import descend
from softprofile.optimization.likeliest_partition import separator
from softprofile.optimization.optimizers.adam import minimize_adam
from softprofile.optimization.optimizers.bfgs import minimize_bfgs
from softprofile.optimization.optimizers.minima import Minima
from softprofile.optimization.plan import SearchPlan
from softprofile.util.validation import Array

# Largest component of the gradient at which starts are compared, and how many are then minimised to convergence.
# Without a curvature for Newton's method, BFGS starts are compared at a smaller gradient.
_ROUGH_TOLERANCE = {"bfgs": 1e-3, "adam": 1e-4}
_UNCURVED_TOLERANCE = {"bfgs": 1e-5, "adam": 1e-4}
_POLISHED_STARTS = {"bfgs": 3, "adam": 1}
_ADAM_STEPS = 100


def choose_starts(plan: SearchPlan) -> Array:
    """Return informed and random starts and, if g is linear in w, the best partition of a quick exact search."""
    count = math.ceil(plan.boundary.informed_share * plan.n_starts)
    informed = plan.boundary.informed_starts(plan.design, plan.z, count, plan.streams.informed)
    random = plan.boundary.random_starts(plan.design, plan.n_starts - count, plan.streams.random)
    starts = np.vstack([informed, random])
    if plan.boundary.linear:
        w, partition = plan.best_partition
        if partition is not None:
            starts = np.vstack([starts, separator(plan.design, partition, plan.ridge, w)])
    return starts


def minimize_from(plan: SearchPlan, starts: Array) -> Minima:
    """Minimise from the most promising starts; with many points, first on a sample of them."""
    sample = plan.sample
    minima = descend(sample, _most_promising(sample, starts))
    if sample is plan:
        return minima
    best = int(np.argmin(minima.values))
    return descend(plan, minima.parameters[best : best + 1])


def _most_promising(plan: SearchPlan, starts: Array) -> Array:
    """Minimise roughly from all starts and return the lowest."""
    optimizer, objective = plan.boundary.optimizer, plan.objective
    tolerance = (_ROUGH_TOLERANCE if objective.curved else _UNCURVED_TOLERANCE)[optimizer]
    if optimizer == "adam":
        # Single precision suffices for ADAM's noisy steps, and its tanh is much faster.
        starts = minimize_adam(objective.objective(plan.ridge, np.float32), starts, _ADAM_STEPS).parameters
        rough = descend(plan, starts, tolerance=tolerance)
    else:
        rough = minimize_bfgs(objective.objective(plan.ridge), starts, tolerance)
    return rough.parameters[np.argsort(rough.values)[: _POLISHED_STARTS[optimizer]]]
