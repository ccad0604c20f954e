r"""Evidence for two levels of z: log-likelihood ratios, and what counts as clear or as no more than noise.

Two thresholds are used. A search is *full* where the log-likelihood ratio of two levels against one is at least
`CLEAR` nats; with less the likeliest of all boundaries would fit the noise, and the search is *gentle*. A fit *warns*
where its ratio does not exceed `gain_of_noise`, what a fit to pure noise seldom gains.
"""

from __future__ import annotations

from math import log

import numpy as np

from softprofile.model.boundaries import Boundary
from softprofile.util.validation import Array

#: Log-likelihood ratio, in nats, from which two levels are clear, for 100 points or fewer.
CLEAR = 45.0
#: Ratios of fewer points are scaled up to this number, in proportion.
REFERENCE_POINTS = 100

_NOISE_CONSTANT, _NOISE_PER_PARAMETER = 3.0, 1.25
_COUNTED_FIRST = 1000


def gain_of_noise(V: Array, boundary: Boundary, differing: int) -> float:
    r"""Return the log-likelihood ratio, in nats, that a fit to pure noise at the configurations V seldom exceeds.

    Parameters
    ----------
    V : array of shape (n, m)
        Configurations in transformed coordinates.
    boundary : Boundary
        The fitted family; its `effective_parameters` are counted.
    differing : int
        Number of parameters of the density in which the two sides differ.

    Returns
    -------
    float
        The threshold.

    Notes
    -----
    With p parameters of the boundary, and those of the density beyond the first in which the sides differ,
    :math:`3 + 1.25 p` nats are exceeded by about one fit to noise in twenty-five (`python -m studies plateau`). With
    few points there is a limit: two levels explain at most 3/4 of the variance of evenly spread values, and of noise at
    k different configurations only the part between these, a share of (k - 1) / (n - 1), so the gain is at most
    :math:`-(n / 2) \log\{1 - (3/4) (k - 1) / (n - 1)\}`.
    """
    n, m = V.shape
    parameters = boundary.effective_parameters(m) + max(differing - 1, 0)
    usual = _NOISE_CONSTANT + _NOISE_PER_PARAMETER * parameters
    # -log(1 - x) exceeds x, so that with so many different configurations there is no limit.
    different = _different_rows(V, usual / 0.375 + 1)
    return min(usual, -0.5 * n * log(1 - 0.75 * (different - 1) / (n - 1)))


def _different_rows(V: Array, enough: float) -> int:
    """Count the different rows; of many points only the first, where these are enough."""
    first = len(np.unique(V[:_COUNTED_FIRST], axis=0))
    return first if first >= enough or len(V) <= _COUNTED_FIRST else len(np.unique(V, axis=0))
