"""The result of an optimizer."""

from __future__ import annotations

from typing import NamedTuple

from softprofile.util.validation import Array


class Minima(NamedTuple):
    """Local minima, one per start.

    Attributes
    ----------
    parameters : array of shape (starts, p)
        Where each start ended.
    values : array of shape (starts,)
        The objective there.
    """

    parameters: Array
    values: Array
