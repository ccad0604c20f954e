"""Partitions by their likelihood: exact searches over the features of a boundary, and the w that separates one."""

from __future__ import annotations

from softprofile.model.likelihood import Likelihood
from softprofile.optimization.partitions import Partition, PartitionSearch
from softprofile.optimization.separator import separating_parameters
from softprofile.util.validation import Array

#: Smallest ridge with which a partition's separating parameters are computed first.
SEPARATING_RIDGE = 1e-7


def partition_search(features: Array, likelihood: Likelihood) -> PartitionSearch:
    """Prepare the search over partitions sign(features @ w) for the largest Eq. (3)."""
    return PartitionSearch(
        features,
        value=lambda sides: float(likelihood.hard(sides)),
        chain_values=likelihood.chain,
        min_points=likelihood.density.min_points,
        exact_chains=likelihood.exact_chains,
        exact_thresholds=likelihood.density.quick,
    )


def separator(features: Array, partition: Partition, ridge: float, fallback: Array) -> Array:
    """Return parameters that separate the partition, or `fallback` if rounding leaves none."""
    w = separating_parameters(features, partition.sides, max(ridge, SEPARATING_RIDGE))
    return fallback if w is None else w
