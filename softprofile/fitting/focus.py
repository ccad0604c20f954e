"""Focus of the search: whether the evaluated configurations suit the boundary, and where to evaluate more.

The paper warns that a poorly focused search spoils the answer: the method needs configurations in the region where
performance changes. Everything is judged in transformed coordinates and relative to the range of z, so units do not
matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.fitting.focus_columns import Column, columns_of
from softprofile.fitting.good_side import side_label
from softprofile.util.messages import Message
from softprofile.util.validation import Array

if TYPE_CHECKING:
    from softprofile.fitting.boundary_fit import BoundaryFit

# A side is nearly empty with at most this share of the points, or with one point if there are at least so many.
_FEW = 0.05
_ENOUGH_FOR_TWO_SIDES = 8
# The representative point is at the edge within this share of the range, if at most that share of the points lies
# beyond it. It is near the edge beyond the last value but one, if there are enough values.
_AT_EDGE, _BEYOND = 0.05, 0.1
_LEVELS_FOR_AN_EDGE = 5
# A gap between neighbouring values is coarse from this share of the range, and from that share if z jumps in it.
_COARSE, _COARSE_FOR_A_JUMP = 0.3, 0.1
# z is flat on a side whose middle 80 % span at most this share of the whole range, and changes from that share.
_FLAT, _CHANGING = 0.05, 0.25
_MOST = 0.75
# A hyper-parameter matters if g changes along it by this share of its change along the one that matters most.
_MATTERS = 0.25


@dataclass(frozen=True)
class FocusFinding:
    """A weakness of the grid, and where to evaluate more.

    Attributes
    ----------
    kind : str
        "side" (nearly empty), "edge" (the representative point is at it), "saturated" (z is flat nearly everywhere)
        or "coarse" (nothing was evaluated around the boundary).
    parameter : str
        The hyper-parameter to extend or refine.
    direction : str
        "below" or "above" the range that was evaluated, or "between" values of it.
    low, high : float
        Where to evaluate next, in original units.
    message : Message
        The finding as a message, with its code and severity.

    Examples
    --------
    >>> import softprofile as sp
    >>> surface = sp.datasets.load_surface("forest-fires-enet")
    >>> late = surface[surface["lambda1"] > 3]
    >>> (finding,) = sp.fit(late[["lambda1", "lambda2"]], late["train_mse"]).focus()
    >>> finding.parameter, finding.direction, finding.severity
    ('lambda1', 'below', 'suggestion')
    """

    kind: str
    parameter: str
    direction: str
    low: float
    high: float
    message: Message

    @property
    def severity(self) -> str:
        """Severity: "warning" if the answer is unreliable, otherwise "suggestion"."""
        return self.message.severity

    @property
    def sentence(self) -> str:
        """Return the finding in words."""
        return self.message.text

    def __str__(self) -> str:
        return self.sentence


def find_focus(fit: BoundaryFit) -> tuple[FocusFinding, ...]:
    """Return all findings, warnings first; none if the grid is well focused.

    Parameters
    ----------
    fit : BoundaryFit
        The fit.

    Returns
    -------
    tuple of FocusFinding
        At most one finding for each hyper-parameter and direction.

    Notes
    -----
    If the good side is known, no finding asks for configurations beyond the evaluated range on the poor side: nobody
    would choose them.
    """
    if len(np.unique(fit.sides)) < 2:
        # The corner of a ramp lies outside the range; the fit says that z has not levelled off.
        return ()
    columns = columns_of(fit)
    found = [*_nearly_empty_sides(fit, columns), *_edges(fit, columns), *_saturation(fit, columns)]
    found += _coarse_gaps(fit, columns)
    kept: dict[tuple[str, str], FocusFinding] = {}
    for finding in sorted(found, key=lambda each: each.severity != "warning"):
        kept.setdefault((finding.parameter, finding.direction), finding)
    return tuple(kept.values())


def focus_warnings(fit: BoundaryFit) -> tuple[Message, ...]:
    """Return the messages that `fit` issues about the grid: warnings only, not suggestions.

    Parameters
    ----------
    fit : BoundaryFit
        The fit.

    Returns
    -------
    tuple of Message
        One message for each finding that spoils the answer.
    """
    return tuple(finding.message for finding in find_focus(fit) if finding.severity == "warning")


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
        poor = fit.good_side not in (None, side)
        room = column.beyond(direction) if column.touches_edge(held, direction) and not poor else None
        if room is None:
            direction, room = "between", column.around(held)
            way = f"with {column.name} between {column.text(room[0])} and {column.text(room[1])}"
        else:
            way = f"with {column.name} {direction} {column.text(column.edge(direction))}"
        which, never = ("it", "it") if count == 1 else ("them", "they")
        message = Message(
            "side-nearly-empty",
            f"{side_label(side, fit.better)} holds only {count} of {n} configurations: evaluate more {way}, or leave "
            f"{which} out if {never} would never be chosen.",
        )
        found.append(FocusFinding("side", column.name, direction, *room, message))
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
            if fit.good_side not in (None, _side_towards(fit, column, direction)):
                continue
            extreme = "smallest" if direction == "below" else "largest"
            where = f"{'at' if at_edge else 'beyond all but'} the {extreme} value of {column.name}"
            edge, limit = column.edge(direction), room[0] if direction == "below" else room[1]
            text = (
                f"the representative point lies {where}: extend {column.name} {direction} {column.text(edge)}, "
                f"to about {column.text(limit)}{'' if fit.good_side is None else ', further into the good side'}."
            )
            message = Message("point-at-edge", text) if at_edge else Message("point-near-edge", text)
            found.append(FocusFinding("edge", column.name, direction, *room, message))
    return found


def _saturation(fit: BoundaryFit, columns: list[Column]) -> list[FocusFinding]:
    """z is flat nearly everywhere, and few configurations were evaluated where it changes."""
    spans = _relative_spans(fit)
    for side in (1, 2):
        flat, share = fit.sides == side, float(np.mean(fit.sides == side))
        if spans[side] > _FLAT or spans[3 - side] < _CHANGING or share < _MOST:
            continue
        column, _ = _column_of(~flat, columns)
        low, high = column.around(~flat)
        message = Message(
            "side-saturated",
            f"{fit.z_name} is flat on {side_label(side, fit.better)}, which holds {share:.0%} of the configurations, "
            f"and changes on the others: evaluate more with {column.name} between {column.text(low)} and "
            f"{column.text(high)}.",
        )
        return [FocusFinding("saturated", column.name, "between", low, high, message)]
    return []


def _coarse_gaps(fit: BoundaryFit, columns: list[Column]) -> list[FocusFinding]:
    """Nothing was evaluated around the boundary, along a hyper-parameter that matters."""
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
        message = Message(
            "grid-coarse",
            f"{what} between {column.name} = {column.text(room[0])} and {column.text(room[1])}, {share:.0%} of its "
            "range, and nothing was evaluated there: refine between them.",
        )
        found.append(FocusFinding("coarse", column.name, "between", *room, message))
    return found


def _column_of(held: npt.NDArray[np.bool_], columns: list[Column]) -> tuple[Column, bool]:
    """The hyper-parameter in which the held points differ most from the others, and whether theirs is larger."""
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


def _side_towards(fit: BoundaryFit, column: Column, direction: str) -> int:
    """Side of the configurations next to the representative point in a direction of one hyper-parameter."""
    step = np.zeros(len(fit.names))
    step[column.index] = 1e-4 * column.span * (1 if direction == "above" else -1)
    points = np.vstack([fit.representative + step, fit.representative - step])
    ahead, behind = fit.boundary.value(fit.boundary.design(points), fit.parameters)
    return 2 if ahead > behind else 1


def _relative_spans(fit: BoundaryFit) -> dict[int, float]:
    """Share of the range of z that the middle 80 % of each side span."""
    # Scaled first: sums of very large z would overflow.
    z = fit.z / np.abs(fit.z).max()
    return {side: float(np.diff(np.quantile(z[fit.sides == side], [0.1, 0.9]))[0] / np.ptp(z)) for side in (1, 2)}
