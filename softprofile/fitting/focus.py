"""Whether the configurations that were evaluated are the right ones to find this boundary, and which way to go on.

The paper warns that a search which is poorly focused spoils the answer: the method wants the region where performance
changes. All is judged in transformed coordinates and relative to the range of z, so that units do not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.fitting.focus_columns import Column, columns_of
from softprofile.util.validation import Array

if TYPE_CHECKING:
    from softprofile.fitting.boundary_fit import BoundaryFit

# A side with no more than this share of the points, or with one point of at least so many, is nearly empty.
_FEW = 0.05
_ENOUGH_FOR_TWO_SIDES = 8
# The representative point is at the edge within this share of the range and with no more than that share of the points
# beyond it, and near the edge beyond the last value but one.
_AT_EDGE, _BEYOND = 0.05, 0.1
_LEVELS_FOR_AN_EDGE = 5
# A gap between neighbouring values of this share of the range is coarse, and where z jumps in it one of that.
_COARSE, _COARSE_FOR_A_JUMP = 0.3, 0.1
# z is flat on a side whose middle 80 % span no more than this share of the whole range, and changes beyond that.
_FLAT, _CHANGING = 0.05, 0.25
_MOST = 0.75
# A hyper-parameter matters where g changes by this share of what it does along the one that matters most.
_MATTERS = 0.25


@dataclass(frozen=True)
class FocusFinding:
    """Something about the grid that spoils the answer, or could better it.

    Attributes
    ----------
    kind
        "side" (nearly empty), "edge" (the representative point is at it), "saturated" (z is flat nearly everywhere)
        or "coarse" (nothing was evaluated about the boundary).
    parameter
        The hyper-parameter to extend or refine.
    direction
        "below" or "above" what was evaluated, or "between" values of it.
    low, high
        Where to evaluate next, in original units.
    plain
        Whether the answer is spoilt, so that `fit` warns; else it could be better.
    sentence
        All this in words.
    """

    kind: str
    parameter: str
    direction: str
    low: float
    high: float
    plain: bool
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def find_focus(fit: BoundaryFit) -> tuple[FocusFinding, ...]:
    """All findings, those that spoil the answer first; none where the grid is well focused."""
    columns = columns_of(fit)
    found = [*_nearly_empty_sides(fit, columns), *_edges(fit, columns), *_saturation(fit, columns)]
    found += _coarse_gaps(fit, columns)
    kept: dict[tuple[str, str], FocusFinding] = {}
    for finding in sorted(found, key=lambda each: not each.plain):
        kept.setdefault((finding.parameter, finding.direction), finding)
    return tuple(kept.values())


def plain_sentences(fit: BoundaryFit) -> tuple[str, ...]:
    """What `fit` has to say about the grid: only what spoils the answer."""
    return tuple(finding.sentence for finding in find_focus(fit) if finding.plain)


def _nearly_empty_sides(fit: BoundaryFit, columns: list[Column]) -> list[FocusFinding]:
    n = len(fit.z)
    found = []
    for side in (1, 2):
        held = fit.sides == side
        count = int(held.sum())
        if count > _FEW * n and not (count == 1 and n >= _ENOUGH_FOR_TWO_SIDES):
            continue
        column, upwards = _column_of(held, columns)
        direction = "above" if upwards else "below"
        room = column.beyond(direction) if column.touches_edge(held, direction) else None
        if room is None:
            direction, room = "between", column.around(held)
            way = f"with {column.name} between {column.text(room[0])} and {column.text(room[1])}"
        else:
            way = f"with {column.name} {direction} {column.text(column.edge(direction))}"
        which, never = ("it", "it") if count == 1 else ("them", "they")
        sentence = (
            f"side {side} holds only {count} of {n} configurations: evaluate more {way}, or leave {which} out if "
            f"{never} would never be chosen."
        )
        found.append(FocusFinding("side", column.name, direction, *room, plain=True, sentence=sentence))
    return found


def _edges(fit: BoundaryFit, columns: list[Column]) -> list[FocusFinding]:
    found = []
    matters = _matters(fit, columns, np.array([column.span for column in columns]))
    for column in (each for each, so in zip(columns, matters, strict=True) if so):
        for direction, gap, second, beyond in (
            ("below", column.at - column.levels[0], column.levels[1] - column.at, column.values < column.at),
            ("above", column.levels[-1] - column.at, column.at - column.levels[-2], column.values > column.at),
        ):
            at_edge = bool(gap <= _AT_EDGE * column.span and beyond.mean() <= _BEYOND)
            room = column.beyond(direction)
            if room is None or not (at_edge or (second > 0 and len(column.levels) >= _LEVELS_FOR_AN_EDGE)):
                continue
            extreme = "smallest" if direction == "below" else "largest"
            where = f"{'at' if at_edge else 'beyond all but'} the {extreme} value of {column.name}"
            edge, limit = column.edge(direction), room[0] if direction == "below" else room[1]
            sentence = (
                f"the representative point lies {where}: extend {column.name} {direction} {column.text(edge)}, "
                f"to about {column.text(limit)}."
            )
            found.append(FocusFinding("edge", column.name, direction, *room, plain=at_edge, sentence=sentence))
    return found


def _saturation(fit: BoundaryFit, columns: list[Column]) -> list[FocusFinding]:
    """z is the same nearly everywhere, and what changes was hardly evaluated."""
    spans = _relative_spans(fit)
    for side in (1, 2):
        flat, share = fit.sides == side, float(np.mean(fit.sides == side))
        if spans[side] > _FLAT or spans[3 - side] < _CHANGING or share < _MOST:
            continue
        column, _ = _column_of(~flat, columns)
        low, high = column.around(~flat)
        sentence = (
            f"{fit.z_name} is flat on side {side}, which holds {share:.0%} of the configurations, and changes on the "
            f"others: evaluate more with {column.name} between {column.text(low)} and {column.text(high)}."
        )
        return [FocusFinding("saturated", column.name, "between", low, high, plain=False, sentence=sentence)]
    return []


def _coarse_gaps(fit: BoundaryFit, columns: list[Column]) -> list[FocusFinding]:
    """Nothing was evaluated about the boundary, in the direction of a hyper-parameter that matters."""
    spans = _relative_spans(fit)
    jumps = max(spans.values()) <= _FLAT
    gaps = np.array([column.gap() for column in columns])
    found = []
    for column, (low, high), so in zip(columns, gaps, _matters(fit, columns, gaps[:, 1] - gaps[:, 0]), strict=True):
        share = (high - low) / column.span
        room = column.inside(low, high)
        if not so or room is None or share < (_COARSE_FOR_A_JUMP if jumps else _COARSE):
            continue
        what = f"{fit.z_name} jumps" if jumps else "the boundary passes"
        sentence = (
            f"{what} between {column.name} = {column.text(room[0])} and {column.text(room[1])}, {share:.0%} of its "
            "range, and nothing was evaluated there: refine between them."
        )
        found.append(FocusFinding("coarse", column.name, "between", *room, plain=False, sentence=sentence))
    return found


def _column_of(held: npt.NDArray[np.bool_], columns: list[Column]) -> tuple[Column, bool]:
    """The hyper-parameter in which some points differ most from the others, and whether they are the larger."""
    effects = [(c.values[held].mean() - c.values[~held].mean()) / c.span for c in columns]
    j = int(np.argmax(np.abs(effects)))
    return columns[j], effects[j] > 0


def _matters(fit: BoundaryFit, columns: list[Column], steps: Array) -> npt.NDArray[np.bool_]:
    """Whether g changes notably over a step of each hyper-parameter from the representative point."""
    moves = np.diag([1e-4 * column.span for column in columns])
    points = np.vstack([fit.representative + moves, fit.representative - moves])
    ahead, behind = np.split(fit.boundary.value(fit.boundary.design(points), fit.parameters), 2)
    changes = np.abs(ahead - behind) / np.diag(moves) * steps
    return np.asarray(changes >= _MATTERS * changes.max())


def _relative_spans(fit: BoundaryFit) -> dict[int, float]:
    """How much of the range of z the middle 80 % of each side span."""
    # Scaled first: the range of z squared, or its sum, need not be a number.
    z = fit.z / np.abs(fit.z).max()
    return {side: float(np.diff(np.quantile(z[fit.sides == side], [0.1, 0.9]))[0] / np.ptp(z)) for side in (1, 2)}
