"""One hyper-parameter of a fit: its evaluated values, its edges, and the room beyond them."""

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

# How far a range is extended beyond its edge, as a share of the range.
EXTENSION = 0.5
# Values closer than this share of the range count as equal.
_SAME = 1e-9


def columns_of(fit: BoundaryFit) -> list[Column]:
    """Return the hyper-parameters of a fit.

    Parameters
    ----------
    fit : BoundaryFit
        The fit.

    Returns
    -------
    list of Column
        One for each hyper-parameter, in the order of ``fit.names``.
    """
    V = fit.transformed
    return [Column(fit, j, V[:, j]) for j in range(len(fit.names))]


class Column:
    """A hyper-parameter in transformed coordinates; limits are returned in original units.

    Parameters
    ----------
    fit : BoundaryFit
        The fit.
    j : int
        Position of the hyper-parameter.
    values : array of shape (n,)
        Its values in transformed coordinates.

    Attributes
    ----------
    index : int
        Position of the hyper-parameter.
    name : str
        Its name.
    values, original : array of shape (n,)
        Its values in transformed coordinates and in original units.
    at : float
        The representative point, in transformed coordinates.
    logged : bool
        Whether the transform takes logs.
    """

    def __init__(self, fit: BoundaryFit, j: int, values: Array) -> None:
        self.index, self.name = j, fit.names[j]
        self.values = values
        self.at = float(fit.representative[j])
        self.original: Array = fit.U[:, j]
        self.logged = fit.transform.kinds[j] == "log"
        self._centre, self._scale = float(fit.transform.centres[j]), float(fit.transform.scales[j])

    @cached_property
    def levels(self) -> Array:
        """Distinct values in increasing order, in transformed coordinates."""
        ordered = np.sort(self.values)
        return ordered[np.concatenate([[True], np.diff(ordered) > _SAME * (ordered[-1] - ordered[0])])]

    @cached_property
    def span(self) -> float:
        """Largest minus smallest value, in transformed coordinates."""
        return float(self.levels[-1] - self.levels[0])

    @cached_property
    def whole(self) -> bool:
        """Whether all values are whole numbers."""
        return bool(np.all(self.original == np.round(self.original)))

    def to_original(self, value: float) -> float:
        """Return a transformed value in original units.

        Parameters
        ----------
        value : float
            A value in transformed coordinates.

        Returns
        -------
        float
            A finite number, positive if the column is logged, and rounded if all its values are whole numbers.
        """
        largest = sys.float_info.max
        moved = value * self._scale + self._centre
        if self.logged:
            moved = float(np.exp(np.clip(moved, np.log(sys.float_info.min), np.log(largest))))
        moved = min(max(moved, -largest), largest)
        return float(np.round(moved)) if self.whole else moved

    def to_transformed(self, value: float) -> float:
        """Return an original value in transformed coordinates.

        Parameters
        ----------
        value : float
            A value in the support of the transform.

        Returns
        -------
        float
            The transformed value.
        """
        return ((math.log(max(value, sys.float_info.min)) if self.logged else value) - self._centre) / self._scale

    @property
    def log_span(self) -> float:
        """Log of the largest value over the smallest, for a logged column."""
        return self.span * self._scale

    def edge(self, direction: str) -> float:
        """Return the smallest or largest evaluated value.

        Parameters
        ----------
        direction : {"below", "above"}
            Which end of the range.

        Returns
        -------
        float
            The value in original units.
        """
        return float(self.original.min() if direction == "below" else self.original.max())

    def touches_edge(self, held: npt.NDArray[np.bool_], direction: str) -> bool:
        """Whether some of the points lie at the end of the range.

        Parameters
        ----------
        held : boolean array of shape (n,)
            The points.
        direction : {"below", "above"}
            Which end of the range.

        Returns
        -------
        bool
            True if one of the points has the smallest or largest value.
        """
        near = _SAME * self.span
        values = self.values[held]
        return bool(
            values.min() <= self.levels[0] + near if direction == "below" else values.max() >= self.levels[-1] - near
        )

    def beyond(self, direction: str) -> tuple[float, float] | None:
        """Return the range to evaluate beyond an edge.

        A column without negative values is not extended below zero, and a logged one stays positive.

        Parameters
        ----------
        direction : {"below", "above"}
            Which end of the range.

        Returns
        -------
        tuple of two floats, or None
            From low to high in original units; None if there is no room.
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
        """Return the evaluated values just below and just above those of some points.

        Parameters
        ----------
        held : boolean array of shape (n,)
            The points.

        Returns
        -------
        tuple of two floats
            From low to high in original units.
        """
        low = np.searchsorted(self.levels, self.values[held].min() - _SAME * self.span) - 1
        high = np.searchsorted(self.levels, self.values[held].max() + _SAME * self.span)
        ends = self.levels[max(int(low), 0)], self.levels[min(int(high), len(self.levels) - 1)]
        return self._evaluated(float(ends[0])), self._evaluated(float(ends[1]))

    def gap(self) -> tuple[float, float]:
        """Return the neighbouring values between which the representative point lies.

        Returns
        -------
        tuple of two floats
            From low to high in transformed coordinates.
        """
        above = int(np.clip(np.searchsorted(self.levels, self.at), 1, len(self.levels) - 1))
        return float(self.levels[above - 1]), float(self.levels[above])

    def inside(self, low: float, high: float) -> tuple[float, float] | None:
        """Return a gap in original units, if a value can be evaluated within it.

        Parameters
        ----------
        low, high : float
            The ends of the gap, in transformed coordinates.

        Returns
        -------
        tuple of two floats, or None
            The ends in original units; None if only whole numbers are allowed and none lies between them.
        """
        ends = self._evaluated(low), self._evaluated(high)
        return None if self.whole and ends[1] - ends[0] < 2 else ends

    def text(self, value: float) -> str:
        """Return a value as it is shown in messages.

        Parameters
        ----------
        value : float
            The value in original units.

        Returns
        -------
        str
            Four significant digits of it.
        """
        return f"{value:.4g}"

    def _evaluated(self, value: float) -> float:
        """The evaluated value, in original units, nearest to a transformed one."""
        return float(self.original[np.argmin(np.abs(self.values - value))])
