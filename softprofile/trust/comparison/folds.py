"""Folds for cross-validation, stratified by z so that both sides occur in each fold."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from softprofile.util.validation import Array

Folds = npt.NDArray[np.int64]


def stratified_folds(U: Array, z: Array, folds: int, rng: np.random.Generator) -> Folds:
    """Assign each point to a fold, 0 to folds - 1, stratified by z.

    The points are sorted by z, and each block of `folds` neighbours is assigned to the folds by a random permutation.
    The assignment does not depend on any fit, so it is the same for all fits that are compared. Stratified folds give
    slightly better scores than random ones, equally for all fits. Ties of z are broken by u, so the folds depend
    neither on the order of the rows nor on units.
    """
    n = len(z)
    blocks = -(-n // folds)
    assigned = np.concatenate([rng.permutation(folds) for _ in range(blocks)])[:n]
    fold = np.empty(n, dtype=np.int64)
    # lexsort sorts by its last key first.
    fold[np.lexsort((*U.T[::-1], z))] = assigned
    return fold
