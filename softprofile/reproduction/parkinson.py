r"""Support vector machines on the Parkinson speech data: Section 3.2 and Figure 3 of the paper.

The kernel is :math:`K_h(u, v) = \exp(-h \|u - v\|^2)`, and gamma is the upper bound on the multipliers (Table 2 of the
paper). In R this is ``e1071::svm(X, factor(class), kernel = "radial", cost = gamma, gamma = h)``. Errors are in %, on
the 1040 training and the 168 test recordings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.datasets.bundled import load_surface
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import figures, page, trends
from softprofile.reproduction.claims import Claim, data_here, judged, no_data, untestable
from softprofile.reproduction.literal import literal_section
from softprofile.reproduction.page import Compared, Page, number, point, same_as_printed
from softprofile.reproduction.pair import Pair, compared_points, fit_pair
from softprofile.reproduction.parallel import run
from softprofile.reproduction.surface import computed_surface, origin, page_command, write_table
from softprofile.surfaces.surface import Surface
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

NAME = "parkinson"
BUNDLED = "parkinson-svm"

#: The grid, 5 x 7.
GAMMA = (5e3, 1e4, 5e4, 1e5, 5e5)
H = (1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 5e-3, 1e-2)

_ERRORS = {"train_error": "training error", "test_error": "test error"}

# As the paper prints them, for both boundaries.
_PAPER_POINT = {"gamma": "5.3e4", "h": "1.3e-3"}
_PAPER_NEAREST = {"gamma": "5e4", "h": "1e-3"}
_PAPER_TEST_ERROR = "27.38"
_PAPER_BOUNDS = {"gamma": 5e4, "h": 1e-3}
_PAPER_TRAINING, _PAPER_TEST, _PAPER_FEATURES = 1040, 168, 26

# Number of lines per axis on which the good side is searched for boxes.
_RASTER = 401

# Smallest share of SVMs with a higher test error that counts as "among the lowest".
_AMONG_THE_LOWEST = 0.8


def reproduce(folder: Path, *, recompute: bool = False, jobs: int = 1) -> Path:
    """Write the figure, the surface, the fits and the page of the example.

    Parameters
    ----------
    folder : Path
        Existing output folder.
    recompute : bool, default False
        Fit all support vector machines again instead of using the surface stored in the package.
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
        Errors over (gamma, h).

    Returns
    -------
    Path
        The page.
    """
    table = surface.table
    pair = fit_pair(table[["gamma", "h"]], table["train_error"])
    figures.draw_errors(pair, table["train_error"], table["test_error"], folder / f"{NAME}.png")
    described = {**write_table(surface, folder, NAME), **pair.write(folder, NAME)}
    return _page(surface, pair, described).write(folder / f"{NAME}.md")


def compute_surface(
    *, jobs: int = 1, engine: str = "auto", settings: Sequence[tuple[float, float]] | None = None
) -> Surface:
    """Compute the training and test error at every (gamma, h).

    Parameters
    ----------
    jobs : int, default 1
        Number of worker processes.
    engine : {"auto", "r", "python"}, default "auto"
        Engine of `r_bridge.svm`.
    settings : sequence of tuple of float, optional
        Pairs (gamma, h); by default the whole grid.

    Returns
    -------
    Surface
        Errors in %, one row per (gamma, h).
    """
    import pandas as pd

    from softprofile.datasets import PARKINSON_FEATURES, load_parkinson

    data = load_parkinson()
    kept = [*PARKINSON_FEATURES, "class"]
    chosen = list(product(GAMMA, H)) if settings is None else list(settings)
    tasks = [(data.train[kept], data.test[kept], gamma, h, engine) for gamma, h in chosen]
    done = run(errors, tasks, jobs, "SVMs")
    table = pd.DataFrame(
        [(gamma, h, train, test) for (gamma, h), (train, test, _) in zip(chosen, done, strict=True)],
        columns=["gamma", "h", "train_error", "test_error"],
    )
    return computed_surface(table, BUNDLED, "r" if {each[2] for each in done} == {"r"} else "python")


def errors(train: pd.DataFrame, test: pd.DataFrame, gamma: float, h: float, engine: str) -> tuple[float, float, str]:
    """Compute the errors of one support vector machine.

    Parameters
    ----------
    train, test : DataFrame
        Features and the column "class".
    gamma, h : float
        Bound on the multipliers and parameter of the kernel.
    engine : {"auto", "r", "python"}
        Engine of `r_bridge.svm`.

    Returns
    -------
    train_error, test_error : float
        Errors in %.
    engine : str
        The engine used.
    """
    from r_bridge import svm

    model = svm(train.drop(columns="class"), train["class"], cost=gamma, gamma=h, engine=engine)
    on_train, on_test = (model.error(part.drop(columns="class"), part["class"]) for part in (train, test))
    return on_train, on_test, model.engine


def _page(surface: Surface, pair: Pair, described: dict[str, str]) -> Page:
    table = surface.table
    nearest = pair.quadratic.nearest_index()
    found = Page(
        "Parkinson: support vector machines",
        "Where does the training error of a support vector machine start to rise? The representative point (gamma, h) "
        f"is {point(pair.quadratic.representative_point)} with the quadratic boundary and "
        f"{point(pair.network.representative_point)} with the network; the paper's is roughly "
        f"({_PAPER_POINT['gamma']}, {_PAPER_POINT['h']}). The evaluated SVM nearest to it has a test error of "
        f"{table['test_error'].iloc[nearest]:.2f} %; the paper's has {_PAPER_TEST_ERROR} %.",
    )
    found.add(
        page.figure(f"{NAME}.png", "Training and test error by gamma and h, with both boundaries"),
        "Section 3.2, Figure 3 of the paper. Left: training error, to which the boundaries are fitted. Right: the same "
        "boundaries over the test error.",
    )
    found.claims = [
        *_data_claims(),
        *_training_claims(table),
        *_point_claims(table, pair),
        *_test_claims(table, pair),
    ]
    found.section(
        "Comparison with the paper",
        page.comparison(row for kind in pair._asdict() for row in _compared(kind, pair, table)),
        pair.points_table({"training error (%)": table["train_error"], "test error (%)": table["test_error"]}),
        pair.agreement(),
        *pair.notes(),
    )
    found.section('What "no less than about" can mean', *_readings(pair))
    found.section("Where we differ, and why", page.bullets([*_differences(pair), _how_gradual(table)]))
    found.section("The literal procedure", *literal_section(pair))
    found.section(
        "How it was made",
        page.command(page_command(surface, NAME)),
        origin(surface, "e1071"),
        page.files(described),
    )
    return found


def _compared(kind: str, pair: Pair, table: pd.DataFrame) -> list[Compared]:
    fitted = pair._asdict()[kind]
    nearest = fitted.nearest_index()
    return [
        *compared_points(kind, fitted, _PAPER_POINT, _PAPER_NEAREST),
        Compared(f"test error there, {kind}", _PAPER_TEST_ERROR, float(table["test_error"].iloc[nearest]), " %"),
    ]


def _data_claims() -> list[Claim]:
    """Statements about the recordings."""
    from softprofile.datasets import PARKINSON_FEATURES, load_parkinson
    from softprofile.datasets.parkinson import PARKINSON

    sizes = f"{_PAPER_TRAINING} training and {_PAPER_TEST} test recordings with {_PAPER_FEATURES} features"
    balanced = "equal numbers of training recordings from patients and from healthy people"
    if not data_here(PARKINSON):
        return [untestable(statement, "Section 3.2", no_data(PARKINSON)) for statement in (sizes, balanced)]
    data = load_parkinson()
    counts = data.train["class"].value_counts()
    features = len(PARKINSON_FEATURES)
    return [
        judged(
            sizes,
            "Section 3.2",
            f"{len(data.train)} and {len(data.test)} recordings with {features} features",
            (len(data.train), len(data.test), features) == (_PAPER_TRAINING, _PAPER_TEST, _PAPER_FEATURES),
            "the files have other rows or columns",
        ),
        judged(
            balanced,
            "Section 3.2",
            " and ".join(map(str, counts)),
            len(counts) == 2 and len(set(counts)) == 1,
            "the classes differ in size",
        ),
    ]


def _grid(table: pd.DataFrame, error: str) -> tuple[Array, Array, Array]:
    """Logarithms of gamma and of h in increasing order, and the errors on their grid."""
    grid = table.pivot_table(index="gamma", columns="h", values=error)
    return np.log10(grid.index.to_numpy()), np.log10(grid.columns.to_numpy()), grid.to_numpy()


def _training_claims(table: pd.DataFrame) -> list[Claim]:
    """Statements about the training error in the left panels of Figure 3."""
    gamma, h, error = _grid(table, "train_error")
    lowest = table.iloc[int(table["train_error"].argmin())]
    # From the corner of the largest values downwards.
    down = {
        "gamma": trends.growth(-gamma[::-1], error[::-1, -1]),
        "h": trends.growth(-h[::-1], error[-1, ::-1]),
    }
    corner = "the path starts where both are largest"
    return [
        judged(
            "the training error is lowest when both gamma and h are large",
            "Section 3.2, Figure 3",
            f"lowest, {lowest['train_error']:.2f} %, at {point(lowest[['gamma', 'h']])}; at the largest gamma and h it "
            f"is {error[-1, -1]:.2f} %",
            bool(error[-1, -1] <= error.min() + 1e-9),
            "the training error is lower elsewhere",
        ),
        judged(
            "as gamma and h are decreased, the training error increases, gradually at first, then more sharply",
            "Section 3.2, Figure 3",
            "the slope grows "
            + "; ".join(f"along {name} {found.described('% per decade')}" for name, found in down.items())
            + f" ({corner})",
            all(found.accelerates for found in down.values()),
            "along at least one of them, the first step is more than half as steep as the steepest one",
        ),
    ]


def _how_gradual(table: pd.DataFrame) -> str:
    """State how the verdict on the gradual increase depends on the measure."""
    gamma, h, error = _grid(table, "train_error")
    share = {
        "gamma": trends.first_quarter(-gamma[::-1], error[::-1, -1]),
        "h": trends.first_quarter(-h[::-1], error[-1, ::-1]),
    }
    parts = [f"{value:.2f} times as steep as the steepest quarter along {name}" for name, value in share.items()]
    return (
        "Whether the training error increases *gradually at first* depends on the measure. The statement is tested by "
        "the first step of the grid, which must be at most half as steep as the steepest one. Over quarters of the "
        f"range, the first quarter is {' and '.join(parts)}."
    )


def good_bounds(fitted: BoundaryFit) -> dict[str, float]:
    """Find the smallest gamma and the smallest h anywhere on side 1, within the range of the grid.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit over (gamma, h).

    Returns
    -------
    dict of str to float
        Each is attained at some value of the other.
    """
    (gamma, h), good = _raster(fitted)
    return {"gamma": float(gamma[good.any(axis=1)].min()), "h": float(h[good.any(axis=0)].min())}


def box_is_good(fitted: BoundaryFit, gamma: float, h: float) -> bool:
    """Check whether every (gamma', h') with gamma' > gamma and h' > h in the range of the grid is on side 1.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit over (gamma, h).
    gamma, h : float
        The lower corner.

    Returns
    -------
    bool
        Whether no point of the box is on side 2.
    """
    (all_gamma, all_h), good = _raster(fitted)
    return bool(good[np.ix_(all_gamma > gamma, all_h > h)].all())


def largest_box(fitted: BoundaryFit) -> tuple[float, float]:
    """Find the lower corner of the largest box {gamma' >= gamma, h' >= h} on side 1, by its area on log axes.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit over (gamma, h).

    Returns
    -------
    tuple of float
        gamma and h of the corner.
    """
    (gamma, h), good = _raster(fitted)
    # True where everything above and to the right is on side 1.
    clean = np.flip(np.logical_and.accumulate(np.logical_and.accumulate(np.flip(good), axis=0), axis=1))
    area = np.outer(np.log(gamma[-1] / gamma), np.log(h[-1] / h)) * clean
    row, column = np.unravel_index(int(area.argmax()), area.shape)
    return float(gamma[row]), float(h[column])


def _raster(fitted: BoundaryFit) -> tuple[tuple[Array, Array], npt.NDArray[np.bool_]]:
    """Values of gamma and h over the range of the grid, and whether each pair is on side 1."""
    gamma, h = (np.geomspace(column.min(), column.max(), _RASTER) for column in fitted.U.T)
    U = np.column_stack([np.repeat(gamma, _RASTER), np.tile(h, _RASTER)])
    return (gamma, h), (fitted.decision_function(U) <= 0).reshape(_RASTER, _RASTER)


def _is_about(values: Mapping[str, float]) -> bool:
    """Whether both values, rounded to one digit, are the bounds that the paper states."""
    return all(float(f"{values[name]:.0e}") == bound for name, bound in _PAPER_BOUNDS.items())


def _point_claims(table: pd.DataFrame, pair: Pair) -> list[Claim]:
    """Statements about the boundaries and the representative point."""
    fits = pair._asdict()
    printed = f"({_PAPER_POINT['gamma']}, {_PAPER_POINT['h']})"
    nearest = f"({_PAPER_NEAREST['gamma']}, {_PAPER_NEAREST['h']})"
    ours = " and ".join(f"{point(fitted.representative_point)} ({kind})" for kind, fitted in fits.items())
    corners = {kind: dict(fitted.representative_point) for kind, fitted in fits.items()}
    clear = all(box_is_good(fits[kind], **corner) for kind, corner in corners.items())
    separate = good_bounds(pair.quadratic)
    sides = {kind: int(fitted.sides[fitted.nearest_index()]) for kind, fitted in fits.items()}
    return [
        judged(
            "gamma should be no less than about 5e4 and h no less than about 1e-3, with either boundary",
            "Section 3.2",
            "read as: take at least these two values together, one of four readings (see below). "
            f"{'Everything' if clear else 'Not everything'} above the representative point in both gamma and h is on "
            f"the good side, and its coordinates are {ours}. As bounds on each alone they would be "
            f"{number(separate['gamma'])} and {number(separate['h'], 2)}",
            clear and all(_is_about(corner) for corner in corners.values()),
            "the representative point is elsewhere, or the box above it reaches over the boundary; see below",
        ),
        judged(
            f"the representative point is roughly {printed}",
            "Section 3.2",
            ours,
            all(
                same_as_printed(_PAPER_POINT[name], float(value))
                for fitted in fits.values()
                for name, value in fitted.representative_point.items()
            ),
            "at least one coordinate differs in the digits printed",
        ),
        judged(
            "both boundaries give *almost the same* representative point",
            "Section 3.2",
            f"{number(pair.grid_steps, 2)} grid steps apart",
            pair.grid_steps < 1,
            "the points are at least one grid step apart",
        ),
        judged(
            f"the SVM closest to it is at {nearest}",
            "Section 3.2",
            " and ".join(f"{point(fitted.nearest_point())} ({kind})" for kind, fitted in fits.items()),
            all(
                same_as_printed(_PAPER_NEAREST[name], float(value))
                for fitted in fits.values()
                for name, value in fitted.nearest_point().items()
            ),
            "another SVM is closer",
        ),
        judged(
            "this SVM is marked as being on side 1 of the quadratic boundary and on side 2 of the network",
            "Figure 3",
            f"on side {sides['quadratic']} of the quadratic boundary and on side {sides['network']} of the network",
            sides["quadratic"] != sides["network"],
            "here both boundaries put it on the same side. The paper numbers sides by the sign of g, which the "
            "likelihood does not determine, so its marks can also mean the same side with opposite signs",
        ),
    ]


def _test_claims(table: pd.DataFrame, pair: Pair) -> list[Claim]:
    """Statements about the test error in the right panels of Figure 3."""
    test = table["test_error"]
    fitted = pair.quadratic
    at = float(test.iloc[fitted.nearest_index()])
    # Errors are multiples of one recording; the tolerance keeps rounding from telling equal ones apart.
    lower = int(np.sum(test < at - 1e-9))
    between = _interpolated(table, fitted)
    rough = {error: trends.rough_share(fitted.transformed, table[error].to_numpy()) for error in _ERRORS}
    against = {error: trends.against_trend(_grid(table, error)[2]) for error in _ERRORS}
    return [
        judged(
            "the error surface is noisier on held-out data",
            "Section 3.2, Figure 3",
            "a quadratic polynomial leaves "
            + " and ".join(
                f"{100 * rough[error]:.1f} % of the variance of the {name}" for error, name in _ERRORS.items()
            )
            + "; steps against the trend: "
            + " and ".join(f"{count} of {steps}" for count, steps in against.values()),
            rough["test_error"] > rough["train_error"] and against["test_error"][0] > against["train_error"][0],
            "by at least one of the two measures the training error is as rough",
        ),
        judged(
            "the representative point *clearly corresponds to* an SVM with a low test error",
            "Section 3.2, Figure 3",
            f"interpolated between the evaluated SVMs, the test error there is {between:.1f} %; "
            f"{100 * np.mean(test > between):.0f} % of the SVMs have a higher one",
            bool(np.mean(test > between) >= 0.5),
            "most of the SVMs have a lower test error",
        ),
        judged(
            f"the test error of the closest SVM is about {_PAPER_TEST_ERROR} %",
            "Section 3.2",
            f"{at:.2f} %",
            same_as_printed(_PAPER_TEST_ERROR, at),
            "another SVM is closest, or its test error differs",
        ),
        judged(
            "this test error is *among the lowest of all SVMs fitted*",
            "Section 3.2",
            f"{lower} of {len(test)} SVMs have a lower one; the range is from {test.min():.2f} % to {test.max():.2f} %",
            lower <= (1 - _AMONG_THE_LOWEST) * len(test),
            f"more than {100 * (1 - _AMONG_THE_LOWEST):.0f} % of the SVMs have a lower test error",
        ),
    ]


def _interpolated(table: pd.DataFrame, fitted: BoundaryFit) -> float:
    """Test error at the representative point, interpolated linearly on logarithmic axes."""
    from scipy.interpolate import RegularGridInterpolator

    gamma, h, error = _grid(table, "test_error")
    at = np.log10(fitted.representative_point.to_numpy())
    return float(RegularGridInterpolator((gamma, h), error)(at)[0])


def _readings(pair: Pair) -> list[str]:
    """Every reading of the sentence on the bounds of gamma and h, for both boundaries."""
    rows = []
    for kind, fitted in pair._asdict().items():
        inside = np.all(list(_PAPER_BOUNDS.values()) <= fitted.U, axis=1)
        alone, corner = good_bounds(fitted), largest_box(fitted)
        on_good = int(np.sum(fitted.sides[inside] == 1))
        rep = dict(fitted.representative_point)
        whole = "wholly on the good side" if box_is_good(fitted, **rep) else "not wholly on the good side"
        rows += [
            [
                f"the smallest gamma and the smallest h anywhere on the good side, {kind}",
                point(alone.values(), 2),
                "true" if _is_about(alone) else "not true",
            ],
            [
                f"the box above the representative point in both, {kind}",
                f"corner {point(rep.values())}, {whole}",
                "true" if _is_about(rep) and box_is_good(fitted, **rep) else "not true",
            ],
            [
                f"the box above exactly (5e4, 1e-3), {kind}",
                f"{on_good} of the {int(inside.sum())} evaluated SVMs in it are on the good side",
                "true" if on_good == inside.sum() else "not true",
            ],
            [
                f"the largest box on the good side, {kind}",
                f"corner {point(corner, 2)}",
                "true" if _is_about({"gamma": corner[0], "h": corner[1]}) else "not true",
            ],
        ]
    return [
        "The good side is the one with the lower training error. A falling boundary cannot bound each hyper-parameter "
        "alone: a smaller gamma is good enough if h is larger, and the other way round. The verdict above uses the "
        "second of the four readings below, because the same sentence of the paper goes on to name the representative "
        "point, of which the bounds are the coordinates rounded to one digit. This reading asks least: above a point "
        "of a falling boundary everything is on the good side, so what is tested is mainly the numbers.",
        page.table(["reading", "here", "the sentence is"], rows, words=True),
    ]


def _differences(pair: Pair) -> list[str]:
    apart = pair.relative_differences
    return [
        f"The network's point differs from the quadratic's by {apart['gamma']:+.1f} % in gamma and {apart['h']:+.1f} % "
        f"in h, or {number(pair.distance, 2)} standard deviations; the paper says *almost the same*.",
        "Here side 2 is always the one with the larger errors; in the paper, sides are numbered by the sign of g.",
        "Every test recording is of a patient, so the test error counts only missed patients: a classifier that always "
        "predicts *patient* would have no errors. The test error can rank these SVMs, but not show how good they are.",
        "The paper does not print its grid. Since the numbers above that agree do so in all digits printed, there is "
        "no reason to think that it differs from this grid of 5 values of gamma and 7 of h.",
    ]
