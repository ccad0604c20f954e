"""Random fits of every kind: each result is finite and consistent with itself, or the error is one clear sentence.

A few hundred run by default. ``SOFTPROFILE_RANDOM_FITS=10000 pytest -n auto tests/hardening/test_random_fits.py`` runs
as many as are asked for, from ``SOFTPROFILE_FIRST_SEED`` (0) on. A failure prints its seed, and
``random_problem(seed).fit()`` repeats it.
"""

from __future__ import annotations

import os
import warnings

import pytest

from softprofile.util.errors import InputError, NoBoundaryError, SoftProfileWarning
from tests.hardening.consistency import check_fit
from tests.hardening.problems import RandomProblem, random_problem

FITS = int(os.environ.get("SOFTPROFILE_RANDOM_FITS", "200"))
FIRST = int(os.environ.get("SOFTPROFILE_FIRST_SEED", "0"))
BLOCK = 25
# Constant columns, and data that no boundary splits, are refused; most problems are neither.
MOST_REFUSED = 0.15


@pytest.mark.parametrize("first", range(FIRST, FIRST + FITS, BLOCK))
def test_every_result_is_consistent_or_refused_in_one_sentence(first: int) -> None:
    failures, refused = [], 0
    for seed in range(first, min(first + BLOCK, FIRST + FITS)):
        problem = random_problem(seed)
        try:
            refused += not answered(problem)
        except Exception as error:
            failures.append(f"{type(error).__name__}: {error}\n{problem}")
    assert not failures, f"{len(failures)} of {BLOCK} problems:\n\n" + "\n\n".join(failures)
    assert refused <= MOST_REFUSED * BLOCK + 3


def answered(problem: RandomProblem) -> bool:
    """Whether there is a fit, which is checked; else the error must be a sentence."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", SoftProfileWarning)
        try:
            f = problem.fit()
        except (InputError, NoBoundaryError) as error:
            sentence = str(error)
        else:
            check_fit(f)
            return True
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return False
