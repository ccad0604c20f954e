r"""Evidence for two levels of z: thresholds of the log-likelihood ratio of two levels against one.

There are two thresholds. If the ratio is below `CLEAR` nats, the most likely boundary would fit the noise, so the
search is *gentle*; otherwise it is *full*. A fit *warns* if its ratio does not exceed `gain_of_noise`, which a fit to
pure noise seldom exceeds.
"""

from __future__ import annotations

from math import log

import numpy as np

from softprofile.model.boundaries import Boundary
from softprofile.util.validation import Array

#: Smallest log-likelihood ratio, in nats, of a full search.
CLEAR = 45.0
#: Ratios of fewer points are scaled up in proportion to this number of points.
REFERENCE_POINTS = 100

_NOISE_CONSTANT, _NOISE_PER_PARAMETER = 3.0, 1.25
# Distinct configurations are counted among this many points first.
_COUNTED_FIRST = 1000


def gain_of_noise(V: Array, boundary: Boundary, differing: int) -> float:
    r"""Return the log-likelihood ratio, in nats, that a fit to pure noise seldom exceeds.

    Parameters
    ----------
    V : array of shape (n, m)
        Configurations in transformed coordinates.
    boundary : Boundary
        The fitted family, which provides `effective_parameters`.
    differing : int
        Number of parameters of the density in which the two sides differ.

    Returns
    -------
    float
        The threshold.

    Notes
    -----
    Let p be the effective number of parameters of the boundary, plus the number of parameters of the density in which
    the sides differ, minus one. About one fit to noise in twenty-five exceeds :math:`3 + 1.25 p` nats
    (`python -m studies plateau`).

    Few points limit the gain. Two levels explain at most 3/4 of the variance of evenly spread values. Of noise at k
    distinct configurations they can explain only the variance between configurations, a share of (k - 1) / (n - 1). The
    gain is thus at most :math:`-(n / 2) \log\{1 - (3/4) (k - 1) / (n - 1)\}`.
    """
    n, m = V.shape
    parameters = boundary.effective_parameters(m) + max(differing - 1, 0)
    usual = _NOISE_CONSTANT + _NOISE_PER_PARAMETER * parameters
    # -log(1 - x) > x, so with this many distinct configurations the limit exceeds `usual`.
    distinct = _distinct_rows(V, usual / 0.375 + 1)
    return min(usual, -0.5 * n * log(1 - 0.75 * (distinct - 1) / (n - 1)))


def _distinct_rows(V: Array, enough: float) -> int:
    """Count the distinct rows; of many points, only those of the first if they are enough."""
    first = len(np.unique(V[:_COUNTED_FIRST], axis=0))
    return first if first >= enough or len(V) <= _COUNTED_FIRST else len(np.unique(V, axis=0))
