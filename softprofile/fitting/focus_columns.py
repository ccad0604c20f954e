"""One hyper-parameter of a fit: the values evaluated, where it ends, and the room that is left."""

from __future__ import annotations

import math
import sys
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.util.validation import Array

if TYPE_CHECKING:
    from softprofile.fitting.boundary_fit import BoundaryFit

# How far beyond its edge a range is extended, as a share of it.
EXTENSION = 0.5
# Values closer than this share of the range are one.
_SAME = 1e-9


def columns_of(fit: BoundaryFit) -> list[Column]:
    """All hyper-parameters of a fit."""
    V = fit.transformed
    return [Column(fit, j, V[:, j]) for j in range(len(fit.names))]


class Column:
    """A hyper-parameter in transformed coordinates; limits are handed out in original units."""

    def __init__(self, fit: BoundaryFit, j: int, values: Array) -> None:
        self.index, self.name = j, fit.names[j]
        self.values = values
        self.at = float(fit.representative[j])
        self.original: Array = fit.U[:, j]
        self.logged = fit.transform.kinds[j] == "log"
        self._centre, self._scale = float(fit.transform.centres[j]), float(fit.transform.scales[j])

    @cached_property
    def levels(self) -> Array:
        """The distinct values, in order."""
        ordered = np.sort(self.values)
        return ordered[np.concatenate([[True], np.diff(ordered) > _SAME * (ordered[-1] - ordered[0])])]

    @cached_property
    def span(self) -> float:
        """Largest less smallest value."""
        return float(self.levels[-1] - self.levels[0])

    @cached_property
    def whole(self) -> bool:
        """Whether all values are whole numbers."""
        return bool(np.all(self.original == np.round(self.original)))

    def to_original(self, value: float) -> float:
        """In original units: finite, whole where the column is, and positive where it is logged."""
        largest = sys.float_info.max
        moved = value * self._scale + self._centre
        if self.logged:
            moved = float(np.exp(np.clip(moved, np.log(sys.float_info.min), np.log(largest))))
        moved = min(max(moved, -largest), largest)
        return float(np.round(moved)) if self.whole else moved

    def to_transformed(self, value: float) -> float:
        """From original units, for what lies in the support of the transform."""
        return ((math.log(max(value, sys.float_info.min)) if self.logged else value) - self._centre) / self._scale

    @property
    def log_span(self) -> float:
        """Log of the largest over the smallest value, of a column that is logged."""
        return self.span * self._scale

    def edge(self, direction: str) -> float:
        """The smallest or largest value evaluated."""
        return float(self.original.min() if direction == "below" else self.original.max())

    def touches_edge(self, held: npt.NDArray[np.bool_], direction: str) -> bool:
        """Whether some of the points lie at the end of the range."""
        near = _SAME * self.span
        values = self.values[held]
        return bool(
            values.min() <= self.levels[0] + near if direction == "below" else values.max() >= self.levels[-1] - near
        )

    def beyond(self, direction: str) -> tuple[float, float] | None:
        """Where to go on beyond an edge; None where there is no room.

        What was never negative is not made so, and what is logged stays positive.
        """
        edge = self.edge(direction)
        if direction == "above":
            limit = self.to_original(float(self.levels[-1]) + EXTENSION * self.span)
            return (edge, limit) if limit > edge else None
        limit = self.to_original(float(self.levels[0]) - EXTENSION * self.span)
        if edge >= 0:
            limit = max(limit, 1.0 if self.whole and self.logged else 0.0)
        return (limit, edge) if limit < edge else None

    def around(self, held: npt.NDArray[np.bool_]) -> tuple[float, float]:
        """From the value before those of some points to the value after them."""
        low = np.searchsorted(self.levels, self.values[held].min() - _SAME * self.span) - 1
        high = np.searchsorted(self.levels, self.values[held].max() + _SAME * self.span)
        ends = self.levels[max(int(low), 0)], self.levels[min(int(high), len(self.levels) - 1)]
        return self._evaluated(float(ends[0])), self._evaluated(float(ends[1]))

    def gap(self) -> tuple[float, float]:
        """The neighbouring values, in transformed coordinates, between which the representative point lies."""
        above = int(np.clip(np.searchsorted(self.levels, self.at), 1, len(self.levels) - 1))
        return float(self.levels[above - 1]), float(self.levels[above])

    def inside(self, low: float, high: float) -> tuple[float, float] | None:
        """Two values in original units; None where no whole number lies between them and it has to be whole."""
        ends = self._evaluated(low), self._evaluated(high)
        return None if self.whole and ends[1] - ends[0] < 2 else ends

    def text(self, value: float) -> str:
        """As it is said in a sentence."""
        return f"{value:.4g}"

    def _evaluated(self, value: float) -> float:
        """The value as it was evaluated, to the last digit."""
        return float(self.original[np.argmin(np.abs(self.values - value))])
