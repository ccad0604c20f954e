"""The forest fires example along one penalty: growth and turn of the errors, and where a boundary is crossed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import trends
from softprofile.reproduction.page import number

if TYPE_CHECKING:
    import pandas as pd

# Number of points on a line on which a boundary is followed.
_LINE_POINTS = 2001


def line(table: pd.DataFrame, along: str, at: float | None = None) -> pd.DataFrame:
    """Select the configurations along one penalty.

    Parameters
    ----------
    table : DataFrame
        Columns lambda1 and lambda2, and the errors.
    along : {"lambda1", "lambda2"}
        The penalty that varies.
    at : float, optional
        Value of the other one; by default its smallest.

    Returns
    -------
    DataFrame
        The rows, in the order of the penalty that varies.
    """
    other = "lambda2" if along == "lambda1" else "lambda1"
    value = table[other].min() if at is None else at
    return table[table[other] == value].sort_values(along)


def growth_in_both_directions(table: pd.DataFrame, *, log: bool = True) -> dict[str, trends.Growth]:
    """Measure the growth of the training error along each penalty, at the smallest value of the other.

    Parameters
    ----------
    table : DataFrame
        Columns lambda1, lambda2 and train_mse.
    log : bool, default True
        Measure slopes per decade; otherwise per unit of the penalty.

    Returns
    -------
    dict of str to Growth
        By penalty.
    """
    found = {}
    for along in ("lambda1", "lambda2"):
        part = line(table, along)
        position = part[along].to_numpy()
        found[along] = trends.growth(np.log10(position) if log else position, part["train_mse"].to_numpy())
    return found


def growth_in_words(growth: dict[str, trends.Growth]) -> str:
    """Describe the growth along both penalties in a sentence without a full stop.

    Parameters
    ----------
    growth : dict of str to Growth
        By penalty.

    Returns
    -------
    str
        The description.
    """
    return "on logarithmic axes, the slope grows " + "; ".join(
        f"along {along} {found.described('per decade')}" for along, found in growth.items()
    )


def crossings(fitted: BoundaryFit, along: str, at: float) -> list[float]:
    """Find where the boundary is crossed along one penalty.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit over (lambda1, lambda2).
    along : {"lambda1", "lambda2"}
        The penalty that varies.
    at : float
        Value of the other one.

    Returns
    -------
    list of float
        Crossings within the range of the grid, in increasing order.
    """
    column = fitted.names.index(along)
    U = np.full((_LINE_POINTS, 2), at)
    U[:, column] = np.geomspace(fitted.U[:, column].min(), fitted.U[:, column].max(), _LINE_POINTS)
    above = fitted.decision_function(U) > 0
    return [float(U[k, column]) for k in np.flatnonzero(above[1:] != above[:-1])]


def _test_turn(part: pd.DataFrame, along: str) -> float:
    """Penalty at which the test error changes its level: rises for lambda2, falls for lambda1."""
    test = part["test_mse"].to_numpy()
    start = int(test.argmin()) if along == "lambda2" else 0
    return float(10 ** trends.turn(np.log10(part[along].to_numpy())[start:], test[start:]))


def steps_apart(table: pd.DataFrame, along: str, first: float, second: float) -> float:
    """Compute the distance of two values of a penalty in steps of the grid.

    Parameters
    ----------
    table : DataFrame
        Columns lambda1 and lambda2.
    along : {"lambda1", "lambda2"}
        The penalty.
    first, second : float
        Its values.

    Returns
    -------
    float
        Distance of the logarithms, divided by their mean step.
    """
    step = np.diff(np.log10(np.unique(table[along]))).mean()
    return float(abs(np.log10(first) - np.log10(second)) / step)


def find_turn(table: pd.DataFrame, fitted: BoundaryFit, along: str, at: float) -> tuple[float, float, bool]:
    """Compare where the test error turns along one penalty with where the boundary is crossed.

    Parameters
    ----------
    table : DataFrame
        Columns lambda1, lambda2 and test_mse.
    fitted : BoundaryFit
        Fit over (lambda1, lambda2).
    along : {"lambda1", "lambda2"}
        The penalty that varies.
    at : float
        Value of the other one, on the grid.

    Returns
    -------
    turned : float
        Where the test error changes its level: rises for lambda2, falls for lambda1. NaN if it does not.
    crossed : float
        The crossing of the boundary nearest to it, or NaN.
    within : bool
        Whether the two are at most one grid step apart.
    """
    turned = _test_turn(line(table, along, at), along)
    candidates = crossings(fitted, along, at)
    if not candidates or np.isnan(turned):
        return turned, np.nan, False
    crossed = min(candidates, key=lambda value: steps_apart(table, along, value, turned))
    return turned, crossed, steps_apart(table, along, crossed, turned) <= 1


def or_nowhere(value: float) -> str:
    """Format a place along a penalty.

    Parameters
    ----------
    value : float
        The place, or NaN.

    Returns
    -------
    str
        The number, or "nowhere".
    """
    return "nowhere" if np.isnan(value) else number(value)
