"""The paper's statements about the MNIST example, each with a verdict that follows from the surface."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from softprofile.reproduction import trends
from softprofile.reproduction.claims import Claim, data_here, judged, no_data, untestable
from softprofile.reproduction.digit_surface import PRESETS
from softprofile.reproduction.error_surface_claims import (
    different_sides_claim,
    nearest_point_claim,
    noisier_claim,
    representative_point_claim,
    same_point_claim,
    shown,
)
from softprofile.reproduction.good_region import box_is_good, extent
from softprofile.reproduction.page import number, point, same_as_printed
from softprofile.reproduction.pair import Pair
from softprofile.surfaces.surface import Surface
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

# As the paper prints them, for both boundaries.
PAPER_POINT = {"r": "0.54", "c": "2.2"}
PAPER_NEAREST = {"r": "0.5", "c": "2.0"}
PAPER_TEST_ERROR = "1.18"
PAPER_LARGEST_RATE = "0.55"
PAPER_SMALLEST_NORM = "2.0"

_SECTION = "Section 3.3"
_TRAINING, _TEST = 60_000, 10_000
# The good side is towards small r and large c.
_GOOD_DIRECTION = {"r": False, "c": True}
# "Relatively low": at most this share of the networks has a lower test error.
_LOW_SHARE = 0.25
# "No more than about", "no less than about": up to this relative difference.
_ABOUT = 0.1


def claims(surface: Surface, pair: Pair) -> list[Claim]:
    """Judge the paper's statements about the example.

    Parameters
    ----------
    surface : Surface
        Errors over (r, c), with the preset in its provenance.
    pair : Pair
        Both fits to the training error.

    Returns
    -------
    list of Claim
        The statements.
    """
    table, why = surface.table, _why(surface.provenance.preset)
    return [_data_claim(), *_training_claims(table), *_point_claims(pair, why), *_test_claims(table, pair, why)]


def _why(preset: str) -> str:
    """Reason for differences of location and level."""
    ours, paper = PRESETS[preset].schedule, PRESETS["paper"].schedule
    if ours.hidden == paper.hidden and ours.half_life == paper.half_life:
        return "the paper's grid is not known"
    return (
        f"these networks have {ours.hidden:,} units per hidden layer instead of {paper.hidden:,} and compressed "
        f"schedules (preset `{preset}`)"
    )


def _data_claim() -> Claim:
    from softprofile.datasets import load_mnist
    from softprofile.datasets.mnist import MNIST

    statement = "60,000 training and 10,000 test images of 28 x 28 pixels, in ten classes"
    if not data_here(MNIST):
        return untestable(statement, _SECTION, no_data(MNIST))
    data = load_mnist()
    pixels, classes = data.train.shape[1] - 1, data.train["label"].nunique()
    return judged(
        statement,
        _SECTION,
        f"{len(data.train):,} and {len(data.test):,} images of {pixels} pixels, {classes} classes",
        (len(data.train), len(data.test), pixels, classes) == (_TRAINING, _TEST, 28 * 28, 10),
        "the files have other rows or columns",
    )


def _square(table: pd.DataFrame, error: str) -> tuple[Array, Array, Array]:
    """Values of r and of c in increasing order, and the errors on their grid."""
    grid = table.pivot_table(index="r", columns="c", values=error)
    return grid.index.to_numpy(), grid.columns.to_numpy(), grid.to_numpy()


def _training_claims(table: pd.DataFrame) -> list[Claim]:
    """Statements about the training error in the left panels of Figure 4."""
    r, c, error = _square(table, "train_error")
    lowest = table.iloc[int(table["train_error"].argmin())]
    rise, sink = np.diff(error, axis=0), -np.diff(error, axis=1)
    paths = {
        "r": trends.growth(r, error[:, -1]),
        "c": trends.growth(-np.log(c[::-1]), error[0, ::-1]),
    }
    return [
        judged(
            "the training error is relatively low when r is small and c is large",
            f"{_SECTION}, Figure 4",
            f"lowest, {lowest['train_error']:.2f} %, at {point(lowest[['r', 'c']])}; at the smallest r and the largest "
            f"c it is {error[0, -1]:.2f} %, lower than at {100 * np.mean(error > error[0, -1]):.0f} % of the "
            "configurations",
            bool(np.mean(error < error[0, -1]) <= _LOW_SHARE),
            "many configurations have a lower training error",
        ),
        judged(
            "as r is increased and c is decreased, the training error increases",
            _SECTION,
            f"it does so in {np.sum(rise > 0)} of {rise.size} grid steps to the next larger r and in "
            f"{np.sum(sink > 0)} of {sink.size} grid steps to the next smaller c",
            bool(np.mean(rise > 0) > 0.5 and np.mean(sink > 0) > 0.5),
            "in most steps of at least one direction it does not",
        ),
        judged(
            "it increases slowly at first but more abruptly at some point",
            _SECTION,
            "from the corner of small r and large c, the slope grows along r "
            f"{paths['r'].described('% per unit of r')}; along decreasing c "
            f"{paths['c'].described('% per unit of log c')}",
            all(path.accelerates for path in paths.values()),
            "along at least one of them, the first step is more than half as steep as the steepest one",
        ),
    ]


def _point_claims(pair: Pair, why: str) -> list[Claim]:
    """Statements about the boundaries and the representative point."""
    fits = pair._asdict()
    ours = shown({kind: fitted.representative_point for kind, fitted in fits.items()})
    corners = {kind: dict(fitted.representative_point) for kind, fitted in fits.items()}
    clear = all(box_is_good(fits[kind], corner, _GOOD_DIRECTION) for kind, corner in corners.items())
    about = all(
        abs(corner[name] / float(bound) - 1) <= _ABOUT
        for corner in corners.values()
        for name, bound in (("r", PAPER_LARGEST_RATE), ("c", PAPER_SMALLEST_NORM))
    )
    alone = extent(pair.quadratic)
    return [
        judged(
            f"r should be no more than about {PAPER_LARGEST_RATE} and c no less than about {PAPER_SMALLEST_NORM}, with "
            "either boundary",
            _SECTION,
            "read as on the Parkinson page: the representative point, rounded, is the corner of a box on the good "
            f"side. {'All' if clear else 'Not all'} of the box with smaller r and larger c is on the good side, and "
            f"the point is {ours}. As bounds on each alone they would be {number(alone['r'][1])} and "
            f"{number(alone['c'][0], 2)}",
            clear and about,
            f"the point is more than {100 * _ABOUT:.0f} % away from these values, or the box reaches over the "
            f"boundary: {why}",
        ),
        representative_point_claim(pair, PAPER_POINT, _SECTION, why),
        same_point_claim(pair, "both boundaries give an *almost identical* representative point", _SECTION),
        nearest_point_claim(pair, "the nearest trained network is at", PAPER_NEAREST, _SECTION, why),
        different_sides_claim(
            pair,
            "this network is marked as being on side 2 of the quadratic boundary and on side 1 of the network boundary",
            "Figure 4",
        ),
    ]


def _test_claims(table: pd.DataFrame, pair: Pair, why: str) -> list[Claim]:
    """Statements about the test error in the right panels of Figure 4."""
    fitted, test = pair.quadratic, table["test_error"]
    at = float(test.iloc[fitted.nearest_index()])
    # Errors are multiples of one image; the tolerance keeps rounding from telling equal ones apart.
    lower = int(np.sum(test < at - 1e-9))
    return [
        noisier_claim(
            table, pair, "the error surface is *much noisier* on the test data", f"{_SECTION}, Figure 4", why
        ),
        judged(
            "the representative point lies in a region of relatively low test error",
            f"{_SECTION}, Figure 4",
            f"the nearest trained network has {at:.2f} %; {lower} of the {len(test)} networks have a lower test error, "
            f"which ranges from {test.min():.2f} % to {test.max():.2f} %",
            lower <= _LOW_SHARE * len(test),
            f"more than a quarter of the networks have a lower test error: {why}",
        ),
        judged(
            f"its test error is about {PAPER_TEST_ERROR} %",
            _SECTION,
            f"{at:.2f} %",
            same_as_printed(PAPER_TEST_ERROR, at),
            why,
        ),
    ]
