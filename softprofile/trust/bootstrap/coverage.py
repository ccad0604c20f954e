"""What `python -m studies coverage` measured: how often intervals and bands of 90 % held the truth.

The figures are in coverage.csv, which `python tools/record_coverage.py` takes from docs/studies.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from softprofile.fitting.boundary_fit import BoundaryFit

NOMINAL = 0.9
#: The boundary, the density and the number of hyper-parameters of the surfaces of that study.
_MEASURED = (
    "linear, gaussian, 2 hyper-parameters",
    "quadratic, gaussian, 2 hyper-parameters",
    "network, gaussian, 2 hyper-parameters",
    "linear, gaussian, 3 hyper-parameters",
    "quadratic, laplace, 2 hyper-parameters",
)


class Measured(NamedTuple):
    """The coverage of one kind of interval, or of the band, on one simulated problem, and its standard error."""

    what: str
    kind: str
    problem: str
    coverage: float
    se: float
    data_sets: int


@cache
def measured() -> tuple[Measured, ...]:
    """All figures. `what` is "interval" or "band" of boundaries, or "threshold" of elbows.

    Intervals of pairs are about the representative point of the population of designs, the others about that of the
    design.
    """
    with (files("softprofile.trust.bootstrap") / "coverage.csv").open(encoding="utf-8") as file:
        return tuple(
            Measured(
                row["what"],
                row["kind"],
                row["problem"],
                float(row["coverage"]),
                float(row["se"]),
                int(row["data sets"]),
            )
            for row in csv.DictReader(file)
        )


def falls_short(figure: Measured) -> bool:
    """Whether the coverage is below the nominal one by more than twice its standard error."""
    return figure.coverage + 2 * figure.se < NOMINAL


def boundary_caveat(kind: str, search: str, fit: BoundaryFit) -> str:
    """The measured coverage, where it falls short, and what of this fit was not measured."""
    text = (
        f"Measured on simulated surfaces at a nominal {NOMINAL:.0%}: intervals held the true representative point in "
        f"{_range('interval', kind)}, the band held {_range('band', kind)} of the true boundary."
    )
    text += _shortfalls("Intervals", "interval", kind) + _shortfalls("The band", "band", kind)
    described = _described(fit)
    if described not in _MEASURED or search == "warm":
        text += f" Measured were {'; '.join(_MEASURED)}, none of them by warm searches. This fit is {described}"
        text += (
            ", and its replicates begin at its own boundary: intervals may be too narrow." if search == "warm" else "."
        )
    return text


def _described(fit: BoundaryFit) -> str:
    m = len(fit.names)
    return f"{fit.boundary.name}, {fit.density.name}, {m} hyper-parameter{'s' * (m > 1)}"


def elbow_caveat(kind: str) -> str:
    """The measured coverage, and where it falls short."""
    text = (
        f"Measured on simulated sequences of two levels at a nominal {NOMINAL:.0%}: bootstrap intervals held the true "
        f"threshold in {_range('threshold', kind)}, likelihood intervals in {_range('threshold', 'likelihood')}."
    )
    return text + _shortfalls("Bootstrap intervals", "threshold", kind)


def _figures(what: str, kind: str) -> list[Measured]:
    return [each for each in measured() if (each.what, each.kind) == (what, kind)]


def _shortfalls(subject: str, what: str, kind: str) -> str:
    """A sentence on the problems where the coverage is short of the nominal one, if there are any."""
    short = [f"{each.problem} ({100 * each.coverage:.0f} %)" for each in _figures(what, kind) if falls_short(each)]
    if not short:
        return ""
    return f" {subject} fell short by more than twice the standard error for {' and '.join(short)}."


def _range(what: str, kind: str) -> str:
    """Such as "84 to 93 % (standard errors up to 3 %)"."""
    every = _figures(what, kind)
    low, high = (100 * end(each.coverage for each in every) for end in (min, max))
    return f"{low:.0f} to {high:.0f} % (standard errors up to {100 * max(each.se for each in every):.0f} %)"
