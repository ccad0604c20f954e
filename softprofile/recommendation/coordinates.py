"""Transformed coordinates of configurations, with zeros of a logged column put one step below its other values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from softprofile.model.transforms import Transform, choose_transform
from softprofile.util.messages import Message
from softprofile.util.validation import Array, is_constant

# A column whose positive values span at least this ratio was meant for a logarithmic scale, zeros or not.
_LOG_RATIO = 100.0


@dataclass(frozen=True)
class Coordinates:
    """Configurations in original and transformed coordinates.

    Attributes
    ----------
    names : tuple of str
        Names of the columns that vary.
    columns : ndarray of int
        Their positions among all columns of U.
    numbers : ndarray of shape (n, k)
        Their values, NaN where the configuration has none; zeros of a logged column are replaced.
    V : ndarray of shape (n, k)
        Transformed coordinates, NaN likewise.
    transform : Transform
        The transform of the k columns.
    messages : tuple of Message
        Zeros that were moved, and columns left out.
    """

    names: tuple[str, ...]
    columns: npt.NDArray[np.int64]
    numbers: Array
    V: Array
    transform: Transform
    messages: tuple[Message, ...]


def choose_coordinates(numbers: Array, names: list[str], transform: Any) -> Coordinates:
    """Transform the columns that vary.

    Parameters
    ----------
    numbers : ndarray of shape (n, m)
        Numbers of the configurations, NaN where there is none.
    names : list of str
        Names of the columns.
    transform : str, sequence of str or mapping
        As in `fit`.

    Returns
    -------
    Coordinates
        The coordinates. Centre and scale of a column come from the configurations that have a number there.

    Raises
    ------
    InputError
        If a transform is unknown or impossible.
    """
    kinds = _kinds(transform, names)
    moved, messages, kept, parts = numbers.copy(), [], [], []
    for j, name in enumerate(names):
        there = np.isfinite(numbers[:, j])
        column = numbers[there, j]
        if not len(column) or is_constant(column):
            continue
        column, note = _zeros_moved(column, name, kinds[j])
        messages += note
        moved[there, j] = column
        kept.append(j)
        parts.append(choose_transform(column[:, None], [name], [kinds[j]]))
    chosen = Transform(
        tuple(part.kinds[0] for part in parts),
        np.array([part.centres[0] for part in parts]),
        np.array([part.scales[0] for part in parts]),
    )
    columns = np.array(kept, dtype=np.int64)
    values = moved[:, columns]
    V = np.full(values.shape, np.nan)
    for j, part in enumerate(parts):
        there = np.isfinite(values[:, j])
        V[there, j] = part.apply(values[there, j][:, None], [names[kept[j]]])[:, 0]
    return Coordinates(tuple(names[j] for j in kept), columns, values, V, chosen, tuple(messages))


def _kinds(transform: Any, names: list[str]) -> list[Any]:
    """Return the requested kind of each column; the check of the kinds themselves is that of `choose_transform`."""
    probe = np.column_stack([np.arange(1.0, 3.0)] * len(names))
    choose_transform(probe, names, transform)
    if isinstance(transform, str):
        return [transform] * len(names)
    if isinstance(transform, Mapping):
        return [transform.get(name, "auto") for name in names]
    return list(transform)


def _zeros_moved(column: Array, name: str, kind: str) -> tuple[Array, list[Message]]:
    """Replace zeros of a logged column by a value one step below its smallest positive value."""
    zero = column == 0
    positive = np.unique(column[~zero])
    if kind not in ("auto", "log") or not zero.any() or len(positive) < 2 or positive[0] <= 0:
        return column, []
    if kind == "auto" and positive[-1] / positive[0] < _LOG_RATIO:
        return column, []
    step = float(np.median(np.diff(np.log(positive))))
    below = float(np.exp(np.log(positive[0]) - max(step, np.log(2))))
    text = (
        f"{name} is 0 in some rows, which has no log: on the logarithmic scale 0 is treated as {below:.3g}, one step "
        f"below {positive[0]:.3g}; transform={{{name!r}: 'standardize'}} avoids the logarithm."
    )
    return np.where(zero, below, column), [Message("zeros-in-log-column", text)]
