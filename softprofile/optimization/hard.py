"""Hard searches for the w whose partition maximises Eq. (3)."""

from __future__ import annotations

import numpy as np

from softprofile.optimization.descent import descend
from softprofile.optimization.found import Found
from softprofile.optimization.full import choose_starts, minimize_from
from softprofile.optimization.likeliest_partition import partition_search, separator
from softprofile.optimization.partitions import Partition, PartitionSearch
from softprofile.optimization.plan import SearchPlan
from softprofile.util.errors import NoBoundaryError
from softprofile.util.progress import progress_bar
from softprofile.util.validation import Array

# Factors of the ridge, one after another.
_ANNEALING = (1.0, 1e-2, 1e-4)


def search_hard(plan: SearchPlan) -> Found:
    """Search for the best partition.

    If g is linear in w, the search uses exact line searches over partitions. Otherwise it anneals the ridge of soft
    fits.

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
        If no partition has enough points on both sides.
    """
    return _search_exactly(plan) if plan.boundary.linear else _search_by_annealing(plan)


def _search_exactly(plan: SearchPlan) -> Found:
    search = partition_search(plan.design, plan.likelihood)
    best = search.exhaustive() if search.exhaustive_is_affordable() else None
    end = plan.boundary.informed_starts(plan.design, plan.z, 1, plan.streams.main)[0]
    if best is None:
        end, best = _search_from_many_starts(plan, search)
    if best is None:
        raise NoBoundaryError(
            f"no partition leaves {plan.likelihood.density.min_points} points on each side: "
            "try another boundary or density."
        )
    w = separator(plan.design, best, plan.ridge, end)
    certified = best.certified and np.array_equal(plan.design @ w > 0, best.sides)
    return Found(w, plan.ridge, plan.n_starts, certified)


def _search_from_many_starts(plan: SearchPlan, search: PartitionSearch) -> tuple[Array, Partition | None]:
    starts = choose_starts(plan.sample)
    minima = minimize_from(plan, starts).parameters
    rng = plan.streams.main
    if not plan.likelihood.density.quick:
        # Every step costs a numerical fit, so only the most promising starts are searched.
        ends = [search.ascend(start[None, :], rng) for start in progress_bar(minima, "starts")]
        return max(ends, key=lambda end: -np.inf if end[1] is None else end[1].value)
    return search.explore(search.ascend(np.vstack([starts, minima]), rng)[0], rng)


def _search_by_annealing(plan: SearchPlan) -> Found:
    minima = minimize_from(plan, choose_starts(plan.sample))
    candidates = list(minima.parameters)
    for factor in _ANNEALING:
        # A smaller ridge lets the boundary become steeper, that is, nearer to a hard partition.
        minima = descend(plan, minima.parameters, plan.ridge * factor)
        candidates += list(minima.parameters)
    candidates += [polished for w in minima.parameters if (polished := _polish_linear_part(plan, w)) is not None]
    two_sided = [w for w in candidates if _smaller_side(plan, w) >= plan.likelihood.density.min_points]
    if not two_sided:
        raise NoBoundaryError("all points lie on one side of every boundary found: try another boundary or density.")
    best = max(two_sided, key=lambda w: float(plan.likelihood.hard(plan.boundary.value(plan.design, w) > 0)))
    return Found(best, plan.ridge, plan.n_starts)


def _polish_linear_part(plan: SearchPlan, w: Array) -> Array | None:
    """Search exactly over the parameters in which g is linear, such as a network's output layer."""
    part = plan.boundary.linear_part(plan.design, w)
    if part is None:
        return None
    found, partition = partition_search(part.features, plan.likelihood).explore(w[part.position], plan.streams.main)
    polished = w.copy()
    if partition is not None:
        polished[part.position] = separator(part.features, partition, plan.ridge, found)
    return polished


def _smaller_side(plan: SearchPlan, w: Array) -> int:
    positive = int((plan.boundary.value(plan.design, w) > 0).sum())
    return min(positive, plan.likelihood.n - positive)
