"""Check what `recommend` is given, and orient all scores so that larger is better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from softprofile.util.errors import InputError, require_choice
from softprofile.util.validation import Array, read_array, require_number

if TYPE_CHECKING:
    import pandas as pd

BETTER = ("lower", "higher")
RULES = ("edge", "paper")


@dataclass(frozen=True)
class Search:
    """The evaluated configurations and what is known about each.

    Attributes
    ----------
    table : DataFrame of shape (n, m)
        The configurations as given; column names are strings.
    z : ndarray of shape (n,)
        Performance as given; may be missing.
    z_name : str
        Name of the performance.
    better : {"lower", "higher"}
        Which z is better.
    score : ndarray of shape (n,)
        z, or -z if lower is better.
    z_se, train, cost : ndarray of shape (n,) or None
        Standard errors, training scores (oriented like `score`) and costs.
    simpler : dict of str to str
        Which values of a column make a simpler model.
    tolerance : float or None
        Share of the improvement that may be given up.
    """

    table: pd.DataFrame
    z: Array
    z_name: str
    better: str
    score: Array
    z_se: Array | None
    train: Array | None
    cost: Array | None
    simpler: dict[str, str]
    tolerance: float | None


def read_search(
    U: Any, z: Any, better: Any, z_se: Any, z_train: Any, cost: Any, simpler: Any, tolerance: Any
) -> Search:
    """Check the arguments of `recommend`.

    Parameters
    ----------
    U, z, better, z_se, z_train, cost, simpler, tolerance : object
        As in `recommend`.

    Returns
    -------
    Search
        Checked copies.

    Raises
    ------
    InputError
        If an argument cannot be used.
    """
    direction = require_choice(better, BETTER, "direction better=")
    table = read_table(U)
    values = _vector(z, "z", len(table))
    if not np.isfinite(values).any():
        raise InputError("z has no finite value: evaluate at least one configuration successfully.")
    finite = values[np.isfinite(values)]
    with np.errstate(over="ignore"):
        if not np.isfinite(np.ptp(finite)):
            raise InputError("z spans more than a floating point number can hold: divide it by a large number.")
    sign = 1.0 if direction == "higher" else -1.0
    errors = _optional(z_se, "z_se", len(table))
    if errors is not None and np.any(errors < 0):
        rows = np.flatnonzero(errors < 0).tolist()
        raise InputError("z_se has a negative standard error in row {row}.", rows)
    train = _optional(z_train, "z_train", len(table))
    name = getattr(z, "name", None)
    return Search(
        table=table,
        z=values,
        z_name="z" if name is None else str(name),
        better=direction,
        score=sign * values,
        z_se=errors,
        train=None if train is None else sign * train,
        cost=_optional(cost, "cost", len(table)),
        simpler=_simpler(simpler, list(table.columns)),
        tolerance=None if tolerance is None else require_number(tolerance, "tolerance", at_least=0, below=1),
    )


def read_table(U: Any) -> pd.DataFrame:
    """Return the configurations as a data frame with distinct names; of any kind of values.

    Parameters
    ----------
    U : DataFrame, Series, mapping of str to sequence, or array-like of shape (n, m)
        Configurations.

    Returns
    -------
    DataFrame
        A copy. Columns of an array are called "u1", "u2" and so on.

    Raises
    ------
    InputError
        If it has no rows, no columns, or repeated names.
    """
    import pandas as pd

    if isinstance(U, pd.DataFrame):
        table = U.copy()
    elif isinstance(U, pd.Series):
        table = U.to_frame("u1" if U.name is None else U.name)
    else:
        try:
            if isinstance(U, Mapping):
                table = pd.DataFrame({str(key): list(values) for key, values in U.items()})
            else:
                rows = U if isinstance(U, np.ndarray) else _rows(U)
                table = pd.DataFrame(rows)
                table.columns = pd.Index([f"u{j + 1}" for j in range(table.shape[1])])
        except (TypeError, ValueError) as error:
            raise InputError(f"U must be a table with one row per configuration ({error}).") from None
    table.columns = pd.Index([str(name) for name in table.columns])
    if not len(table) or not table.shape[1]:
        raise InputError(f"U must have at least one row and one column, but its shape is {table.shape}.")
    if not table.columns.is_unique:
        raise InputError(f"the column names of U are not distinct: {', '.join(table.columns)}.")
    return table


def _rows(U: Any) -> list[Any]:
    rows = list(U)
    return [list(row) if isinstance(row, list | tuple | np.ndarray) else [row] for row in rows]


def _vector(values: Any, what: str, n: int) -> Array:
    vector = read_array(values, what)
    if vector.ndim == 2 and 1 in vector.shape:
        vector = vector.ravel()
    if vector.shape != (n,):
        raise InputError(f"{what} must be one value for each of the {n} rows of U, but its shape is {vector.shape}.")
    return vector


def _optional(values: Any, what: str, n: int) -> Array | None:
    """Return a vector with NaN for all that is not finite; None if nothing is given or nothing is finite."""
    if values is None:
        return None
    vector = _vector(values, what, n)
    vector[~np.isfinite(vector)] = np.nan
    return vector if np.isfinite(vector).any() else None


def _simpler(simpler: Any, names: list[str]) -> dict[str, str]:
    if simpler is None:
        return {}
    if not isinstance(simpler, Mapping):
        raise InputError(f"simpler must map column names to 'lower' or 'higher', not {simpler!r}.")
    for name in simpler:
        if name not in names:
            raise InputError(f"simpler names {name!r}, but the columns are {', '.join(names)}.")
    return {name: require_choice(value, BETTER, f"direction simpler[{name!r}]") for name, value in simpler.items()}
