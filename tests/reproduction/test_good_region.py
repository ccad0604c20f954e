"""The region of low values of a fit, and boxes inside it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction.good_region import box_is_good, extent, largest_box, raster
from softprofile.reproduction.pair import Pair


@pytest.fixture(scope="module")
def fitted() -> BoundaryFit:
    """Low where a * b > 1 on a grid from 0.1 to 10: the boundary is the diagonal, in logarithms."""
    a, b = (values.ravel() for values in np.meshgrid(np.geomspace(0.1, 10, 9), np.geomspace(0.1, 10, 9)))
    z = np.where(a * b > 1.1, 1.0, 5.0) + 0.01 * np.sin(7 * a + 3 * b)
    return sp.fit(pd.DataFrame({"a": a, "b": b}), z, boundary="linear")


def test_extent_is_attained_at_the_edges_of_the_grid(fitted: BoundaryFit) -> None:
    found = extent(fitted)
    for name, other in (("a", "b"), ("b", "a")):
        low, high = found[name]
        assert high == pytest.approx(10)
        at = {name: [0.97 * low, 1.03 * low], other: [10.0, 10.0]}
        np.testing.assert_array_equal(fitted.predict(pd.DataFrame(at)[["a", "b"]]), [2, 1])


def test_boxes(fitted: BoundaryFit) -> None:
    upwards = {"a": True, "b": True}
    assert box_is_good(fitted, {"a": 2.0, "b": 2.0}, upwards)
    assert not box_is_good(fitted, {"a": 0.5, "b": 0.5}, upwards)
    assert not box_is_good(fitted, {"a": 2.0, "b": 2.0}, {"a": True, "b": False})
    assert not box_is_good(fitted, {"a": 2.0, "b": 2.0}, {"a": False, "b": True})


def test_the_largest_box_in_any_direction(fitted: BoundaryFit) -> None:
    upwards, downwards = {"a": True, "b": True}, {"a": False, "b": True}
    corner = largest_box(fitted, upwards)
    # Above a diagonal the largest box is a square in logarithms. Here the diagonal is between two lines of the grid.
    assert corner["a"] == pytest.approx(corner["b"], rel=0.1)
    assert 1 < corner["a"] * corner["b"] < 10**0.25
    assert box_is_good(fitted, corner, upwards)
    # The same fit with the first hyper-parameter reversed: 1 / a instead of a.
    U = np.column_stack([1 / fitted.U[:, 0], fitted.U[:, 1]])
    reversed_fit = sp.fit(pd.DataFrame(U, columns=["a", "b"]), fitted.z, boundary="linear")
    mirrored = largest_box(reversed_fit, downwards)
    assert box_is_good(reversed_fit, mirrored, downwards)
    assert 1 / mirrored["a"] == pytest.approx(corner["a"], rel=0.02)
    assert mirrored["b"] == pytest.approx(corner["b"], rel=0.02)


def test_boxes_and_bounds_of_the_parkinson_fit(pair: Pair) -> None:
    upwards = {"gamma": True, "h": True}
    point = dict(pair.quadratic.representative_point)
    assert box_is_good(pair.quadratic, point, upwards)
    assert not box_is_good(pair.quadratic, {name: value / 2 for name, value in point.items()}, upwards)
    corner = largest_box(pair.quadratic, upwards)
    assert box_is_good(pair.quadratic, corner, upwards)
    low = {name: smallest for name, (smallest, _) in extent(pair.quadratic).items()}
    assert low["gamma"] <= corner["gamma"] <= point["gamma"]
    assert low["h"] < point["h"] < corner["h"]


def test_raster_is_what_predict_says(fitted: BoundaryFit) -> None:
    (a, b), good = raster(fitted)
    for i, j in ((0, 0), (100, 350), (350, 100), (400, 400), (0, 400)):
        assert good[i, j] == (fitted.predict([[a[i], b[j]]])[0] == 1)
