"""Diagnose a fit: residuals, tests, leverage and warnings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.trust.diagnostics.checks import all_checks
from softprofile.trust.diagnostics.findings import findings
from softprofile.trust.diagnostics.leverage import leave_each_out
from softprofile.trust.diagnostics.residuals import tails_of_fit
from softprofile.trust.diagnostics.results import Diagnosis
from softprofile.util.errors import InputError, require_choice
from softprofile.util.streams import random_stream
from softprofile.util.validation import require_count

#: Searches for the boundary without a configuration; the first is the default.
REFITS = ("warm", "full")


def diagnose(
    fit: BoundaryFit,
    *,
    refits: str = "warm",
    rows: Sequence[int] | None = None,
    n_jobs: int | None = 1,
    random_state: int = 0,
) -> Diagnosis:
    """Implement `BoundaryFit.diagnose`, which documents the arguments."""
    warm = require_choice(refits, REFITS, "refits") == "warm"
    rng = random_stream(require_count(random_state, "random_state", at_least=0), "diagnosis")
    tails = tails_of_fit(fit)
    checks = tuple(all_checks(fit, rng))
    left_out = leave_each_out(fit, _rows(rows, len(fit.z)), warm=warm, n_jobs=n_jobs)
    return Diagnosis(fit, checks, left_out, tails, tuple(findings(fit, checks, left_out, tails)))


def _rows(rows: Any, n: int) -> list[int]:
    """Validate the rows to leave out; all of them by default."""
    if rows is None:
        return list(range(n))
    try:
        wanted = [require_count(row, "each of rows", at_least=0) for row in rows]
    except TypeError:
        raise InputError(f"rows must be rows of the data, such as [0, 3], not {rows!r}.") from None
    if not wanted or max(wanted) >= n:
        raise InputError(f"rows must name at least one of the rows 0 to {n - 1}, not {rows!r}.")
    return wanted
