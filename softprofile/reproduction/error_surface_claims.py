"""Statements that the paper makes about more than one of its error surfaces, such as Parkinson and MNIST."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from softprofile.reproduction import trends
from softprofile.reproduction.claims import Claim, judged
from softprofile.reproduction.page import number, point, same_as_printed
from softprofile.reproduction.pair import Pair

if TYPE_CHECKING:
    import pandas as pd

_ERRORS = {"train_error": "training error", "test_error": "test error"}


def representative_point_claim(pair: Pair, printed: Mapping[str, str], place: str, reason: str) -> Claim:
    """Judge the coordinates of the representative point.

    Parameters
    ----------
    pair : Pair
        Both fits to the training error.
    printed : mapping of str to str
        The paper's coordinates, as printed.
    place, reason : str
        As in `judged`.

    Returns
    -------
    Claim
        Confirmed if both fits have the coordinates printed.
    """
    points = {kind: fitted.representative_point for kind, fitted in pair._asdict().items()}
    return judged(
        f"the representative point is roughly ({', '.join(printed.values())})",
        place,
        shown(points),
        _as_printed(points, printed),
        reason,
    )


def nearest_point_claim(pair: Pair, statement: str, printed: Mapping[str, str], place: str, reason: str) -> Claim:
    """Judge which evaluated configuration is nearest to the representative point.

    Parameters
    ----------
    pair : Pair
        Both fits to the training error.
    statement : str
        The statement; the coordinates printed are added to it.
    printed : mapping of str to str
        The paper's coordinates, as printed.
    place, reason : str
        As in `judged`.

    Returns
    -------
    Claim
        Confirmed if it is the paper's for both fits.
    """
    points = {kind: fitted.nearest_point() for kind, fitted in pair._asdict().items()}
    return judged(
        f"{statement} ({', '.join(printed.values())})", place, shown(points), _as_printed(points, printed), reason
    )


def same_point_claim(pair: Pair, statement: str, place: str) -> Claim:
    """Judge whether both boundaries give nearly the same representative point.

    Parameters
    ----------
    pair : Pair
        Both fits to the training error.
    statement, place : str
        As in `judged`.

    Returns
    -------
    Claim
        Confirmed if the points are less than one grid step apart.
    """
    return judged(
        statement,
        place,
        f"{number(pair.grid_steps, 2)} grid steps apart",
        pair.grid_steps < 1,
        "the points are at least one grid step apart",
    )


def different_sides_claim(pair: Pair, statement: str, place: str) -> Claim:
    """Judge whether the nearest evaluated configuration is on different sides of the two boundaries.

    Parameters
    ----------
    pair : Pair
        Both fits to the training error.
    statement, place : str
        As in `judged`.

    Returns
    -------
    Claim
        Confirmed if it is.
    """
    sides = {kind: int(fitted.sides[fitted.nearest_index()]) for kind, fitted in pair._asdict().items()}
    return judged(
        statement,
        place,
        f"on side {sides['quadratic']} of the quadratic boundary and on side {sides['network']} of the network",
        sides["quadratic"] != sides["network"],
        "here both boundaries put it on the same side. The paper numbers sides by the sign of g, which the likelihood "
        "does not determine, so its marks can also mean the same side with opposite signs",
    )


def noisier_claim(table: pd.DataFrame, pair: Pair, statement: str, place: str, reason: str = "") -> Claim:
    """Judge whether the test error is noisier than the training error.

    Parameters
    ----------
    table : DataFrame
        The two hyper-parameters, train_error and test_error, on a grid.
    pair : Pair
        Both fits to the training error.
    statement, place : str
        As in `judged`.
    reason : str, optional
        Why it may not hold, added to the measures that say so.

    Returns
    -------
    Claim
        Confirmed if it is by two measures: the variance that a quadratic polynomial leaves, and the number of grid
        steps against the trend.
    """
    fitted = pair.quadratic
    rows, columns = fitted.names
    rough = {error: trends.rough_share(fitted.transformed, table[error].to_numpy()) for error in _ERRORS}
    against = {
        error: trends.against_trend(table.pivot_table(index=rows, columns=columns, values=error).to_numpy())
        for error in _ERRORS
    }
    why = "by at least one of the two measures the training error is as rough"
    return judged(
        statement,
        place,
        "a quadratic polynomial leaves "
        + " and ".join(f"{100 * rough[error]:.1f} % of the variance of the {name}" for error, name in _ERRORS.items())
        + "; steps against the trend: "
        + " and ".join(f"{count} of {steps}" for count, steps in against.values()),
        rough["test_error"] > rough["train_error"] and against["test_error"][0] > against["train_error"][0],
        f"{why}: {reason}" if reason else why,
    )


def shown(points: Mapping[str, pd.Series[float]]) -> str:
    """Format one point per boundary.

    Parameters
    ----------
    points : mapping of str to Series
        The points by the name of the boundary.

    Returns
    -------
    str
        Such as "(0.5, 2) (quadratic) and (0.5, 2) (network)".
    """
    return " and ".join(f"{point(values)} ({kind})" for kind, values in points.items())


def _as_printed(points: Mapping[str, pd.Series[float]], printed: Mapping[str, str]) -> bool:
    return all(
        same_as_printed(printed[str(name)], float(value))
        for values in points.values()
        for name, value in values.items()
    )
