"""Leave-one-out influence of single configurations on a fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.refitting import refit
from softprofile.fitting.representative_point import nearest_index
from softprofile.util.jobs import run_all
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.validation import Array, is_constant

# Smallest move that counts as influential, in standard deviations of the hyper-parameters.
_MIN_MOVE = 0.25
# Tukey's outer fence: this many interquartile ranges above the upper quartile.
_OUTER_FENCE = 3.0


@dataclass(frozen=True, eq=False)
class Leverage(ReadOnlyArrays):
    """Leave-one-out refits, one entry per configuration left out.

    Attributes
    ----------
    rows : ndarray of int of shape (k,)
        Row of the configuration left out.
    points : ndarray of shape (k, m)
        Representative point of the refit, in transformed coordinates; NaN if no boundary was found.
    moves : ndarray of shape (k,)
        Distance from the representative point of all data, in transformed coordinates.
    nearest : ndarray of int of shape (k,)
        Row of the evaluated configuration nearest to the new point, the one left out included; -1 if there is no point.
    sides_changed : ndarray of int of shape (k,)
        Number of other configurations that change sides.
    nearest_changes : ndarray of bool of shape (k,)
        Whether the nearest evaluated configuration changes.
    """

    rows: npt.NDArray[np.int64]
    points: Array
    moves: Array
    nearest: npt.NDArray[np.int64]
    sides_changed: npt.NDArray[np.int64]
    nearest_changes: npt.NDArray[np.bool_]

    @property
    def influential(self) -> npt.NDArray[np.bool_]:
        """Whether each move is at least 0.25 and beyond Tukey's outer fence of all moves, or no boundary was found."""
        known = self.moves[np.isfinite(self.moves)]
        if not len(known):
            return ~np.isfinite(self.moves)
        low, high = np.quantile(known, [0.25, 0.75])
        limit = max(high + _OUTER_FENCE * (high - low), _MIN_MOVE)
        return ~(self.moves <= limit)


def leave_each_out(fit: BoundaryFit, rows: Sequence[int], *, warm: bool, n_jobs: int | None) -> Leverage:
    """Refit without each of the rows, in the same coordinates.

    Warm refits start from the boundary of all data and show how that boundary moves. Others are full searches and show
    what `fit` would have found.
    """
    found = run_all(_without, [(fit, row, warm) for row in rows], n_jobs, "configurations left out")
    points = np.array([point for point, _ in found]).reshape(len(rows), len(fit.names))
    moves = np.linalg.norm(points - fit.representative, axis=1)
    all_rows = np.ones(len(fit.z), dtype=bool)
    nearest = np.array(
        [nearest_index(fit.transformed, point, all_rows) if np.all(np.isfinite(point)) else -1 for point in points],
        dtype=np.int64,
    )
    return Leverage(
        rows=np.array(rows, dtype=np.int64),
        points=points,
        moves=moves,
        nearest=nearest,
        sides_changed=np.array([changed for _, changed in found], dtype=np.int64),
        nearest_changes=nearest != fit.nearest_index(),
    )


def _without(fit: BoundaryFit, row: int, warm: bool) -> tuple[Array, int]:
    """Refit without a row: return the representative point and the number of other points that change sides."""
    kept = np.arange(len(fit.z)) != row
    missing = np.full(len(fit.names), np.nan)
    if is_constant(fit.z[kept]):
        return missing, int(kept.sum())
    try:
        other = refit(fit, fit.z[kept], fit.U[kept], warm=warm)
    except ValueError:
        return missing, int(kept.sum())
    return other.representative, int(np.sum(other.sides != fit.sides[kept]))
