"""The paper's statements about the forest fires, each with a verdict that follows from the data and the surface."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction.claims import Claim, data_here, judged, no_data, untestable
from softprofile.reproduction.forest_fires_surface import load_splits, read_inputs
from softprofile.reproduction.page import number, point
from softprofile.reproduction.pair import Pair
from softprofile.reproduction.penalty_lines import (
    find_turn,
    growth_in_both_directions,
    growth_in_words,
    line,
    or_nowhere,
)
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

_FIRES, _INPUTS = 517, 12
_TRAINING, _TEST, _SPLITS = 362, 155, 10


def claims(table: pd.DataFrame, pair: Pair) -> list[Claim]:
    """Judge the paper's statements about the example.

    Parameters
    ----------
    table : DataFrame
        Columns lambda1, lambda2, train_mse and test_mse.
    pair : Pair
        Both fits to the training error.

    Returns
    -------
    list of Claim
        The statements.
    """
    return [*_data_claims(table), *_training_claims(table, pair), *_test_claims(table, pair)]


def _data_claims(table: pd.DataFrame) -> list[Claim]:
    """Statements about the data and the splits."""
    from softprofile.datasets import load_forest_fires
    from softprofile.datasets.forest_fires import FOREST_FIRES

    splits = load_splits()
    numbers = f"{_FIRES} fires with {_INPUTS} inputs"
    skewed = "the burned area is highly skewed; most fires did not burn much"
    varied = "different random splits lead to considerable variations in training and test error"
    sizes = (splits.shape[1], int(splits.max()) + 1 - splits.shape[1])
    about_splits = [
        judged(
            f"{_SPLITS} random splits into {_TRAINING} training and {_TEST} test fires",
            "Section 3.1",
            f"{splits.shape[0]} splits into {sizes[0]} and {sizes[1]} fires",
            (splits.shape[0], *sizes) == (_SPLITS, _TRAINING, _TEST),
            "the stored splits are others",
        )
    ]
    if not data_here(FOREST_FIRES):
        reason = no_data(FOREST_FIRES)
        return [untestable(statement, "Section 3.1", reason) for statement in (numbers, skewed)] + [
            *about_splits,
            untestable(varied, "Section 3.1", reason),
        ]
    fires = load_forest_fires().data
    area = fires["area"].to_numpy(dtype=float)
    skewness = float(np.mean((area - area.mean()) ** 3) / area.std() ** 3)
    ranges = [float(np.ptp(table[error])) for error in ("train_mse", "test_mse")]
    train, test = _least_squares_errors(*read_inputs(fires), splits)
    return [
        judged(
            numbers,
            "Section 3.1",
            f"{len(fires)} fires with {fires.shape[1] - 1} inputs",
            fires.shape == (_FIRES, _INPUTS + 1),
            "the file has other rows or columns",
        ),
        judged(
            skewed,
            "Section 3.1",
            f"skewness {skewness:.1f}; {100 * np.mean(area < 1):.0f} % of the fires burned less than 1 ha",
            skewness > 1 and bool(np.mean(area < 1) > 0.5),
            "the skewness is at most 1, or at least half of the fires burned 1 ha or more",
        ),
        *about_splits,
        judged(
            varied,
            "Section 3.1",
            f"least squares, the limit of small penalties: from {number(train.min())} to {number(train.max())} in "
            f"training and from {number(test.min())} to {number(test.max())} in testing, that is, by "
            f"{100 * np.ptp(train) / train.mean():.0f} % and {100 * np.ptp(test) / test.mean():.0f} % of their means; "
            "over the whole grid the averages differ by "
            f"{number(ranges[0], 2)} and {number(ranges[1], 2)} only",
            bool(np.ptp(train) > ranges[0] and np.ptp(test) > ranges[1]),
            "the errors of the splits differ by less than the averages over the grid do",
        ),
    ]


def _least_squares_errors(X: pd.DataFrame, y: Array, splits: npt.NDArray[np.int64]) -> tuple[Array, Array]:
    """Training and test MSE of least squares, one per split."""
    A = np.column_stack([np.ones(len(y)), X.to_numpy(dtype=float)])
    errors = []
    for rows in splits:
        training = np.isin(np.arange(len(y)), rows)
        beta = np.linalg.lstsq(A[training], y[training], rcond=None)[0]
        errors.append([np.mean((A[part] @ beta - y[part]) ** 2) for part in (training, ~training)])
    train, test = np.array(errors).T
    return train, test


def _training_claims(table: pd.DataFrame, pair: Pair) -> list[Claim]:
    """Statements about the training error in the left panels of Figure 2."""
    growth = growth_in_both_directions(table)
    return [
        judged(
            "training error increases slowly at first, then sharply, as both penalties grow beyond a certain point",
            "Section 3.1, Figure 2",
            growth_in_words(growth),
            all(found.accelerates for found in growth.values()),
            "along at least one penalty, the first step is more than half as steep as the steepest one",
        ),
        judged(
            "the representative points of both boundaries are *nearly the same*",
            "Section 3.1, Figure 2",
            f"{point(pair.quadratic.representative_point)} and {point(pair.network.representative_point)}, "
            f"{number(pair.grid_steps, 2)} grid steps apart",
            pair.grid_steps < 1,
            "the points are at least one grid step apart",
        ),
    ]


def _test_claims(table: pd.DataFrame, pair: Pair) -> list[Claim]:
    """Statements about the test error in the right panels of Figure 2."""
    test = table["test_mse"]
    place = "Section 3.1, Figure 2"
    beyond = table[table["lambda1"] > pair.quadratic.representative_point["lambda1"]]
    steps = [np.diff(line(beyond, "lambda1", at)["test_mse"]) for at in beyond["lambda2"].unique()]
    rise = max((float(step.max(initial=0.0)) for step in steps), default=0.0)
    rising = (
        f"a step to a larger lambda1 raises the test MSE by up to {number(rise, 2)}"
        if rise > 0
        else "no step to a larger lambda1 raises the test MSE"
    )
    excess = 100 * (float(line(table, "lambda2", table["lambda1"].max())["test_mse"].max()) / test.min() - 1)
    level = "at the minimum of the grid" if excess < 1e-9 else f"at most {excess:.2g} % above the minimum of the grid"
    weakest, ridge_free = float(table["lambda1"].min()), float(table["lambda2"].min())
    harm = {kind: find_turn(table, fitted, "lambda2", weakest) for kind, fitted in pair._asdict().items()}
    safe = {kind: find_turn(table, fitted, "lambda1", ridge_free) for kind, fitted in pair._asdict().items()}
    upward = line(table, "lambda2")
    lowest = float(upward["lambda2"].iloc[int(upward["test_mse"].argmin())])
    rises = 100 * float(upward["test_mse"].iloc[-1] / upward["test_mse"].min() - 1)
    return [
        judged(
            "a larger-than-necessary lambda1 is *relatively harmless* in terms of test error",
            place,
            f"beyond the representative point {rising}; at the largest lambda1 it is {level}, "
            f"which is {number(float(test.min()), 4)}",
            rise <= 0.01 * float(test.min()),
            "the test error rises by more than 1 % in one step beyond the representative point",
        ),
        judged(
            "the boundary *nails the critical point* beyond which larger lambda2 become truly harmful",
            place,
            f"at the smallest lambda1 the test MSE is lowest at lambda2 = {number(lowest)}, rises by {rises:.1f} % in "
            "all and turns at "
            f"{or_nowhere(harm['quadratic'][0])}; the boundaries cross at "
            + " and ".join(f"{or_nowhere(crossed)} ({kind})" for kind, (_, crossed, _) in harm.items()),
            all(within for _, _, within in harm.values()),
            "at least one boundary crosses more than one grid step from where the test error turns, or not at all",
        ),
        judged(
            "the boundary shows how far lambda1 should grow for the test error to reach *a relatively safe zone*",
            place,
            f"at the smallest lambda2 the test MSE turns to its lower level at lambda1 = "
            f"{or_nowhere(safe['quadratic'][0])}; the boundaries cross at "
            + " and ".join(
                f"{or_nowhere(crossed)} ({kind}{_fallen(table, crossed)})" for kind, (_, crossed, _) in safe.items()
            ),
            all(within for _, _, within in safe.values()),
            "at least one boundary crosses more than one grid step from where the test error turns, or not at all",
        ),
        judged(
            "the representative point captures both trade-offs",
            place,
            "; ".join(_at_point(table, kind, fitted) for kind, fitted in pair._asdict().items()),
            all(
                fitted.representative_point["lambda1"] > safe[kind][0]
                and fitted.representative_point["lambda2"] < harm[kind][0]
                for kind, fitted in pair._asdict().items()
            ),
            "a representative point lies where the test error is still at its higher level along lambda1, or already "
            "at its higher level along lambda2",
        ),
    ]


def _fallen(table: pd.DataFrame, lambda1: float) -> str:
    """State how much of the whole fall of the test error at the smallest lambda2 is reached at a lambda1."""
    if np.isnan(lambda1):
        return ""
    part = line(table, "lambda1")
    test = part["test_mse"].to_numpy()
    there = np.interp(np.log10(lambda1), np.log10(part["lambda1"].to_numpy()), test)
    return f"; {100 * (test[0] - there) / np.ptp(test):.0f} % of the fall is before"


def _at_point(table: pd.DataFrame, kind: str, fitted: BoundaryFit) -> str:
    test = table["test_mse"]
    at = float(test.iloc[fitted.nearest_index()])
    return (
        f"{kind} {point(fitted.representative_point)}: the nearest evaluated test MSE, {number(at, 4)}, is "
        f"{100 * (at / test.min() - 1):.1f} % above the minimum and {100 * (1 - at / test.max()):.1f} % below the "
        "maximum"
    )
