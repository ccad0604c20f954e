"""Divide configurations by their categories: numbers are coordinates, everything else is a level."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

#: Stands for any finite number in the key of a group.
NUMBER = "number"


@dataclass(frozen=True)
class Levels:
    """Configurations as numbers and levels.

    Attributes
    ----------
    numbers : ndarray of shape (n, m)
        The finite numbers, NaN elsewhere. Booleans are levels, not numbers.
    groups : ndarray of int of shape (n,)
        Configurations with the same levels have the same number. The numbering does not depend on the order of rows.
    """

    numbers: Array
    groups: npt.NDArray[np.int64]

    @property
    def count(self) -> int:
        """Number of groups."""
        return int(self.groups.max()) + 1


def read_levels(table: pd.DataFrame) -> Levels:
    """Find the numbers and the levels of all configurations.

    Strings, booleans, None, missing and infinite values are levels. A column may hold both: ``max_depth`` in
    ``[2, 4, 8, None]`` is a coordinate where it is a number, and None is a level of its own.

    Parameters
    ----------
    table : DataFrame of shape (n, m)
        Configurations.

    Returns
    -------
    Levels
        Numbers, and the group of each configuration.

    Examples
    --------
    >>> import pandas as pd
    >>> levels = read_levels(pd.DataFrame({"depth": [2, 4, None], "scale": [True, True, True]}))
    >>> levels.groups.tolist(), levels.numbers[:, 0].tolist()
    ([1, 1, 0], [2.0, 4.0, nan])
    """
    keys: list[list[str]] = []
    numbers = np.full(table.shape, np.nan)
    for j, name in enumerate(table.columns):
        values = table[name].tolist()
        found = [_as_number(value) for value in values]
        numbers[:, j] = [np.nan if number is None else number for number in found]
        keys.append([_level(value) if number is None else NUMBER for value, number in zip(values, found, strict=True)])
    rows = ["\x1f".join(row) for row in zip(*keys, strict=True)]
    _, groups = np.unique(rows, return_inverse=True)
    return Levels(numbers, groups.astype(np.int64))


def _as_number(value: Any) -> float | None:
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if np.isfinite(number) else None


def _level(value: Any) -> str:
    """Return a key; None, NaN and NA are the same level."""
    missing = value is None or value != value or type(value).__name__ == "NAType"
    return "None" if missing else f"{type(value).__name__} {value}"
