"""Checks of the user's data and arguments; each failure is an `InputError` of one sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from softprofile.util.errors import InputError
from softprofile.util.row_numbers import literal

Array = npt.NDArray[np.float64]

MIN_POINTS = 4
_CONSTANT_TOLERANCE = 8 * np.finfo(float).eps
# Numbers copied at once: what fits into a processor's cache.
_BLOCK = 16_384


class Observations(NamedTuple):
    """Configurations and their performance, copied from the user's data.

    Attributes
    ----------
    U : array of shape (n, m)
        Configurations.
    z : array of shape (n,)
        Performance of each configuration.
    names : tuple of str
        Names of the columns of U.
    z_name : str
        Name of z.
    """

    U: Array
    z: Array
    names: tuple[str, ...]
    z_name: str


def read_observations(U: Any, z: Any) -> Observations:
    """Check configurations and their performance together, and copy them.

    Parameters
    ----------
    U : array-like or DataFrame of shape (n, m)
        Configurations.
    z : array-like of shape (n,)
        Performance of each configuration.

    Returns
    -------
    Observations
        Copies of the data, and the names.

    Raises
    ------
    InputError
        If the data cannot be used.
    """
    configurations, names = read_configurations(U)
    performance, z_name = read_performance(z)
    if len(configurations) != len(performance):
        raise InputError(
            f"U has {len(configurations)} rows but z has {len(performance)} values: give one z for each row of U."
        )
    for column, name in zip(configurations.T, names, strict=True):
        if is_constant(column):
            raise InputError(f"column {name!r} of U is constant: leave it out, because no boundary can depend on it.")
    return Observations(configurations, performance, names, z_name)


def read_performance(z: Any) -> tuple[Array, str]:
    """Check the performance: one-dimensional, finite, at least four values, not constant.

    Parameters
    ----------
    z : array-like of shape (n,)
        Performance of each configuration.

    Returns
    -------
    values : array of shape (n,)
        A copy of the values.
    name : str
        The name of a series, else "z".
    """
    name = getattr(z, "name", None)
    given = _as_float_array(z, "z")
    if given.ndim == 2 and 1 in given.shape:
        given = given.ravel()
    if given.ndim != 1:
        raise InputError(f"z must be one-dimensional, but its shape is {given.shape}.")
    if not len(given):
        raise InputError(f"0 points are too few: at least {MIN_POINTS} are needed to find a boundary.")
    # Missing and infinite values show in the extremes.
    values, low, high = _copy_with_extremes(given)
    if not (math.isfinite(low) and math.isfinite(high)):
        _require_finite(values[:, None], ["z"])
    if len(values) < MIN_POINTS:
        raise InputError(f"{len(values)} points are too few: at least {MIN_POINTS} are needed to find a boundary.")
    if not math.isfinite(high - low):
        raise InputError("z spans more than a floating point number can hold: divide it by a large number.")
    if high - low <= _CONSTANT_TOLERANCE * max(-low, high):
        raise InputError(f"z is constant ({values[0]:g}), so there is no change to locate.")
    return values, str(name) if name is not None else "z"


def read_configurations(U: Any, names: Sequence[str] | None = None) -> tuple[Array, tuple[str, ...]]:
    """Check configurations: a table of finite numbers with distinct column names.

    Parameters
    ----------
    U : array-like or DataFrame of shape (n, m)
        Configurations.
    names : sequence of str, optional
        Columns of a fit. A data frame is brought into their order.

    Returns
    -------
    values : array of shape (n, m)
        A copy of the values.
    names : tuple of str
        Names of the columns: those of a data frame, else "u1", "u2" and so on.
    """
    columns = getattr(U, "columns", None)
    if columns is not None:
        found = [str(c) for c in columns]
        if names is not None:
            missing = [n for n in names if n not in found]
            if missing:
                raise InputError(f"the columns {missing} of the fit are missing; this table has {found}.")
            U = U[[columns[found.index(n)] for n in names]]
            found = list(names)
    else:
        found = []
        series_name = getattr(U, "name", None)
        if isinstance(series_name, str):
            found = [series_name]
    values = read_array(U, "U")
    if values.ndim == 1:
        # One number per configuration; for a fit in m > 1 dimensions, one configuration.
        values = values[None, :] if names is not None and len(names) > 1 else values[:, None]
    if values.ndim != 2:
        raise InputError(f"U must be a table of shape (n, m), but its shape is {values.shape}.")
    m = values.shape[1]
    if m == 0:
        raise InputError("U has no columns: give at least one hyper-parameter.")
    if names is not None and m != len(names):
        raise InputError(f"the fit has {len(names)} columns ({', '.join(names)}), but this table has {m}.")
    final = tuple(names) if names is not None else tuple(found) or tuple(f"u{j + 1}" for j in range(m))
    if len(set(final)) != len(final):
        raise InputError(f"the column names of U are not distinct: {', '.join(final)}.")
    _require_finite(values, final)
    return values, final


def is_constant(values: Array) -> bool:
    """Whether all values are the same up to rounding.

    Parameters
    ----------
    values : array
        Finite values, at least one.

    Returns
    -------
    bool
        True if their range is within rounding error.
    """
    with np.errstate(over="ignore"):
        return bool(np.ptp(values) <= _CONSTANT_TOLERANCE * np.max(np.abs(values)))


def require_count(value: Any, what: str, at_least: int = 1) -> int:
    """Check a whole number.

    Parameters
    ----------
    value : object
        What the user gave.
    what : str
        What it is, for the error message.
    at_least : int, default 1
        Smallest number allowed.

    Returns
    -------
    int
        The number.
    """
    whole = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not whole or value != np.floor(value) or not at_least <= value < math.inf:
        raise InputError(f"{what} must be a whole number of at least {at_least}, not {value!r}.")
    return int(value)


def require_number(
    value: Any, what: str, *, at_least: float = -math.inf, above: float = -math.inf, below: float = math.inf
) -> float:
    """Check a finite number.

    Parameters
    ----------
    value : object
        What the user gave.
    what : str
        What it is, for the error message.
    at_least : float, optional
        Smallest number allowed.
    above, below : float, optional
        Limits that are not allowed themselves.

    Returns
    -------
    float
        The number.
    """
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if math.isfinite(number) and number >= at_least and above < number < below:
        return number
    limits = [
        f" {sign} {limit:g}" for sign, limit in ((">=", at_least), (">", above), ("<", below)) if math.isfinite(limit)
    ]
    raise InputError(f"{what} must be a finite number{' and'.join(limits)}, not {value!r}.")


def read_array(values: Any, what: str) -> Array:
    """Return a float array of any shape; masked values become NaN.

    Parameters
    ----------
    values : array-like
        Numbers.
    what : str
        What they are, for the error message.

    Returns
    -------
    array
        A copy of the values.
    """
    return np.array(_as_float_array(values, what))


def _as_float_array(values: Any, what: str) -> Array:
    """Return a float array of any shape, which may share its memory with `values`."""
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    if np.ma.isMaskedArray(values):
        values = np.ma.filled(values.astype(float), np.nan)
    elif not hasattr(values, "__array__") and not isinstance(values, list | tuple):
        values = list(values) if hasattr(values, "__iter__") else values
    if getattr(getattr(values, "dtype", None), "kind", "f") in "cMm":
        raise InputError(f"{what} holds something that is not a number: its values are {values.dtype}.")
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{what} holds something that is not a number ({error}).") from None


def _copy_with_extremes(values: Array) -> tuple[Array, float, float]:
    """Return a copy, the minimum and the maximum, with one pass over the memory."""
    if len(values) <= _BLOCK:
        copy = np.array(values)
        return copy, float(np.minimum.reduce(copy)), float(np.maximum.reduce(copy))
    copy = np.empty(len(values))
    lows, highs = [], []
    for first in range(0, len(values), _BLOCK):
        part = copy[first : first + _BLOCK]
        part[:] = values[first : first + _BLOCK]
        lows.append(np.minimum.reduce(part))
        highs.append(np.maximum.reduce(part))
    return copy, float(np.minimum.reduce(lows)), float(np.maximum.reduce(highs))


def _require_finite(table: Array, names: Sequence[str]) -> None:
    bad = ~np.isfinite(table)
    if bad.any():
        column = int(np.argmax(bad.any(axis=0)))
        rows = np.flatnonzero(bad[:, column]).tolist()
        raise InputError(
            f"{literal(repr(names[column]))} has {len(rows)} missing or infinite value(s), the first in row {{row}}: "
            "drop or repair those rows.",
            rows,
        )
