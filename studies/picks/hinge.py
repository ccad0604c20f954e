"""Corner of a ramp that becomes flat, in one dimension."""

from __future__ import annotations

import math
import shutil
import subprocess
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar

import softprofile as sp
from softprofile.reproduction.parallel import run as run_tasks
from studies.picks.data import Array
from studies.picks.measures import rounded
from studies.picks.streams import Purpose, stream

CORNER = 5.0
# Chosen so that least squares has a root mean squared error of 0.21 (two lines) or 0.14 (a line, then a level), and
# that the elbow of two levels is near 3.
POINTS = 50
NOISE = 0.3
#: Largest root mean squared error that is wanted of an edge.
GOAL = 0.3
X: Array = np.linspace(0, 10, POINTS)


def draw(repetition: int) -> Array:
    """Return ``max(0, CORNER - X)`` plus normal noise.

    Parameters
    ----------
    repetition : int
        Number of the data set.

    Returns
    -------
    ndarray
        One value per element of `X`.
    """
    rng = stream(Purpose.HINGE, "hinge", repetition)
    return np.maximum(0, CORNER - X) + NOISE * rng.standard_normal(POINTS)


def _corner_alone(z: Array) -> float:
    return _least_squares(z, lambda corner: np.maximum(0, corner - X), np.empty((POINTS, 0)))


def _flat_then_line(z: Array) -> float:
    """Estimate the corner, the slope before it and the level after it."""
    return _least_squares(z, lambda corner: np.zeros(POINTS), np.ones((POINTS, 1)), _before)


def _two_lines(z: Array) -> float:
    """Estimate the corner and a line on either side of it: the model of R's segmented."""
    return _least_squares(z, lambda corner: np.zeros(POINTS), np.column_stack([np.ones(POINTS), X]), _before)


def _before(corner: float) -> Array:
    return np.maximum(0, corner - X)


def _least_squares(
    z: Array, known: Callable[[float], Array], columns: Array, column: Callable[[float], Array] | None = None
) -> float:
    """Return the corner with the least residual sum of squares: best of a fine grid, then Brent's method."""

    def loss(corner: float) -> float:
        design = columns if column is None else np.column_stack([columns, column(corner)])
        rest = z - known(corner)
        coefficients = np.linalg.lstsq(design, rest, rcond=None)[0] if design.shape[1] else np.empty(0)
        return float(np.sum((rest - design @ coefficients) ** 2))

    grid = np.linspace(X[1], X[-2], 193)
    start = grid[np.argmin([loss(corner) for corner in grid])]
    step = grid[1] - grid[0]
    return float(minimize_scalar(loss, bounds=(start - step, start + step), method="bounded").x)


def _levels(z: Array) -> float:
    return float(sp.elbow(z, X).threshold)


def _shaped(z: Array, shape: str) -> float:
    options: dict[str, Any] = {"shape": shape, "better": "lower"}
    found: Any = sp.elbow(z, X, **options)
    return float(found.edge().point.iloc[0])


def _recommended(z: Array) -> float:
    edge = sp.recommend(pd.DataFrame({"x": X}), z, better="lower").edge_point
    return math.nan if edge is None else float(edge["x"])


#: Estimates of the corner from the values at `X`, by name; NaN where there is none.
ESTIMATES: dict[str, Callable[[Array], float]] = {
    "least squares, corner only": _corner_alone,
    "least squares, corner, slope and level": _flat_then_line,
    "least squares, two lines": _two_lines,
    "`elbow`": _levels,
    "`recommend`, edge": _recommended,
}
_SHAPES = {f'`elbow(shape="{shape}")`, edge': partial(_shaped, shape=shape) for shape in ("transition", "ramp")}
ESTIMATES |= _SHAPES
#: Names of the methods that the goal is for.
EDGES = ("`recommend`, edge", *_SHAPES)


def estimate(repetition: int) -> dict[str, float]:
    """Estimate the corner of one data set by all methods.

    Parameters
    ----------
    repetition : int
        Number of the data set.

    Returns
    -------
    dict of str to float
        Corner by name of the method.
    """
    z = draw(repetition)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        return {name: method(z) for name, method in ESTIMATES.items()}


def has_segmented() -> bool:
    """Return whether R and its package segmented are installed."""
    program = shutil.which("Rscript")
    if program is None:
        return False
    answer = subprocess.run([program, "-e", "cat(requireNamespace('segmented', quietly = TRUE))"], capture_output=True)
    return answer.stdout.strip() == b"TRUE"


def segmented(repetitions: int) -> list[float]:
    """Estimate the corners of all data sets by R's segmented.

    Parameters
    ----------
    repetitions : int
        Number of data sets.

    Returns
    -------
    list of float
        One corner per data set; NaN where segmented finds none.
    """
    code = (
        "d <- as.matrix(read.csv(file('stdin'), header = FALSE)); x <- d[1, ];"
        "for (i in 2:nrow(d)) { z <- d[i, ]; s <- try(segmented::segmented(lm(z ~ x), ~x), silent = TRUE);"
        "cat(if (inherits(s, 'segmented') && length(s$psi)) s$psi[1, 2] else NA, '\\n') }"
    )
    rows = [X, *map(draw, range(repetitions))]
    text = "\n".join(",".join(map(repr, row.tolist())) for row in rows)
    answer = subprocess.run(["Rscript", "-e", code], input=text, capture_output=True, text=True, check=True)
    return [math.nan if line.strip() == "NA" else float(line) for line in answer.stdout.splitlines()]


def errors(repetitions: int, jobs: int) -> pd.DataFrame:
    """Measure the error of all estimates.

    Parameters
    ----------
    repetitions : int
        Number of data sets.
    jobs : int
        Number of worker processes.

    Returns
    -------
    DataFrame
        One row per method: number of data sets with an estimate, mean, bias, and root mean squared error.
    """
    found = pd.DataFrame(run_tasks(estimate, [(each,) for each in range(repetitions)], jobs, "data sets"))
    if has_segmented():
        found["R's segmented"] = segmented(repetitions)
    rows: list[dict[str, Any]] = []
    for name in found:
        corners = found[name].dropna().to_numpy()
        rows.append(
            {
                "method": name,
                "found": len(corners),
                "mean": float(np.mean(corners)),
                "sd": float(np.std(corners, ddof=1)),
                "RMSE": float(np.sqrt(np.mean((corners - CORNER) ** 2))),
            }
        )
    return rounded(pd.DataFrame(rows))
