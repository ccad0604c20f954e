"""Which configurations are simpler: by cost, by the user's word, by the training scores, or by an assumption."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.recommendation.failures import Mask
from softprofile.recommendation.levels_of_categories import read_levels
from softprofile.util.validation import Array, is_constant

if TYPE_CHECKING:
    import pandas as pd

COST, USER, TRAINING, ASSUMED, NONE = "cost", "simpler", "training scores", "assumed", "none"


@dataclass(frozen=True)
class Simplicity:
    """An order of the configurations by complexity.

    Attributes
    ----------
    complexity : ndarray of shape (n,)
        Larger is more complex; NaN where a configuration cannot be compared.
    source : {"cost", "simpler", "training scores", "assumed", "none"}
        Where the order comes from.
    """

    complexity: Array
    source: str


def by_cost(cost: Array) -> Simplicity:
    """Order the configurations by their cost."""
    return Simplicity(cost, COST)


def by_user(
    table: pd.DataFrame, names: tuple[str, ...], V: Array, simpler: dict[str, str], best: int
) -> Simplicity | None:
    """Order the configurations by the columns that the user named.

    Parameters
    ----------
    table : DataFrame of shape (n, m)
        Configurations as given.
    names : tuple of str
        Names of the columns of V.
    V : ndarray of shape (n, k)
        Transformed coordinates.
    simpler : dict of str to str
        "lower" or "higher" by column.
    best : int
        Row of the best configuration.

    Returns
    -------
    Simplicity or None
        The sum of the named coordinates, each with its sign; None if none of them varies. Configurations with other
        levels than the best cannot be compared with it, except for booleans that the user named.
    """
    booleans = [name for name in simpler if all(isinstance(value, bool | np.bool_) for value in table[name])]
    others = table.drop(columns=booleans)
    groups = read_levels(others).groups if others.shape[1] else np.zeros(len(table), dtype=np.int64)
    comparable = groups == groups[best]
    total, ordered = np.zeros(len(table)), False
    for name, simple in simpler.items():
        if name in booleans:
            column = table[name].to_numpy(dtype=float)
        elif name in names and np.isfinite(V[best, names.index(name)]):
            column = V[:, names.index(name)]
        else:
            continue
        ordered = ordered or not is_constant(column[comparable])
        total += column if simple == "lower" else -column
    return Simplicity(np.where(comparable, total, np.nan), USER) if ordered else None


def by_training(V: Array, groups: npt.NDArray[np.int64], train: Array, used: Mask) -> Simplicity | None:
    """Order the configurations by the trend of their training scores.

    Parameters
    ----------
    V : ndarray of shape (n, k)
        Transformed coordinates.
    groups : ndarray of int of shape (n,)
        Group of each configuration.
    train : ndarray of shape (n,)
        Training scores, larger is better; may be missing.
    used : ndarray of bool of shape (n,)
        Configurations that count.

    Returns
    -------
    Simplicity or None
        The ranks of the training scores as predicted by a linear regression on the coordinates, with one intercept
        per group; None if the training scores are all the same.

    Notes
    -----
    A model that is more complex fits its training data better. The trend is used rather than the scores themselves,
    which are noisy, and ranks rather than scores, which may have a long tail.
    """
    rows = used & np.isfinite(train)
    if rows.sum() < 3 or is_constant(train[rows]):
        return None
    # Rounding of the training scores must not make ranks of equal scores differ.
    _, ranks = np.unique(train[rows], return_inverse=True)
    counts = np.bincount(ranks)
    middle = np.cumsum(counts) - (counts - 1) / 2
    intercepts = (groups[:, None] == np.unique(groups[rows])).astype(float)
    design = np.column_stack([np.where(np.isfinite(V), V, 0.0), intercepts])
    coefficients = np.linalg.lstsq(design[rows], middle[ranks] / rows.sum(), rcond=1e-9)[0]
    known = np.isin(groups, np.unique(groups[rows]))
    return Simplicity(np.where(known, design @ coefficients, np.nan), TRAINING)


def by_assumption(
    V: Array, members: npt.NDArray[np.bool_], columns: npt.NDArray[np.int64], towards_good: Array
) -> Simplicity | None:
    """Order the configurations of one group, as if its poor side were the simpler one.

    Parameters
    ----------
    V : ndarray of shape (n, k)
        Transformed coordinates.
    members : ndarray of bool of shape (n,)
        Configurations of the group.
    columns : ndarray of int
        Columns of V that vary within the group.
    towards_good : ndarray of shape (columns,)
        Direction in which each of these columns levels off: see `Levelling`.

    Returns
    -------
    Simplicity or None
        The coordinates along that direction; None if no column levels off towards one end.
    """
    if not towards_good.any():
        return None
    complexity = np.full(len(V), np.nan)
    complexity[members] = V[np.ix_(members, columns)] @ towards_good
    return Simplicity(complexity, ASSUMED)


def unordered(n: int) -> Simplicity:
    """Return no order at all."""
    return Simplicity(np.full(n, np.nan), NONE)
