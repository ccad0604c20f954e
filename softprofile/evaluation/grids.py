"""Grids: tables of all combinations of the values given for each hyper-parameter."""

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
    """Make a grid of all combinations of hyper-parameter values.

    Parameters
    ----------
    **values : iterable
        For each hyper-parameter a list, array or range of distinct values.

    Returns
    -------
    DataFrame
        One row per configuration and one column per hyper-parameter; the last hyper-parameter changes fastest.

    Raises
    ------
    InputError
        If a hyper-parameter has no values, or the same value twice.

    See Also
    --------
    loggrid : Values equally spaced on the log scale.
    evaluate : Evaluate an objective at every configuration of a grid.

    Examples
    --------
    >>> import softprofile as sp
    >>> sp.grid(gamma=[1e3, 1e4], h=[0.1, 0.2])
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
    """Make a grid of values that are equally spaced on the log scale.

    Parameters
    ----------
    **ranges : tuple of (float, float, int)
        For each hyper-parameter its smallest value, its largest value and the number of values.

    Returns
    -------
    DataFrame
        All combinations, with one row per configuration and one column per hyper-parameter.

    Raises
    ------
    InputError
        If a range is not (smallest, largest, count) with positive ends.

    See Also
    --------
    grid : Any values.

    Examples
    --------
    >>> import softprofile as sp
    >>> sp.loggrid(gamma=(1e3, 1e6, 4))["gamma"].tolist()
    [1000.0, 10000.0, 100000.0, 1000000.0]
    >>> sp.loggrid(gamma=(1e3, 1e6, 4), h=(1e-4, 1e-2, 3)).shape
    (12, 2)
    """
    return grid(**{name: logspaced(name, given) for name, given in ranges.items()})


def logspaced(name: str, given: Any) -> list[float]:
    """Return `count` values equally spaced on the log scale, with exact ends; `given` is (smallest, largest, count)."""
    low, high, count = _range(name, given)
    if low <= 0:
        raise InputError(f"{name!r} starts at {low:g}: values on a log scale must be positive.")
    values: list[float] = np.geomspace(low, high, count).tolist()
    return values


def evenly_spaced(name: str, given: Any) -> list[float]:
    """Return `count` equally spaced values, with exact ends; `given` is (smallest, largest, count)."""
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
        raise InputError(f"{name!r} must range from a smaller value to a larger one, not from {low!r} to {high!r}.")
    return ends[0], ends[1], number


def _listed(name: str, given: Any) -> list[Any]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(f"{name!r} must be a list of values, not {given!r}: write {name}=[{given!r}].")
    values = given.tolist() if isinstance(given, np.ndarray) else list(given)
    if not values:
        raise InputError(f"{name!r} has no values: give at least one, or leave it out.")
    if any(value in values[:i] for i, value in enumerate(values)):
        raise InputError(f"{name!r} has the same value twice: give each value once.")
    return values


def column(values: list[Any]) -> pd.Series[Any]:
    """Return a column that keeps the values unchanged.

    By default, pandas would convert None to nan and the integers beside it to floats.
    """
    import pandas as pd

    kinds = {type(value) for value in values}
    return pd.Series(values) if kinds <= {int, float} or kinds == {bool} else pd.Series(values, dtype=object)
