"""Read-only arrays, alone and in dataclasses."""

from __future__ import annotations

from typing import Any

import numpy as np


class ReadOnlyArrays:
    """Base class of frozen dataclasses that makes their arrays read-only, also after unpickling.

    Arrays that can be written are copied first, so a result does not change with the user's data.
    """

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray) and not (value.base is None and not value.flags.writeable):
                object.__setattr__(self, name, read_only(value.copy()))

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()


def read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Make an array read-only, in place.

    Parameters
    ----------
    array : array
        The array.

    Returns
    -------
    array
        The same array.
    """
    array.flags.writeable = False
    return array
