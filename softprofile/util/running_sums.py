"""Running sums with a first value, for many sequences at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from softprofile.util.validation import Array


def running_sums(first: npt.ArrayLike, steps: Array) -> Array:
    """Return the first value and, along the last axis, what it becomes with each of the steps.

    Parameters
    ----------
    first : float or array of shape (...)
        Value before the first step.
    steps : array of shape (..., n)
        What each step adds.

    Returns
    -------
    array of shape (..., n + 1)
        The running sums.

    Examples
    --------
    >>> running_sums(10.0, np.array([1.0, 2.0, -3.0]))
    array([10., 11., 13., 10.])
    """
    sums = np.empty((*steps.shape[:-1], steps.shape[-1] + 1))
    sums[..., 0] = first
    np.cumsum(steps, axis=-1, out=sums[..., 1:])
    sums[..., 1:] += sums[..., :1]
    return sums
