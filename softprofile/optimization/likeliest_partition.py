"""Exact searches for the most likely partition, and the parameters w that separate it."""

from __future__ import annotations

from softprofile.model.likelihood import Likelihood
from softprofile.optimization.partitions import Partition, PartitionSearch
from softprofile.optimization.separator import separating_parameters
from softprofile.util.validation import Array

#: Smallest ridge with which the search for separating parameters begins.
SEPARATING_RIDGE = 1e-7


def partition_search(features: Array, likelihood: Likelihood) -> PartitionSearch:
    """Return a search for the partition sign(features @ w) that maximises Eq. (3)."""
    return PartitionSearch(
        features,
        value=lambda sides: float(likelihood.hard(sides)),
        chain_values=likelihood.chain,
        min_points=likelihood.density.min_points,
        exact_chains=likelihood.exact_chains,
        exact_thresholds=likelihood.density.quick,
    )


def separator(features: Array, partition: Partition, ridge: float, fallback: Array) -> Array:
    """Return parameters that separate the partition, or `fallback` if none are found due to rounding."""
    w = separating_parameters(features, partition.sides, max(ridge, SEPARATING_RIDGE))
    return fallback if w is None else w
