"""One dimension: the scree plot of an elbow and of a fit."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow
from softprofile.report.plotting import plot_elbow, plot_fit
from tests.report.plotting.artists import (
    legend_labels,
    legend_of,
    lines,
    only_line,
    twin_of,
    xy,
)

# A drawing never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


class TestElbow:
    def test_points_are_coloured_by_side_and_joined_in_the_order_of_u(self, an_elbow: Elbow) -> None:
        ax = plot_elbow(an_elbow)
        joined = ax.lines[0]
        assert np.all(np.diff(np.asarray(joined.get_xdata())) >= 0)
        assert sorted(np.asarray(joined.get_ydata())) == sorted(an_elbow.z)
        for marker, side in (("o", 1), ("s", 2)):
            there = an_elbow.sides == side
            np.testing.assert_array_equal(only_line(ax, marker), np.column_stack([an_elbow.u, an_elbow.z])[there])
        assert lines(ax, "o")[0].get_color() != lines(ax, "s")[0].get_color()

    def test_dashed_line_is_between_the_sides(self, an_elbow: Elbow) -> None:
        ax = plot_elbow(an_elbow)
        (threshold,) = [line for line in ax.lines if line.get_linestyle() == "--"]
        assert an_elbow.threshold == 2
        assert list(np.asarray(threshold.get_xdata())) == [3, 3]

    def test_profile_is_on_the_right_axis_at_its_splits(self, an_elbow: Elbow) -> None:
        ax = plot_elbow(an_elbow)
        (profile,) = twin_of(ax).lines
        u = np.sort(an_elbow.u)
        x, y = xy(profile)
        np.testing.assert_allclose(y, an_elbow.profile)
        np.testing.assert_allclose(x, [(u[q - 1] + u[q]) / 2 for q in an_elbow.splits])
        assert str(twin_of(ax).yaxis.get_label_position()) == "right"
        assert ax.get_zorder() > twin_of(ax).get_zorder()

    def test_labels(self) -> None:
        ax = plot_elbow(sp.elbow(pd.Series([5.0, 4, 1, 1, 1], name="error"), pd.Series([1, 2, 3, 4, 5], name="size")))
        assert (ax.get_xlabel(), ax.get_ylabel()) == ("size", "error")
        assert legend_labels(legend_of(ax.figure)) == ["side 1", "side 2", "threshold", "profile log-likelihood"]

    def test_method_draws_on_the_axes_given(self, an_elbow: Elbow) -> None:
        _, axes = plt.subplots(1, 2)
        assert an_elbow.plot(ax=axes[1]) is axes[1]
        assert not axes[0].lines
        assert axes[1].lines
        assert len(plt.get_fignums()) == 1


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
