"""Links t(g) of a transition: increasing from 0 to 1, with t(0) = 1/2."""

from __future__ import annotations

from collections.abc import Callable
from math import log

import numpy as np
from scipy.special import expit

from softprofile.util.validation import Array

#: Returns t(g) and its derivative.
Link = Callable[[Array], tuple[Array, Array]]

_LOG_2 = log(2.0)
# exp(-log 2 * exp(7)) is zero in double precision, so g need not be larger.
_LARGEST = 7.0
_SMALLEST = -700.0


def logistic(g: Array) -> tuple[Array, Array]:
    """Return 1 / (1 + exp(-g)) and its derivative."""
    t = expit(g)
    return t, t * expit(-g)


def complementary_loglog(g: Array) -> tuple[Array, Array]:
    """Return 1 - 2^(-exp g), which leaves 0 slowly and reaches 1 abruptly, and its derivative."""
    rate = _LOG_2 * np.exp(np.clip(g, _SMALLEST, _LARGEST))
    return -np.expm1(-rate), np.where(g < _LARGEST, rate * np.exp(-rate), 0.0)


def loglog(g: Array) -> tuple[Array, Array]:
    """Return 2^(-exp(-g)), which leaves 0 abruptly and reaches 1 slowly, and its derivative."""
    t, derivative = complementary_loglog(-g)
    return 1 - t, derivative


#: The links by name.
LINKS: dict[str, Link] = {"logistic": logistic, "cloglog": complementary_loglog, "loglog": loglog}
#: The link of -g, with the levels exchanged.
FLIPPED = {"logistic": "logistic", "cloglog": "loglog", "loglog": "cloglog"}
