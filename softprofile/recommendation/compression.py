"""Compress poor scores, so that a long tail of them does not dominate the smoother."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softprofile.util.validation import Array


@dataclass(frozen=True)
class Compression:
    """A smooth scale on which scores far below the best are closer to it.

    Attributes
    ----------
    best : float
        The best score, which stays where it is.
    unit : float
        Distance below the best from which on the scale is rather logarithmic than linear; 0 for no compression.
    """

    best: float
    unit: float

    def compress(self, score: Array) -> Array:
        """Return scores on the compressed scale."""
        if self.unit <= 0:
            return score
        return np.asarray(self.best - self.unit * np.arcsinh((self.best - score) / self.unit))

    def expand(self, compressed: Array) -> Array:
        """Return compressed scores on the original scale."""
        if self.unit <= 0:
            return compressed
        return np.asarray(self.best - self.unit * np.sinh((self.best - compressed) / self.unit))


def choose_compression(score: Array) -> Compression:
    """Return a scale whose unit is the distance between the best score and the median.

    Parameters
    ----------
    score : ndarray of shape (n,)
        Finite scores, larger is better.

    Returns
    -------
    Compression
        The scale. If more than half of the scores equal the best, the lower quartile or else the mean takes the place
        of the median.

    Examples
    --------
    >>> scale = choose_compression(np.array([1.0, 0.9, 0.8, 0.5, -40.0]))
    >>> scale.compress(np.array([1.0, 0.8, -40.0])).round(2).tolist()
    [1.0, 0.82, -0.2]
    """
    best = float(np.max(score))
    for middle in (np.median(score), np.quantile(score, 0.25), score.mean()):
        if best - middle > 0:
            return Compression(best, float(best - middle))
    return Compression(best, 0.0)
