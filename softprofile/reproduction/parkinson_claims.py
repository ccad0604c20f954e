"""The paper's statements about the Parkinson example, each with a verdict that follows from the surface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import trends
from softprofile.reproduction.claims import Claim, data_here, judged, no_data, untestable
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
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

# As the paper prints them, for both boundaries.
PAPER_POINT = {"gamma": "5.3e4", "h": "1.3e-3"}
PAPER_NEAREST = {"gamma": "5e4", "h": "1e-3"}
PAPER_TEST_ERROR = "27.38"
PAPER_BOUNDS = {"gamma": 5e4, "h": 1e-3}

#: The good side is towards large gamma and large h.
GOOD_DIRECTION = {"gamma": True, "h": True}

_TRAINING, _TEST, _FEATURES = 1040, 168, 26
# Smallest share of SVMs with a higher test error that counts as "among the lowest".
_AMONG_THE_LOWEST = 0.8


def claims(table: pd.DataFrame, pair: Pair) -> list[Claim]:
    """Judge the paper's statements about the example.

    Parameters
    ----------
    table : DataFrame
        Columns gamma, h, train_error and test_error.
    pair : Pair
        Both fits to the training error.

    Returns
    -------
    list of Claim
        The statements.
    """
    return [*_data_claims(), *_training_claims(table), *_point_claims(pair), *_test_claims(table, pair)]


def _data_claims() -> list[Claim]:
    """Statements about the recordings."""
    from softprofile.datasets import PARKINSON_FEATURES, load_parkinson
    from softprofile.datasets.parkinson import PARKINSON

    sizes = f"{_TRAINING} training and {_TEST} test recordings with {_FEATURES} features"
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
            (len(data.train), len(data.test), features) == (_TRAINING, _TEST, _FEATURES),
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


def error_grid(table: pd.DataFrame, error: str) -> tuple[Array, Array, Array]:
    """Arrange the errors on the grid of gamma and h.

    Parameters
    ----------
    table : DataFrame
        Columns gamma, h and the errors.
    error : {"train_error", "test_error"}
        Column of the errors.

    Returns
    -------
    gamma, h : ndarray
        Decimal logarithms, in increasing order.
    errors : ndarray
        Errors by gamma (rows) and h (columns).
    """
    grid = table.pivot_table(index="gamma", columns="h", values=error)
    return np.log10(grid.index.to_numpy()), np.log10(grid.columns.to_numpy()), grid.to_numpy()


def _training_claims(table: pd.DataFrame) -> list[Claim]:
    """Statements about the training error in the left panels of Figure 3."""
    gamma, h, error = error_grid(table, "train_error")
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


def is_about(values: Mapping[str, float]) -> bool:
    """Check whether gamma and h, rounded to one digit, are the bounds that the paper states.

    Parameters
    ----------
    values : mapping of str to float
        Values of gamma and h.

    Returns
    -------
    bool
        Whether both are.
    """
    return all(float(f"{values[name]:.0e}") == bound for name, bound in PAPER_BOUNDS.items())


def _point_claims(pair: Pair) -> list[Claim]:
    """Statements about the boundaries and the representative point."""
    fits = pair._asdict()
    ours = shown({kind: fitted.representative_point for kind, fitted in fits.items()})
    corners = {kind: dict(fitted.representative_point) for kind, fitted in fits.items()}
    clear = all(box_is_good(fits[kind], corner, GOOD_DIRECTION) for kind, corner in corners.items())
    alone = extent(pair.quadratic)
    return [
        judged(
            "gamma should be no less than about 5e4 and h no less than about 1e-3, with either boundary",
            "Section 3.2",
            "read as: take at least these two values together, one of four readings (see below). "
            f"{'Everything' if clear else 'Not everything'} above the representative point in both gamma and h is on "
            f"the good side, and its coordinates are {ours}. As bounds on each alone they would be "
            f"{number(alone['gamma'][0])} and {number(alone['h'][0], 2)}",
            clear and all(is_about(corner) for corner in corners.values()),
            "the representative point is elsewhere, or the box above it reaches over the boundary; see below",
        ),
        representative_point_claim(
            pair, PAPER_POINT, "Section 3.2", "at least one coordinate differs in the digits printed"
        ),
        same_point_claim(pair, "both boundaries give *almost the same* representative point", "Section 3.2"),
        nearest_point_claim(pair, "the SVM closest to it is at", PAPER_NEAREST, "Section 3.2", "another SVM is closer"),
        different_sides_claim(
            pair,
            "this SVM is marked as being on side 1 of the quadratic boundary and on side 2 of the network",
            "Figure 3",
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
    return [
        noisier_claim(table, pair, "the error surface is noisier on held-out data", "Section 3.2, Figure 3"),
        judged(
            "the representative point *clearly corresponds to* an SVM with a low test error",
            "Section 3.2, Figure 3",
            f"interpolated between the evaluated SVMs, the test error there is {between:.1f} %; "
            f"{100 * np.mean(test > between):.0f} % of the SVMs have a higher one",
            bool(np.mean(test > between) >= 0.5),
            "most of the SVMs have a lower test error",
        ),
        judged(
            f"the test error of the closest SVM is about {PAPER_TEST_ERROR} %",
            "Section 3.2",
            f"{at:.2f} %",
            same_as_printed(PAPER_TEST_ERROR, at),
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

    gamma, h, error = error_grid(table, "test_error")
    at = np.log10(fitted.representative_point.to_numpy())
    return float(RegularGridInterpolator((gamma, h), error)(at)[0])
