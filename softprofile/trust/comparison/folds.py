"""Folds for cross-validation in which low and high z are alike frequent, so that both sides occur in each."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from softprofile.util.validation import Array

Folds = npt.NDArray[np.int64]


def stratified_folds(U: Array, z: Array, folds: int, rng: np.random.Generator) -> Folds:
    """The fold, 0 to folds - 1, of each point.

    The points are taken in the order of z, and each run of `folds` neighbours is dealt out at random, one to a fold.
    The partition of no fit is asked, so the folds are the same for all fits that are compared. Balanced folds make all
    scores a little better than folds dealt out blindly would, and those of all fits alike. Ties of z are broken by
    u: the folds do not depend on the order of the rows, nor on units.
    """
    n = len(z)
    runs = -(-n // folds)
    dealt = np.concatenate([rng.permutation(folds) for _ in range(runs)])[:n]
    fold = np.empty(n, dtype=np.int64)
    # The last key is the first to be sorted by.
    fold[np.lexsort((*U.T[::-1], z))] = dealt
    return fold
