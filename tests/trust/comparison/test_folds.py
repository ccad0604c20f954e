from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softprofile.trust.comparison.folds import stratified_folds


@given(st.lists(st.integers(-3, 3), min_size=4, max_size=40), st.integers(2, 7), st.integers(0, 5))
def test_folds_are_balanced_and_stratified_by_z(values: list[int], folds: int, seed: int) -> None:
    z = np.array(values, dtype=float)
    U = np.random.default_rng(seed).standard_normal((len(z), 2))
    fold = stratified_folds(U, z, folds, np.random.default_rng(seed))
    sizes = np.bincount(fold, minlength=folds)
    assert sizes.max() - sizes.min() <= 1
    # Among the k lowest z, the numbers per fold differ by at most two, for every k.
    order = np.lexsort((U[:, 1], U[:, 0], z))
    for k in range(1, len(z) + 1):
        held = np.bincount(fold[order[:k]], minlength=folds)
        assert held.max() - held.min() <= 2


@pytest.mark.parametrize("seed", range(5))
def test_neither_order_nor_units_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    U, z = rng.integers(0, 3, (40, 2)).astype(float), rng.integers(0, 4, 40).astype(float)
    z += 1e-3 * np.arange(40) * (U[:, 0] == U[:, 1])
    fold = stratified_folds(U, z, 5, np.random.default_rng(0))
    order = rng.permutation(40)
    again = stratified_folds(7 * U[order], 100 + 3 * z[order], 5, np.random.default_rng(0))
    # Identical points may be swapped.
    key = [tuple(row) for row in np.column_stack([U, z])]
    before = sorted(zip(key, fold, strict=True))
    after = sorted(zip([key[i] for i in order], again, strict=True))
    assert before == after
