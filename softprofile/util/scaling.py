"""Mean and standard deviation that a large offset, tiny or huge units do not spoil."""

from __future__ import annotations

import numpy as np

from softprofile.util.validation import Array


def mean_and_sd(values: Array, ddof: int = 0) -> tuple[float, float]:
    """Mean and standard deviation of finite values whose range is finite too.

    Differences from one of the values are exact where an offset is large, and divided by the largest of them their
    squares neither overflow nor vanish.
    """
    middle = len(values) // 2
    offset = float(np.partition(values, middle)[middle])
    shifted = values - offset
    unit = float(np.max(np.abs(shifted)))
    if not unit > 0:
        return offset, 0.0
    shifted = shifted / unit
    return offset + unit * float(shifted.mean()), unit * float(shifted.std(ddof=ddof))
