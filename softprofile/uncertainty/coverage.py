"""What `python -m studies coverage` measured: how often intervals and bands of 90 % held the truth.

The figures are those of docs/studies/coverage-1.csv and coverage-2.csv; a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from softprofile.boundaries import Linear, Quadratic
from softprofile.results import BoundaryFit

NOMINAL = 0.9


class Measured(NamedTuple):
    """A coverage and its standard error."""

    coverage: float
    se: float


class BoundaryCoverage(NamedTuple):
    """Of a surface: its boundary and shift, the coverage of intervals and that of the band."""

    boundary: str
    shift: float
    interval: Measured
    band: Measured


class ElbowCoverage(NamedTuple):
    """Of a sequence: its length and shift, and the coverage of intervals."""

    n: int
    shift: int
    interval: Measured


#: By kind. Pairs are about the representative point of the population of designs, the others about that of the design.
BOUNDARIES: dict[str, tuple[BoundaryCoverage, ...]] = {
    k: (BoundaryCoverage("linear", 3.0, Measured(0.9, 0.03), Measured(0.9, 0.03)),)
    for k in ("residual", "pairs", "parametric")
}

ELBOWS: dict[str, tuple[ElbowCoverage, ...]] = {
    k: (ElbowCoverage(60, 3, Measured(0.9, 0.03)),) for k in ("likelihood", "residual", "pairs", "parametric")
}


def boundary_caveat(kind: str, search: str, fit: BoundaryFit) -> str:
    """The measured coverage, and what of this fit was not measured."""
    rows = BOUNDARIES[kind]
    interval, band = _range(row.interval for row in rows), _range(row.band for row in rows)
    text = (
        f"Measured on simulated surfaces at a nominal {NOMINAL:.0%}: intervals held the true representative point in "
        f"{interval}, the band held {band} of the true boundary."
    )
    unlike = [
        *(["another boundary"] if not isinstance(fit.boundary, Linear | Quadratic) else []),
        *([f"{len(fit.names)} hyper-parameter{'s' * (len(fit.names) > 1)}"] if len(fit.names) != 2 else []),
        *(["another density"] if fit.density.name != "gaussian" else []),
        *([f"search {search!r}"] if search == "warm" else []),
    ]
    if unlike:
        text += f" Those were Gaussian, linear and quadratic in two dimensions; here is {' and '.join(unlike)}."
    return text


def elbow_caveat(kind: str) -> str:
    """The measured coverage."""
    return (
        f"Measured on simulated sequences of two levels at a nominal {NOMINAL:.0%}: bootstrap intervals held the true "
        f"threshold in {_range(row.interval for row in ELBOWS[kind])}, likelihood intervals in "
        f"{_range(row.interval for row in ELBOWS['likelihood'])}."
    )


def _range(measured: Iterable[Measured]) -> str:
    """Such as "84 to 93 % (standard errors up to 3 %)"."""
    every = list(measured)
    low, high = (100 * pick(each.coverage for each in every) for pick in (min, max))
    return f"{low:.0f} to {high:.0f} % (standard errors up to {100 * max(each.se for each in every):.0f} %)"
