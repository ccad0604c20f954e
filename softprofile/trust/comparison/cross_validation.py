"""Cross-validation: log predictive densities of held-out points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.refitting import refit
from softprofile.trust.comparison.folds import Folds, stratified_folds
from softprofile.trust.comparison.prediction import log_one_level, log_predictive
from softprofile.util.errors import InputError
from softprofile.util.streams import random_stream
from softprofile.util.validation import MIN_POINTS, Array, is_constant, require_count

#: Errors of a pair that cannot be fitted, also of a user-defined density or boundary that divides by zero.
FIT_ERRORS = (ValueError, ArithmeticError)

Mask = npt.NDArray[np.bool_]


def assign_folds(U: Array, z: Array, folds: int | None, repeats: int, seed: int) -> Folds:
    """Assign each point to a fold in each repeat: shape (repeats, n), or (0, n) without cross-validation."""
    times, n = require_count(repeats, "repeats"), len(z)
    if folds is None:
        return np.empty((0, n), dtype=np.int64)
    number = require_count(folds, "folds", at_least=2)
    if n - -(-n // number) < MIN_POINTS:
        raise InputError(
            f"{n} points in {number} folds leave fewer than {MIN_POINTS} to fit: give more points, or folds=None."
        )
    rng = random_stream(seed, "folds", n)
    return np.array([stratified_folds(U, z, number, rng) for _ in range(times)])


def score_held_out(found: BoundaryFit, held_out: Mask) -> tuple[Array, Array] | str:
    """Compute log predictive densities of the held-out points with and without a boundary, or return the error."""
    U, z = found.U[~held_out], found.z[~held_out]
    if is_constant(z):
        return "z is constant without one of the folds: there are too few different values to cross-validate."
    try:
        other = refit(found, z, U)
        new_U, new_z = found.U[held_out], found.z[held_out]
        return log_predictive(other, new_U, new_z), log_one_level(other, new_z)
    except FIT_ERRORS as error:
        return f"cross-validation failed: {str(error) or type(error).__name__}"


def collect(
    outcomes: Sequence[tuple[Array, Array] | str], splits: Sequence[Mask], repeats: int
) -> tuple[Array | None, Array | None, str]:
    """Average the scores of all points over the repeats, with and without a boundary; or return the first error."""
    trouble = [outcome for outcome in outcomes if isinstance(outcome, str)]
    if trouble or not outcomes:
        return None, None, trouble[0] if trouble else ""
    totals = np.zeros((2, len(splits[0])))
    for outcome, held_out in zip(outcomes, splits, strict=True):
        totals[:, held_out] += np.array(outcome)
    scores, one_level = totals / repeats
    return scores, one_level, ""
