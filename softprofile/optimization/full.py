"""The full search: many starts, the most promising of which are followed to the floor of their valley."""

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

# Slopes at which starts are compared, and how many then go on. Where Newton's method does not lead them down, those of
# BFGS are compared later.
_ROUGH_TOLERANCE = {"bfgs": 1e-3, "adam": 1e-4}
_UNCURVED_TOLERANCE = {"bfgs": 1e-5, "adam": 1e-4}
_POLISHED_STARTS = {"bfgs": 3, "adam": 1}
_ADAM_STEPS = 100


def choose_starts(plan: SearchPlan) -> Array:
    """Return informed starts, random starts and, if g is linear in w, the best partition of a quick exact search."""
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
    """Follow the most promising starts to the floor; of many points, with a sample first."""
    sample = plan.sample
    minima = descend(sample, _most_promising(sample, starts))
    if sample is plan:
        return minima
    best = int(np.argmin(minima.values))
    return descend(plan, minima.parameters[best : best + 1])


def _most_promising(plan: SearchPlan, starts: Array) -> Array:
    """Run all starts to their valleys and keep the lowest."""
    optimizer, objective = plan.boundary.optimizer, plan.objective
    tolerance = (_ROUGH_TOLERANCE if objective.curved else _UNCURVED_TOLERANCE)[optimizer]
    if optimizer == "adam":
        # Single precision is ample for ADAM's noisy steps, and its tanh costs a fraction.
        starts = minimize_adam(objective.objective(plan.ridge, np.float32), starts, _ADAM_STEPS).parameters
        rough = descend(plan, starts, tolerance=tolerance)
    else:
        rough = minimize_bfgs(objective.objective(plan.ridge), starts, tolerance)
    return rough.parameters[np.argsort(rough.values)[: _POLISHED_STARTS[optimizer]]]
