"""Mean and standard deviation that stay accurate with large offsets and extreme units."""

from __future__ import annotations

import numpy as np

from softprofile.util.validation import Array


def mean_and_sd(values: Array, ddof: int = 0) -> tuple[float, float]:
    """Return the mean and standard deviation of finite values whose range is finite too.

    Parameters
    ----------
    values : array of shape (n,)
        The values.
    ddof : int, default 0
        The divisor of the variance is n - ddof.

    Returns
    -------
    mean, sd : float
        Mean and standard deviation; the latter is 0 if all values are equal.

    Notes
    -----
    The median is subtracted first, which is exact for values with a large offset. The differences are divided by the
    largest of them, so that their squares neither overflow nor underflow.

    Examples
    --------
    >>> import numpy as np
    >>> mean_and_sd(np.array([1e200, 3e200]))
    (2e+200, 1e+200)
    """
    middle = len(values) // 2
    offset = float(np.partition(values, middle)[middle])
    shifted = values - offset
    unit = float(np.max(np.abs(shifted)))
    if not unit > 0:
        return offset, 0.0
    shifted = shifted / unit
    return offset + unit * float(shifted.mean()), unit * float(shifted.std(ddof=ddof))
