r"""Average errors of elastic nets on the forest fires data, over a grid of both penalties.

The response is y = ln(1 + area). Month and day of the week are encoded as points on a circle: (cos M, sin M) with
:math:`M = 2 \pi k / 12` for the k-th month, and (cos D, sin D) with :math:`D = 2 \pi k / 7` for the k-th day. Training
and test error are mean squared errors, averaged over ten random splits into 362 and 155 fires.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.reproduction.parallel import run
from softprofile.reproduction.surface import computed_surface
from softprofile.surfaces.surface import Surface
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

BUNDLED = "forest-fires-enet"

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
PLAIN_INPUTS = ("X", "Y", "FFMC", "DMC", "DC", "ISI", "temp", "RH", "wind", "rain")

#: The grid, 15 x 15.
LAMBDA1 = 10 ** np.linspace(-2, 1.5, 15)
LAMBDA2 = 10 ** np.linspace(-3, 2, 15)


def read_inputs(fires: pd.DataFrame) -> tuple[pd.DataFrame, Array]:
    """Build the inputs and the response from the table of fires.

    Parameters
    ----------
    fires : DataFrame of shape (517, 13)
        The UCI forest fires data.

    Returns
    -------
    X : DataFrame of shape (517, 14)
        The inputs, with month and day as points on a circle.
    y : ndarray of shape (517,)
        ln(1 + area).
    """
    month = _angle(fires["month"], MONTHS)
    day = _angle(fires["day"], DAYS)
    circles = {"cos_month": np.cos(month), "sin_month": np.sin(month), "cos_day": np.cos(day), "sin_day": np.sin(day)}
    return fires[list(PLAIN_INPUTS)].assign(**circles), np.log1p(fires["area"].to_numpy(dtype=float))


def _angle(names: pd.Series[str], cycle: tuple[str, ...]) -> Array:
    return np.array([cycle.index(name) + 1 for name in names]) / len(cycle) * 2 * np.pi


def load_splits() -> npt.NDArray[np.int64]:
    """Load the row indices of the training fires.

    Returns
    -------
    ndarray of int of shape (10, 362)
        Indices counted from 0, one row per split: R's ``set.seed(r); sort(sample(517, 362))`` for r = 1, ..., 10,
        stored in a file so that R is not needed.
    """
    with (files("softprofile.reproduction") / "forest_fires_splits.csv").open(encoding="utf-8") as file:
        return np.loadtxt(file, delimiter=",", dtype=np.int64) - 1


def compute_surface(*, jobs: int = 1, engine: str = "auto", n_splits: int | None = None) -> Surface:
    """Compute the average training and test error at every pair of penalties.

    Parameters
    ----------
    jobs : int, default 1
        Number of worker processes.
    engine : {"auto", "r", "python"}, default "auto"
        Engine of `r_bridge.enet`.
    n_splits : int, optional
        Use only the first splits; by default all ten.

    Returns
    -------
    Surface
        Average errors, one row per (lambda1, lambda2).
    """
    import pandas as pd

    from softprofile.datasets import load_forest_fires

    X, y = read_inputs(load_forest_fires().data)
    tasks = [(X, y, rows, engine) for rows in load_splits()[:n_splits]]
    done = run(split_errors, tasks, jobs, "splits")
    train = np.mean([each[0] for each in done], axis=0)
    test = np.mean([each[1] for each in done], axis=0)
    lambda2, lambda1 = (grid.ravel() for grid in np.meshgrid(LAMBDA2, LAMBDA1, indexing="ij"))
    table = pd.DataFrame(
        {"lambda1": lambda1, "lambda2": lambda2, "train_mse": train.T.ravel(), "test_mse": test.T.ravel()}
    )
    engines = {each[2] for each in done}
    return computed_surface(table, BUNDLED, "r" if engines == {"r"} else "python")


def split_errors(X: pd.DataFrame, y: Array, rows: npt.NDArray[np.int64], engine: str) -> tuple[Array, Array, str]:
    """Compute the errors of one split at every pair of penalties.

    Parameters
    ----------
    X : DataFrame of shape (517, 14)
        Inputs.
    y : ndarray of shape (517,)
        Response.
    rows : ndarray of int
        Indices of the training fires.
    engine : {"auto", "r", "python"}
        Engine of `r_bridge.enet`.

    Returns
    -------
    train, test : ndarray of shape (15, 15)
        Mean squared errors over (lambda1, lambda2).
    engine : str
        The engine used.
    """
    from r_bridge import enet

    training = np.zeros(len(y), dtype=bool)
    training[rows] = True
    net = enet(X[training], y[training], LAMBDA1, LAMBDA2, engine=engine)
    train, test = (np.mean((net.predict(X[part]) - y[part]) ** 2, axis=-1) for part in (training, ~training))
    return train, test, net.engine
