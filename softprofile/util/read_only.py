"""Dataclasses whose arrays cannot be changed."""

from __future__ import annotations

from typing import Any

import numpy as np


class ReadOnlyArrays:
    """A base of frozen dataclasses: every array is read-only, and a copy unless it was so, also once unpickled.

    Nothing that is done later to the user's data changes a result.
    """

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray) and not (value.base is None and not value.flags.writeable):
                object.__setattr__(self, name, read_only(value.copy()))

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()


def read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The array itself, from now on read-only."""
    array.flags.writeable = False
    return array
