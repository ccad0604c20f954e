"""The scree plot of a fit of one hyper-parameter."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.report.plotting import plot_fit
from tests.report.plotting.artists import (
    legend_labels,
    legend_of,
    only_line,
    twin_of,
    xy,
)

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


class TestOneParameter:
    def test_all_thresholds_are_drawn(self, line_fit: BoundaryFit) -> None:
        ax = line_fit.plot()
        roots = [np.asarray(line.get_xdata())[0] for line in ax.lines if line.get_linestyle() == "--"]
        assert len(roots) == 2
        assert np.max(np.abs(line_fit.decision_function(np.array(roots)))) < 1e-4 * np.ptp(line_fit.values)
        assert legend_labels(legend_of(ax.figure)).count("boundary") == 1
        assert ax.get_xscale() == "log"

    def test_points_and_marks(self, line_fit: BoundaryFit) -> None:
        ax = line_fit.plot()
        for marker, side in (("o", 1), ("s", 2)):
            there = line_fit.sides == side
            expected = np.column_stack([line_fit.U[:, 0], line_fit.z])[there]
            np.testing.assert_array_equal(only_line(ax, marker), expected)
        x, height = only_line(ax, "x")[0]
        assert x == pytest.approx(line_fit.representative_point["lambda"])
        after = int(np.searchsorted(line_fit.U[:, 0], x))
        assert min(line_fit.z[after - 1 : after + 1]) < height < max(line_fit.z[after - 1 : after + 1])
        row = line_fit.nearest_index()
        (nearest,) = only_line(ax, str(line_fit.sides[row]))
        np.testing.assert_allclose(nearest, (line_fit.U[row, 0], line_fit.z[row]))

    def test_profile_is_that_of_the_elbow(self) -> None:
        u = pd.Series([3.0, 1, 2, 2, 4, 5, 6, 6, 7], name="u")
        z = np.array([5.0, 5.3, 5.1, 5.2, 1.1, 1.2, 0.9, 1.0, 1.05])
        elbow = sp.elbow(z, u)
        for transform, middle in (("standardize", np.mean), ("log", lambda pair: np.sqrt(np.prod(pair)))):
            ax = plot_fit(sp.fit(u, z, boundary="linear", transform=transform))
            assert isinstance(ax, Axes)
            (profile,) = twin_of(ax).lines
            x, y = xy(profile)
            np.testing.assert_allclose(y, elbow.profile)
            np.testing.assert_allclose(x, [middle(np.sort(u)[q - 1 : q + 1]) for q in elbow.splits])

    def test_other_values_leave_the_profile_alone(self, line_fit: BoundaryFit) -> None:
        ax, other = line_fit.plot(), line_fit.plot(z=pd.Series(np.arange(41.0), name="rank"))
        assert other.get_ylabel() == "rank"
        np.testing.assert_array_equal(only_line(other, "s")[:, 1], np.flatnonzero(line_fit.sides == 2))
        np.testing.assert_array_equal(twin_of(ax).lines[0].get_ydata(), twin_of(other).lines[0].get_ydata())


def test_the_mark_is_the_nearest_on_the_good_side(line_fit: BoundaryFit) -> None:
    for better, side in (("lower", 1), ("higher", 2)):
        fit = line_fit.with_better(better)
        ax = fit.plot()
        row = fit.nearest_index("good")
        assert only_line(ax, str(side))[0, 0] == fit.U[row, 0]
        labels = legend_labels(legend_of(ax.figure))
        assert f"side {side} (good)" in labels
        assert f"nearest evaluated (side {side}, good)" in labels
