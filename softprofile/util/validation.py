"""Reads what the user passes as U and z into float arrays, or says in one sentence why it cannot."""

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


class Observations(NamedTuple):
    """Configurations and their performance, copied from the user's data."""

    U: Array
    z: Array
    names: tuple[str, ...]
    z_name: str


def read_observations(U: Any, z: Any) -> Observations:
    """Check `U` (n, m) and `z` (n,) together and copy them."""
    configurations, names = read_configurations(U)
    performance, z_name = read_performance(z)
    if len(configurations) != len(performance):
        raise InputError(
            f"U has {len(configurations)} rows but z has {len(performance)} values: give one z for each row of U."
        )
    for column, name in zip(configurations.T, names, strict=True):
        if is_constant(column):
            raise InputError(f"column {name!r} of U is constant: leave it out, no boundary can depend on it.")
    return Observations(configurations, performance, names, z_name)


def read_performance(z: Any) -> tuple[Array, str]:
    """Check `z`: one-dimensional, finite, at least four values, not constant."""
    name = getattr(z, "name", None)
    values = read_array(z, "z")
    if values.ndim == 2 and 1 in values.shape:
        values = values.ravel()
    if values.ndim != 1:
        raise InputError(f"z must be one-dimensional, but its shape is {values.shape}.")
    if not len(values):
        raise InputError(f"0 points are too few: at least {MIN_POINTS} are needed to find a boundary.")
    # What is missing or infinite shows in the extremes.
    low, high = float(np.minimum.reduce(values)), float(np.maximum.reduce(values))
    if not (math.isfinite(low) and math.isfinite(high)):
        _require_finite(values[:, None], ["z"])
    if len(values) < MIN_POINTS:
        raise InputError(f"{len(values)} points are too few: at least {MIN_POINTS} are needed to find a boundary.")
    if not math.isfinite(high - low):
        raise InputError("z spans more than a floating point number can hold: divide it by a large number.")
    if high - low <= _CONSTANT_TOLERANCE * max(-low, high):
        raise InputError(f"z is constant ({values[0]:g}): there is no change in it whose end could be found.")
    return values, str(name) if name is not None else "z"


def read_configurations(U: Any, names: Sequence[str] | None = None) -> tuple[Array, tuple[str, ...]]:
    """Check `U` as an (n, m) table of finite numbers and find its column names.

    With `names`, the columns a fit was made with, a data frame is brought into their order.
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
        # One number a configuration; for a fit in m > 1 dimensions, one configuration.
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
    """Whether all values are the same up to rounding."""
    with np.errstate(over="ignore"):
        return bool(np.ptp(values) <= _CONSTANT_TOLERANCE * np.max(np.abs(values)))


def require_count(value: Any, what: str, at_least: int = 1) -> int:
    """Return `value` as an int if it is a whole number of at least `at_least`."""
    whole = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not whole or value != np.floor(value) or not at_least <= value < math.inf:
        raise InputError(f"{what} must be a whole number of at least {at_least}, not {value!r}.")
    return int(value)


def require_number(
    value: Any, what: str, *, at_least: float = -math.inf, above: float = -math.inf, below: float = math.inf
) -> float:
    """Return `value` as a float if it is a finite number within these limits."""
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


def require_generator(random_state: Any) -> np.random.Generator:
    """The generator of a seed, a fresh one for None, or the generator that is given."""
    try:
        if isinstance(random_state, bool):
            raise TypeError
        return np.random.default_rng(random_state)
    except (TypeError, ValueError):
        raise InputError(
            f"random_state must be a whole number >= 0, a numpy Generator or None, not {random_state!r}."
        ) from None


def read_array(values: Any, what: str) -> Array:
    """A float array of any shape; what is masked is missing."""
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    if np.ma.isMaskedArray(values):
        values = np.ma.filled(values.astype(float), np.nan)
    elif not hasattr(values, "__array__") and not isinstance(values, list | tuple):
        values = list(values) if hasattr(values, "__iter__") else values
    if getattr(getattr(values, "dtype", None), "kind", "f") in "cMm":
        raise InputError(f"{what} holds something that is not a number: its values are {values.dtype}.")
    try:
        array = np.array(values, dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{what} holds something that is not a number ({error}).") from None
    return array


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
