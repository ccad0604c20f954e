r"""Elastic nets on the forest fires data: Section 3.1 and Figure 2 of the paper.

The response is y = ln(1 + area). Month and day of the week are encoded as points on a circle: (cos M, sin M) with
:math:`M = 2 \pi k / 12` for the k-th month, and (cos D, sin D) with :math:`D = 2 \pi k / 7` for the k-th day. Training
and test error are mean squared errors, averaged over ten random splits into 362 and 155 fires.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.datasets.bundled import load_surface
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import figures, page
from softprofile.reproduction.literal import literal_section
from softprofile.reproduction.page import Compared, Page, number, point
from softprofile.reproduction.pair import Pair, fit_pair
from softprofile.reproduction.parallel import run
from softprofile.reproduction.surface import computed_surface, origin, page_command, write_table
from softprofile.surfaces.surface import Surface
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

NAME = "forest-fires"
BUNDLED = "forest-fires-enet"

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
PLAIN_INPUTS = ("X", "Y", "FFMC", "DMC", "DC", "ISI", "temp", "RH", "wind", "rain")

#: The grid, 15 x 15.
LAMBDA1 = 10 ** np.linspace(-2, 1.5, 15)
LAMBDA2 = 10 ** np.linspace(-3, 2, 15)


def reproduce(folder: Path, *, recompute: bool = False, jobs: int = 1) -> Path:
    """Write the figure, the surface, the fits and the page of the example.

    Parameters
    ----------
    folder : Path
        Existing output folder.
    recompute : bool, default False
        Fit all elastic nets again instead of using the surface stored in the package.
    jobs : int, default 1
        Number of worker processes.

    Returns
    -------
    Path
        The page.
    """
    surface = compute_surface(jobs=jobs) if recompute else load_surface(BUNDLED)
    return write(folder, surface)


def write(folder: Path, surface: Surface) -> Path:
    """Fit both boundaries to a surface and write all output of the example.

    Parameters
    ----------
    folder : Path
        Existing output folder.
    surface : Surface
        Errors over (lambda1, lambda2).

    Returns
    -------
    Path
        The page.
    """
    table = surface.table
    pair = fit_pair(table[["lambda1", "lambda2"]], table["train_mse"])
    figures.draw_errors(pair, table["train_mse"], table["test_mse"], folder / f"{NAME}.png")
    described = {**write_table(surface, folder, NAME), **pair.write(folder, NAME)}
    return _page(surface, pair, described).write(folder / f"{NAME}.md")


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


def _page(surface: Surface, pair: Pair, described: dict[str, str]) -> Page:
    table = surface.table
    apart = pair.relative_differences
    splits = load_splits()
    points = {kind: point(fitted.representative_point) for kind, fitted in pair._asdict().items()}
    found = Page(
        "Forest fires: elastic nets",
        "Where does the training error of an elastic net start to rise? The representative point (lambda1, lambda2) "
        f"is {points['quadratic']} with the quadratic boundary and {points['network']} with the network, "
        f"{number(pair.distance, 2)} standard deviations apart; the paper calls its two points nearly the same.",
    )
    found.add(
        page.figure(f"{NAME}.png", "Average training and test error by the two penalties, with both boundaries"),
        "Section 3.1, Figure 2 of the paper. Left: average training error, to which the boundaries are fitted. Right: "
        "the same boundaries over the average test error.",
    )
    found.section(
        "Comparison with the paper",
        page.comparison(
            [
                Compared("training fires per split", "362", splits.shape[1]),
                Compared("number of splits", "10", splits.shape[0]),
                Compared(
                    "the two representative points",
                    '"nearly the same"',
                    f"{number(pair.distance, 2)} standard deviations apart",
                ),
            ]
        ),
        "The paper does not print the coordinates of its points. Ours are:",
        pair.points_table({"training MSE": table["train_mse"], "test MSE": table["test_mse"]}),
        page.table(
            ["network point relative to the quadratic point", "value"],
            [
                ["distance in standard deviations of the transformed penalties", number(pair.distance, 2)],
                ["distance in grid steps", number(_grid_steps(pair), 2)],
                ["lambda1", f"{apart['lambda1']:+.1f} %"],
                ["lambda2", f"{apart['lambda2']:+.1f} %"],
            ],
        ),
        pair.agreement(),
        *pair.notes(),
    )
    found.section("What the paper says about the test error", page.bullets(_test_error_statements(table, pair)))
    found.section(
        "Where we differ, and why",
        page.bullets(
            [
                "The paper gives neither its grid nor its splits. Our grid spans the range over which the training "
                f"error changes, lambda1 from {_span(table['lambda1'])} and lambda2 from "
                f"{_span(table['lambda2'])}; our splits are stored in the package. The contours can be compared with "
                "the paper's, single values cannot.",
                "Beyond the end of the path, where R's `enet` rejects a penalty, all coefficients are zero and the "
                "error is that of predicting the mean.",
                "The training error rises smoothly, without a step between two levels. Boundaries that differ by a few "
                "grid points are therefore about equally likely, and the two families differ slightly.",
            ]
        ),
    )
    found.section("The literal procedure", *literal_section(pair))
    found.section(
        "How it was made",
        page.command(page_command(surface, NAME)),
        origin(surface, "elasticnet"),
        page.files(described),
    )
    return found


def _span(values: pd.Series[float]) -> str:
    return f"{number(values.min())} to {number(values.max())}"


def _grid_steps(pair: Pair) -> float:
    """Distance of the two representative points in grid steps."""
    V = pair.quadratic.transformed
    steps = np.array([np.diff(np.unique(np.round(column, 9))).mean() for column in V.T])
    return float(np.linalg.norm((pair.quadratic.representative - pair.network.representative) / steps))


def _test_error_statements(table: pd.DataFrame, pair: Pair) -> list[str]:
    test = table["test_mse"]
    largest = table[table["lambda1"] == table["lambda1"].max()]
    weakest = table[table["lambda1"] == table["lambda1"].min()]
    turn = weakest.iloc[int(weakest["test_mse"].argmin())]
    reach = {kind: _last_on_side_1(weakest, fitted) for kind, fitted in pair._asdict().items()}
    beyond = " and ".join(
        f"{number(last['lambda2'])} ({kind}; {100 * (last['test_mse'] / turn['test_mse'] - 1):.1f} % above the minimum)"
        for kind, last in reach.items()
    )
    excess = 100 * float(largest["test_mse"].max() / test.min() - 1)
    level = "the minimum of the grid" if excess < 1e-9 else f"at most {excess:.2g} % above the minimum of the grid"
    statements = [
        '*"A larger-than-necessary lambda1 turns out to be relatively harmless"*: at the largest lambda1 the test MSE '
        f"is {level}, {number(test.min(), 4)}.{_all_zero(largest)}",
        '*"The critical point at which further increases in lambda2 will become truly harmful"*: at the smallest '
        f"lambda1 the test MSE is lowest at lambda2 = {number(turn['lambda2'])}. There side 1 extends to lambda2 = "
        f"{beyond}.",
    ]
    for kind, fitted in pair._asdict().items():
        at = float(test.iloc[fitted.nearest_index()])
        statements.append(
            f"At the evaluated point nearest to the {kind} representative point, the test MSE is {number(at, 4)}: "
            f"{100 * (at / test.min() - 1):.1f} % above the minimum of the grid and "
            f"{100 * (1 - at / test.max()):.1f} % below its maximum."
        )
    return statements


def _last_on_side_1(line: pd.DataFrame, fitted: BoundaryFit) -> pd.Series[float]:
    """Find the row with the largest lambda2 on side 1, among rows with the same lambda1."""
    inside = line[fitted.sides[line.index] == 1]
    return inside.iloc[int(inside["lambda2"].argmax())]


def _all_zero(largest: Any) -> str:
    """Sentence for the case that every coefficient is zero at the largest lambda1, or nothing."""
    if np.ptp(largest["train_mse"]) > 1e-9:
        return ""
    return " There lambda2 has no effect: every coefficient is zero, and the fitted value is the mean of y."
