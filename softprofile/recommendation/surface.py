"""The smoothed surface of all configurations: one smoother for each group of equal levels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softprofile.recommendation.compression import Compression, choose_compression
from softprofile.recommendation.failures import Mask
from softprofile.recommendation.smoother import Smoother, smooth
from softprofile.util.validation import Array, is_constant

# A smoother has one scale per coordinate, one for the signal and one for the noise, and a mean: fewer configurations
# than that, and one more, tell nothing about the noise.
_MORE_THAN_COORDINATES = 4
_DISTINCT_SCORES = 3


@dataclass(frozen=True)
class Group:
    """Configurations of equal levels, smoothed.

    Attributes
    ----------
    rows : ndarray of int
        Rows of the configurations that were used.
    columns : ndarray of int
        Coordinates that vary within the group.
    V : ndarray of shape (rows, columns)
        Their transformed coordinates.
    smoother : Smoother
        The smoothed surface of compressed scores.
    scale : Compression
        The compressed scale.
    """

    rows: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    V: Array
    smoother: Smoother
    scale: Compression

    def predict(self, points: Array) -> Array:
        """Return smoothed scores, not compressed, at points (..., columns) of transformed coordinates."""
        return self.scale.expand(self.smoother.predict(points))


@dataclass(frozen=True)
class Surface:
    """Smoothed scores of all configurations.

    Attributes
    ----------
    score : ndarray of shape (n,)
        Compressed scores: see `Compression`. Near the best they are as given.
    fitted : ndarray of shape (n,)
        Smoothed compressed scores; the score itself where there was too little to smooth, NaN at rows not used.
    loo_residuals : ndarray of shape (n,)
        Leave-one-out residuals of the compressed scores; NaN where nothing was smoothed.
    smoothed : dict of int to Group
        The groups that were smoothed, by number.
    improvement : float
        Distance between the best score and the lower quartile of all scores.
    """

    score: Array
    fitted: Array
    loo_residuals: Array
    smoothed: dict[int, Group]
    improvement: float

    def likelihood_noise(self, group: int) -> float:
        """Return the noise by restricted likelihood: of this group, else the smallest of any; 0 if there is none."""
        if group in self.smoothed:
            return self.smoothed[group].smoother.noise
        return min((each.smoother.noise for each in self.smoothed.values()), default=0.0)


def smooth_surface(V: Array, groups: npt.NDArray[np.int64], score: Array, used: Mask) -> Surface:
    """Smooth the scores of each group.

    Parameters
    ----------
    V : ndarray of shape (n, k)
        Transformed coordinates, NaN where a configuration has no number.
    groups : ndarray of int of shape (n,)
        Group of each configuration.
    score : ndarray of shape (n,)
        Scores, larger is better.
    used : ndarray of bool of shape (n,)
        Configurations to use; their scores are finite.

    Returns
    -------
    Surface
        The smoothed scores.
    """
    scale = choose_compression(score[used])
    compressed = np.full(len(score), np.nan)
    compressed[used] = scale.compress(score[used])
    fitted = compressed.copy()
    residuals = np.full(len(score), np.nan)
    smoothed: dict[int, Group] = {}
    for number in np.unique(groups[used]).tolist():
        rows = np.flatnonzero(used & (groups == number))
        columns = varying_columns(V[rows])
        enough = len(rows) >= len(columns) + _MORE_THAN_COORDINATES and len(columns) > 0
        z = compressed[rows]
        if not enough or is_constant(z) or len(np.unique(z)) < _DISTINCT_SCORES:
            continue
        points = V[np.ix_(rows, columns)]
        group = Group(rows, columns, points, smooth(points, z), scale)
        fitted[rows], residuals[rows] = group.smoother.fitted, group.smoother.loo_residuals
        smoothed[number] = group
    improvement = float(score[used].max() - np.quantile(score[used], 0.25))
    return Surface(compressed, fitted, residuals, smoothed, improvement)


def varying_columns(V: Array) -> npt.NDArray[np.int64]:
    """Return the columns in which all configurations have a number, and not all the same one."""
    there = np.isfinite(V).all(axis=0)
    return np.array([j for j in np.flatnonzero(there).tolist() if not _same(V[:, j])], dtype=np.int64)


def _same(column: Array) -> bool:
    """Return whether a column of transformed coordinates, which are near 1 in size, is constant up to rounding."""
    return bool(np.ptp(column) <= 1e-9)
