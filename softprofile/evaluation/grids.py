"""Tables of configurations to evaluate: every combination of the values given for each hyper-parameter."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from softprofile.util.errors import InputError
from softprofile.util.validation import require_count, require_number

if TYPE_CHECKING:
    import pandas as pd


def grid(**values: Iterable[Any]) -> pd.DataFrame:
    """All combinations of the values given for each hyper-parameter, the last one changing fastest.

    Parameters
    ----------
    **values
        For each hyper-parameter a list, array or range of distinct values.

    Returns
    -------
    pandas.DataFrame
        One row a configuration, one column a hyper-parameter.

    Examples
    --------
    >>> grid(gamma=[1e3, 1e4], h=[0.1, 0.2])
         gamma    h
    0   1000.0  0.1
    1   1000.0  0.2
    2  10000.0  0.1
    3  10000.0  0.2
    """
    import pandas as pd

    if not values:
        raise InputError("a grid needs at least one hyper-parameter: grid(gamma=[1e3, 1e4], h=[0.1, 0.2]).")
    columns = {name: _listed(name, given) for name, given in values.items()}
    rows = list(product(*columns.values()))
    return pd.DataFrame(
        {name: column([row[j] for row in rows]) for j, name in enumerate(columns)}, index=range(len(rows))
    )


def loggrid(**ranges: tuple[float, float, int]) -> pd.DataFrame:
    """All combinations of values that are equally spaced on the log scale.

    Parameters
    ----------
    **ranges
        For each hyper-parameter its smallest value, its largest value and how many values there are.

    Examples
    --------
    >>> loggrid(gamma=(1e3, 1e6, 4))["gamma"].tolist()
    [1000.0, 10000.0, 100000.0, 1000000.0]
    """
    return grid(**{name: logspaced(name, given) for name, given in ranges.items()})


def logspaced(name: str, given: Any) -> list[float]:
    """Values from ``given = (smallest, largest, count)``, equally spaced on the log scale, with exact ends."""
    low, high, count = _range(name, given)
    if low <= 0:
        raise InputError(f"{name!r} begins at {low:g}: values on a log scale must be positive.")
    values: list[float] = np.geomspace(low, high, count).tolist()
    return values


def evenly_spaced(name: str, given: Any) -> list[float]:
    """Values from ``given = (smallest, largest, count)``, equally spaced, with exact ends."""
    low, high, count = _range(name, given)
    values: list[float] = np.linspace(low, high, count).tolist()
    return values


def _range(name: str, given: Any) -> tuple[float, float, int]:
    try:
        low, high, count = given
    except (TypeError, ValueError):
        raise InputError(f"{name!r} must be (smallest, largest, count), not {given!r}.") from None
    ends = [require_number(end, f"an end of {name!r}") for end in (low, high)]
    number = require_count(count, f"the count of {name!r}", at_least=2)
    if not (all(map(math.isfinite, ends)) and ends[0] < ends[1]):
        raise InputError(f"{name!r} must go from a smaller value to a larger one, not from {low!r} to {high!r}.")
    return ends[0], ends[1], number


def _listed(name: str, given: Any) -> list[Any]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(f"{name!r} must be a list of values, not {given!r}: write {name}=[{given!r}].")
    values = given.tolist() if isinstance(given, np.ndarray) else list(given)
    if not values:
        raise InputError(f"{name!r} has no values: give at least one, or leave it out.")
    if any(value in values[:i] for i, value in enumerate(values)):
        raise InputError(f"{name!r} holds the same value twice: give each value once.")
    return values


def column(values: list[Any]) -> pd.Series[Any]:
    """A column of a table that keeps values as they are.

    pandas alone would make nan of None, and floats of the whole numbers beside it.
    """
    import pandas as pd

    kinds = {type(value) for value in values}
    return pd.Series(values) if kinds <= {int, float} or kinds == {bool} else pd.Series(values, dtype=object)
