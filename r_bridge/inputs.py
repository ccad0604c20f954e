"""Validation of X, y and penalties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from softprofile.util.errors import InputError
from softprofile.util.validation import Array, read_array

Labels = npt.NDArray[Any]


def read_table(X: Any, names: Sequence[str] | None = None) -> tuple[Array, tuple[str, ...]]:
    """Validate a table of finite numbers.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, p)
        The table.
    names : sequence of str, optional
        Columns that a model was fitted to; a DataFrame is brought into their order.

    Returns
    -------
    values : ndarray of shape (n, p)
        The numbers.
    names : tuple of str
        Names of the columns.

    Raises
    ------
    InputError
        If the shape or the columns are wrong, or a value is not finite.
    """
    columns = getattr(X, "columns", None)
    found = tuple(str(column) for column in columns) if columns is not None else ()
    if len(set(found)) != len(found):
        raise InputError(f"the column names of X are not distinct: {', '.join(found)}.")
    # A model fitted to an array has default names; a DataFrame is then used in its own order.
    if names is not None and columns is not None and not _are_default(names):
        missing = [name for name in names if name not in found]
        if missing:
            raise InputError(f"X lacks the columns {', '.join(map(repr, missing))} that the model was fitted to.")
        X = X[[columns[found.index(name)] for name in names]]
    values = read_array(X, "X")
    if values.ndim != 2:
        raise InputError(f"X must be a table of shape (n, p), but its shape is {values.shape}.")
    p = values.shape[1]
    if names is not None and p != len(names):
        raise InputError(f"X must have the {len(names)} columns that the model was fitted to, not {p}.")
    if p == 0:
        raise InputError("X has no columns: give at least one.")
    final = tuple(names) if names is not None else found or tuple(f"X{j + 1}" for j in range(p))
    bad = ~np.isfinite(values)
    if bad.any():
        i, j = np.argwhere(bad)[0]
        raise InputError(f"X has a missing or infinite value in row {i}, column {final[j]!r}: drop or repair it.")
    return values, final


def read_response(y: Any, n: int) -> Array:
    """Validate a response of finite numbers.

    Parameters
    ----------
    y : array-like of shape (n,)
        The response.
    n : int
        Number of rows of X.

    Returns
    -------
    ndarray of shape (n,)
        The numbers.
    """
    values: Array = _one_for_each_row(read_array(y, "y"), n, "value")
    if not np.isfinite(values).all():
        row = int(np.argmax(~np.isfinite(values)))
        raise InputError(f"y has a missing or infinite value in row {row}: drop or repair it.")
    return values


def read_penalties(values: Any, what: str) -> Array:
    """Validate one or several penalties: finite and not negative.

    Parameters
    ----------
    values : float or array-like
        The penalties.
    what : str
        Name of the argument, for error messages.

    Returns
    -------
    ndarray of shape (k,)
        The penalties.
    """
    penalties = np.atleast_1d(read_array(values, what))
    if penalties.ndim != 1 or penalties.size == 0:
        raise InputError(f"{what} must be a number or a sequence of numbers, but its shape is {penalties.shape}.")
    if not (np.isfinite(penalties).all() and (penalties >= 0).all()):
        bad = penalties[~(np.isfinite(penalties) & (penalties >= 0))][0]
        raise InputError(f"{what} must be finite and not negative, but it holds {bad:g}.")
    return penalties


def read_labels(y: Any, n: int) -> Labels:
    """Validate labels of any type, without converting them.

    Parameters
    ----------
    y : array-like of shape (n,)
        The labels.
    n : int
        Number of rows of X.

    Returns
    -------
    ndarray of shape (n,)
        The labels.
    """
    if hasattr(y, "to_numpy"):
        y = y.to_numpy()
    if isinstance(y, list | tuple) and len({type(label) for label in y}) > 1:
        # numpy would convert a mixture of numbers and strings to strings.
        mixed = np.empty(len(y), dtype=object)
        mixed[:] = y
        y = mixed
    labels: Labels = _one_for_each_row(np.asarray(y), n, "label")
    for row, label in enumerate(labels.tolist()):
        # NaN and NaT differ from themselves; pandas' NA cannot be compared.
        if label is None or type(label).__name__ == "NAType" or label != label:
            raise InputError(f"y has a missing label in row {row}: drop or repair it.")
    return labels


def _one_for_each_row(y: Any, n: int, kind: str) -> Any:
    if y.ndim == 2 and y.shape[1] == 1:
        y = y[:, 0]
    if y.ndim != 1:
        raise InputError(f"y must be one-dimensional, but its shape is {y.shape}.")
    if len(y) != n:
        raise InputError(f"X has {n} rows but y has {len(y)} {kind}s: give one {kind} per row of X.")
    return y


def _are_default(names: Sequence[str]) -> bool:
    return tuple(names) == tuple(f"X{j + 1}" for j in range(len(names)))
