"""Configurations whose evaluation failed: without a finite score, or below a gap that no surface has."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from softprofile.util.validation import Array

Mask = npt.NDArray[np.bool_]

# Scores are failures if they lie below a gap of this many times the range of all better ones. Penalties such as -1e6
# are far beyond it; two levels of one surface are seldom so far apart.
_GAP = 100.0
# So many configurations, and at least this share, must lie above the gap: their range must mean something.
_FEWEST_ABOVE, _SHARE_ABOVE = 5, 0.2
# The range above the gap comes from at least so many distinct scores.
_DISTINCT_ABOVE = 4


def find_failures(score: Array) -> Mask:
    """Find the configurations that failed.

    Parameters
    ----------
    score : ndarray of shape (n,)
        Scores, larger is better; may be missing.

    Returns
    -------
    ndarray of bool of shape (n,)
        True where the score is missing, infinite, or far below a gap.

    Examples
    --------
    >>> find_failures(np.array([0.7, 0.9, 0.8, 0.85, -1e6, 0.6, np.nan])).tolist()
    [False, False, False, False, True, False, True]
    """
    missing = ~np.isfinite(score)
    ordered = np.sort(score[~missing])[::-1]
    fewest = max(_FEWEST_ABOVE, int(np.ceil(_SHARE_ABOVE * len(ordered))))
    for above in range(fewest, len(ordered)):
        spread = ordered[0] - ordered[above - 1]
        rounding = 64 * np.finfo(float).eps * max(abs(ordered[0]), abs(ordered[above - 1]))
        if ordered[above - 1] - ordered[above] <= _GAP * spread or spread <= rounding:
            continue
        if len(np.unique(ordered[:above])) >= _DISTINCT_ABOVE:
            return missing | (np.where(missing, -np.inf, score) <= ordered[above])
    return missing
