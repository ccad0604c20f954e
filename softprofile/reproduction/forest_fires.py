r"""Elastic nets on the forest fires data: Section 3.1 and Figure 2 of the paper.

The response is y = ln(1 + area). Month and day of the week are encoded as points on a circle: (cos M, sin M) with
:math:`M = 2 \pi k / 12` for the k-th month, and (cos D, sin D) with :math:`D = 2 \pi k / 7` for the k-th day. Training
and test error are mean squared errors, averaged over ten random splits into 362 and 155 fires.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.datasets.bundled import load_surface
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import figures, page, trends
from softprofile.reproduction.claims import Claim, data_here, judged, no_data, untestable
from softprofile.reproduction.literal import literal_section
from softprofile.reproduction.page import Page, number, point
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

# As the paper prints them: Section 3.1.
_PAPER_FIRES, _PAPER_INPUTS = 517, 12
_PAPER_TRAINING, _PAPER_TEST, _PAPER_SPLITS = 362, 155, 10

# Number of points on a line on which a boundary is followed.
_LINE_POINTS = 2001


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
    found.claims = [*_data_claims(table), *_training_claims(table, pair), *_test_claims(table, pair)]
    found.section(
        "The representative points",
        "The paper does not print the coordinates of its points. Ours are:",
        pair.points_table({"training MSE": table["train_mse"], "test MSE": table["test_mse"]}),
        page.table(
            ["network point relative to the quadratic point", "value"],
            [
                ["distance in standard deviations of the transformed penalties", number(pair.distance, 2)],
                ["distance in grid steps", number(pair.grid_steps, 2)],
                ["lambda1", f"{apart['lambda1']:+.1f} %"],
                ["lambda2", f"{apart['lambda2']:+.1f} %"],
            ],
        ),
        pair.agreement(),
        *pair.notes(),
    )
    found.section(
        "How the statements on the test error are tested",
        "The paper describes Figure 2 in words. Where the test error changes is found here by the one-dimensional "
        "method (Eq. 2) along one penalty: for lambda2 on the part where the test error rises, that is, from its "
        "minimum on, and for lambda1 on the whole range. A boundary finds this point if it crosses the same line "
        "within one step of the grid.",
        _turns_table(table, pair),
        _everywhere(table, pair),
    )
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
        line = _line(table, along)
        position = line[along].to_numpy()
        found[along] = trends.growth(np.log10(position) if log else position, line["train_mse"].to_numpy())
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


def _line(table: pd.DataFrame, along: str, at: float | None = None) -> pd.DataFrame:
    """Rows along one penalty at a value of the other, by default its smallest."""
    other = "lambda2" if along == "lambda1" else "lambda1"
    value = table[other].min() if at is None else at
    return table[table[other] == value].sort_values(along)


def _test_turn(line: pd.DataFrame, along: str) -> float:
    """Penalty at which the test error changes its level: rises for lambda2, falls for lambda1."""
    test = line["test_mse"].to_numpy()
    start = int(test.argmin()) if along == "lambda2" else 0
    return float(10 ** trends.turn(np.log10(line[along].to_numpy())[start:], test[start:]))


def _steps_apart(table: pd.DataFrame, along: str, first: float, second: float) -> float:
    step = np.diff(np.log10(np.unique(table[along]))).mean()
    return float(abs(np.log10(first) - np.log10(second)) / step)


def _found(table: pd.DataFrame, fitted: BoundaryFit, along: str, at: float) -> tuple[float, float, bool]:
    """Where the test error turns, where the boundary is nearest to it, and whether within one grid step."""
    turned = _test_turn(_line(table, along, at), along)
    crossed = crossings(fitted, along, at)
    if not crossed or np.isnan(turned):
        return turned, np.nan, False
    nearest = min(crossed, key=lambda value: _steps_apart(table, along, value, turned))
    return turned, nearest, _steps_apart(table, along, nearest, turned) <= 1


def _data_claims(table: pd.DataFrame) -> list[Claim]:
    """Statements about the data and the splits."""
    from softprofile.datasets import load_forest_fires
    from softprofile.datasets.forest_fires import FOREST_FIRES

    splits = load_splits()
    numbers = f"{_PAPER_FIRES} fires with {_PAPER_INPUTS} inputs"
    skewed = "the burned area is highly skewed; most fires did not burn much"
    varied = "different random splits lead to considerable variations in training and test error"
    sizes = (splits.shape[1], int(splits.max()) + 1 - splits.shape[1])
    claims = [
        judged(
            f"{_PAPER_SPLITS} random splits into {_PAPER_TRAINING} training and {_PAPER_TEST} test fires",
            "Section 3.1",
            f"{splits.shape[0]} splits into {sizes[0]} and {sizes[1]} fires",
            (splits.shape[0], *sizes) == (_PAPER_SPLITS, _PAPER_TRAINING, _PAPER_TEST),
            "the stored splits are others",
        )
    ]
    if not data_here(FOREST_FIRES):
        reason = no_data(FOREST_FIRES)
        return [untestable(statement, "Section 3.1", reason) for statement in (numbers, skewed)] + [
            *claims,
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
            fires.shape == (_PAPER_FIRES, _PAPER_INPUTS + 1),
            "the file has other rows or columns",
        ),
        judged(
            skewed,
            "Section 3.1",
            f"skewness {skewness:.1f}; {100 * np.mean(area < 1):.0f} % of the fires burned less than 1 ha",
            skewness > 1 and bool(np.mean(area < 1) > 0.5),
            "the skewness is at most 1, or at least half of the fires burned 1 ha or more",
        ),
        *claims,
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
    steps = [np.diff(_line(beyond, "lambda1", at)["test_mse"]) for at in beyond["lambda2"].unique()]
    rise = max((float(step.max(initial=0.0)) for step in steps), default=0.0)
    rising = (
        f"a step to a larger lambda1 raises the test MSE by up to {number(rise, 2)}"
        if rise > 0
        else "no step to a larger lambda1 raises the test MSE"
    )
    excess = 100 * (float(_line(table, "lambda2", table["lambda1"].max())["test_mse"].max()) / test.min() - 1)
    level = "at the minimum of the grid" if excess < 1e-9 else f"at most {excess:.2g} % above the minimum of the grid"
    weakest, ridge_free = float(table["lambda1"].min()), float(table["lambda2"].min())
    harm = {kind: _found(table, fitted, "lambda2", weakest) for kind, fitted in pair._asdict().items()}
    safe = {kind: _found(table, fitted, "lambda1", ridge_free) for kind, fitted in pair._asdict().items()}
    upward = _line(table, "lambda2")
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
            f"{_or_nowhere(harm['quadratic'][0])}; the boundaries cross at "
            + " and ".join(f"{_or_nowhere(crossed)} ({kind})" for kind, (_, crossed, _) in harm.items()),
            all(within for _, _, within in harm.values()),
            "at least one boundary crosses more than one grid step from where the test error turns, or not at all",
        ),
        judged(
            "the boundary shows how far lambda1 should grow for the test error to reach *a relatively safe zone*",
            place,
            f"at the smallest lambda2 the test MSE turns to its lower level at lambda1 = "
            f"{_or_nowhere(safe['quadratic'][0])}; the boundaries cross at "
            + " and ".join(
                f"{_or_nowhere(crossed)} ({kind}{_fallen(table, crossed)})" for kind, (_, crossed, _) in safe.items()
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


def _or_nowhere(value: float) -> str:
    return "nowhere" if np.isnan(value) else number(value)


def _fallen(table: pd.DataFrame, lambda1: float) -> str:
    """State how much of the whole fall of the test error at the smallest lambda2 is reached at a lambda1."""
    if np.isnan(lambda1):
        return ""
    line = _line(table, "lambda1")
    test = line["test_mse"].to_numpy()
    there = np.interp(np.log10(lambda1), np.log10(line["lambda1"].to_numpy()), test)
    return f"; {100 * (test[0] - there) / np.ptp(test):.0f} % of the fall is before"


def _at_point(table: pd.DataFrame, kind: str, fitted: BoundaryFit) -> str:
    test = table["test_mse"]
    at = float(test.iloc[fitted.nearest_index()])
    return (
        f"{kind} {point(fitted.representative_point)}: the nearest evaluated test MSE, {number(at, 4)}, is "
        f"{100 * (at / test.min() - 1):.1f} % above the minimum and {100 * (1 - at / test.max()):.1f} % below the "
        "maximum"
    )


def _turns_table(table: pd.DataFrame, pair: Pair) -> str:
    rows = []
    for along, other in (("lambda2", "lambda1"), ("lambda1", "lambda2")):
        at = float(table[other].min())
        line = _line(table, along)
        for kind, fitted in pair._asdict().items():
            turned, crossed, _ = _found(table, fitted, along, at)
            apart = page.NOTHING if np.isnan(crossed) else number(_steps_apart(table, along, turned, crossed), 2)
            rows.append(
                [
                    f"{along}, at {other} = {number(at)}, {kind}",
                    number(float(line[along].iloc[int(line["test_mse"].argmin())])),
                    _or_nowhere(turned),
                    _or_nowhere(crossed),
                    apart,
                ]
            )
    header = ["along", "lowest test MSE at", "test MSE turns at", "boundary crosses at", "grid steps apart"]
    return page.table(header, rows)


def _everywhere(table: pd.DataFrame, pair: Pair) -> str:
    """State at how many values of the other penalty a boundary finds the turn, where it is crossed at all."""
    sentences = []
    for along, other in (("lambda2", "lambda1"), ("lambda1", "lambda2")):
        parts = []
        for kind, fitted in pair._asdict().items():
            tried = [_found(table, fitted, along, float(at)) for at in np.unique(table[other])]
            crossed = [within for _, where, within in tried if not np.isnan(where)]
            parts.append(f"{sum(crossed)} of {len(crossed)} ({kind})")
        sentences.append(f"Along {along}, this holds at {' and '.join(parts)} values of {other}.")
    return "At other values of the fixed penalty the boundaries are less exact. " + " ".join(sentences)
