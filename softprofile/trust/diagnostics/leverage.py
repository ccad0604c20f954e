"""What becomes of the answer when one configuration is left out."""

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

# A move of so many standard deviations of the hyper-parameters is worth a word, if it stands out from the others.
_WORTH_A_WORD = 0.25
# By so many interquartile ranges above the upper quartile: Tukey's outer fence.
_OUTER_FENCE = 3.0


@dataclass(frozen=True, eq=False)
class Leverage(ReadOnlyArrays):
    """The fits without each of some configurations; one entry for each.

    Attributes
    ----------
    rows
        Which configuration was left out.
    points
        The representative point without it, in transformed coordinates; NaN where no boundary was found.
    moves
        How far that is from the representative point of all data, in transformed coordinates.
    nearest
        Row of the evaluated configuration nearest to it, of all, the one left out included; -1 where there is none.
    sides_changed
        How many of the other configurations change sides.
    nearest_changes
        Whether the nearest evaluated configuration is another.
    """

    rows: npt.NDArray[np.int64]
    points: Array
    moves: Array
    nearest: npt.NDArray[np.int64]
    sides_changed: npt.NDArray[np.int64]
    nearest_changes: npt.NDArray[np.bool_]

    @property
    def influential(self) -> npt.NDArray[np.bool_]:
        """Whether the move stands out: beyond Tukey's outer fence of all moves, and at least 0.25; or no boundary."""
        known = self.moves[np.isfinite(self.moves)]
        if not len(known):
            return ~np.isfinite(self.moves)
        low, high = np.quantile(known, [0.25, 0.75])
        limit = max(high + _OUTER_FENCE * (high - low), _WORTH_A_WORD)
        return ~(self.moves <= limit)


def leave_each_out(fit: BoundaryFit, rows: Sequence[int], *, warm: bool, n_jobs: int | None) -> Leverage:
    """Fit again without each of the rows, in the same coordinates.

    Warm fits begin at the boundary of all data: they show how that boundary moves. Others are searched for in full:
    they show what `fit` would have found.
    """
    found = run_all(_without, [(fit, row, warm) for row in rows], n_jobs, "configurations left out")
    points = np.array([point for point, _ in found]).reshape(len(rows), len(fit.names))
    moves = np.linalg.norm(points - fit.representative, axis=1)
    everywhere = np.ones(len(fit.z), dtype=bool)
    nearest = np.array(
        [nearest_index(fit.transformed, point, everywhere) if np.all(np.isfinite(point)) else -1 for point in points],
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
    """The representative point without a row, and how many of the others change sides."""
    kept = np.arange(len(fit.z)) != row
    nowhere = np.full(len(fit.names), np.nan)
    if is_constant(fit.z[kept]):
        return nowhere, int(kept.sum())
    try:
        other = refit(fit, fit.z[kept], fit.U[kept], warm=warm)
    except ValueError:
        return nowhere, int(kept.sum())
    return other.representative, int(np.sum(other.sides != fit.sides[kept]))
