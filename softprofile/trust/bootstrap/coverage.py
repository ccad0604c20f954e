"""Measured coverage of bootstrap intervals and bands at a nominal level of 90 %.

``python -m studies coverage`` measures it by simulation, and ``python tools/record_coverage.py`` copies the figures
from docs/studies to coverage.csv.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.model.shapes import Shape

NOMINAL = 0.9
# Boundary, density and number of hyper-parameters of the surfaces in that study.
_MEASURED = (
    "linear, gaussian, 2 hyper-parameters",
    "quadratic, gaussian, 2 hyper-parameters",
    "network, gaussian, 2 hyper-parameters",
    "linear, gaussian, 3 hyper-parameters",
    "quadratic, laplace, 2 hyper-parameters",
)


class Measured(NamedTuple):
    """Coverage of an interval or of the band for one resampling scheme on one simulated problem."""

    what: str
    kind: str
    problem: str
    coverage: float
    se: float
    data_sets: int


@cache
def measured() -> tuple[Measured, ...]:
    """Read all measured figures.

    The field `what` is "interval" or "band" for boundaries and "threshold" for elbows. Intervals of the scheme "pairs"
    refer to the representative point of the population of designs, the others to that of the given design.
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
    """Test whether the coverage is below the nominal level by more than two standard errors."""
    return figure.coverage + 2 * figure.se < NOMINAL


def boundary_caveat(kind: str, search: str, fit: BoundaryFit) -> str:
    """State the measured coverage, its shortfalls, and whether fits like this one were measured."""
    if fit.shape.has_curve:
        return _curve_caveat(fit.shape)
    text = (
        f"Measured on simulated surfaces at a nominal {NOMINAL:.0%}: intervals contained the true representative point "
        f"in {_range('interval', kind)}, the band contained {_range('band', kind)} of the true boundary."
    )
    text += _shortfalls("Intervals", "interval", kind) + _shortfalls("The band", "band", kind)
    described = _described(fit)
    if described not in _MEASURED or search == "warm":
        text += f" Coverage was measured for {'; '.join(_MEASURED)}, always by full searches. This fit is {described}"
        text += (
            ", and its replicates start from its own boundary: intervals may be too narrow."
            if search == "warm"
            else "."
        )
    return text


def _described(fit: BoundaryFit) -> str:
    m = len(fit.names)
    return f"{fit.boundary.name}, {fit.density.name}, {m} hyper-parameter{'s' * (m > 1)}"


def elbow_caveat(kind: str, shape: Shape | None = None) -> str:
    """State the measured coverage and its shortfalls."""
    if shape is not None and shape.has_curve:
        return _curve_caveat(shape)
    text = (
        f"Measured on simulated sequences of two levels at a nominal {NOMINAL:.0%}: bootstrap intervals contained the "
        f"true threshold in {_range('threshold', kind)}, likelihood intervals in {_range('threshold', 'likelihood')}."
    )
    return text + _shortfalls("Bootstrap intervals", "threshold", kind)


def _curve_caveat(shape: Shape) -> str:
    """State what is known of the coverage of curves."""
    return (
        f"Coverage was measured for two levels, not for a {shape.name}. The intervals show the effect of noise about "
        "the fitted curve, not that of another curve."
    )


def _figures(what: str, kind: str) -> list[Measured]:
    return [each for each in measured() if (each.what, each.kind) == (what, kind)]


def _shortfalls(subject: str, what: str, kind: str) -> str:
    """List the problems whose coverage falls short of the nominal level, if any, in one sentence."""
    short = [f"{each.problem} ({100 * each.coverage:.0f} %)" for each in _figures(what, kind) if falls_short(each)]
    if not short:
        return ""
    return f" {subject} fell short by more than twice the standard error for {' and '.join(short)}."


def _range(what: str, kind: str) -> str:
    """Format the range of coverages, such as "84 to 93 % (standard errors up to 3 %)"."""
    every = _figures(what, kind)
    low, high = (100 * end(each.coverage for each in every) for end in (min, max))
    return f"{low:.0f} to {high:.0f} % (standard errors up to {100 * max(each.se for each in every):.0f} %)"
