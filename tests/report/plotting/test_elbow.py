"""The scree plot of an elbow."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.fitting.elbow import Elbow
from softprofile.report.plotting import plot_elbow
from tests.report.plotting.artists import (
    legend_labels,
    legend_of,
    lines,
    only_line,
    twin_of,
    xy,
)

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


def test_points_are_coloured_by_side_and_joined_in_the_order_of_u(an_elbow: Elbow) -> None:
    ax = plot_elbow(an_elbow)
    joined = ax.lines[0]
    assert np.all(np.diff(np.asarray(joined.get_xdata())) >= 0)
    assert sorted(np.asarray(joined.get_ydata())) == sorted(an_elbow.z)
    for marker, side in (("o", 1), ("s", 2)):
        there = an_elbow.sides == side
        np.testing.assert_array_equal(only_line(ax, marker), np.column_stack([an_elbow.u, an_elbow.z])[there])
    assert lines(ax, "o")[0].get_color() != lines(ax, "s")[0].get_color()


def test_dashed_line_is_between_the_sides(an_elbow: Elbow) -> None:
    ax = plot_elbow(an_elbow)
    (threshold,) = [line for line in ax.lines if line.get_linestyle() == "--"]
    assert an_elbow.threshold == 2
    assert list(np.asarray(threshold.get_xdata())) == [3, 3]


def test_profile_is_on_the_right_axis_at_its_splits(an_elbow: Elbow) -> None:
    ax = plot_elbow(an_elbow)
    (profile,) = twin_of(ax).lines
    u = np.sort(an_elbow.u)
    x, y = xy(profile)
    np.testing.assert_allclose(y, an_elbow.profile)
    np.testing.assert_allclose(x, [(u[q - 1] + u[q]) / 2 for q in an_elbow.splits])
    assert str(twin_of(ax).yaxis.get_label_position()) == "right"
    assert ax.get_zorder() > twin_of(ax).get_zorder()


def test_labels() -> None:
    ax = plot_elbow(sp.elbow(pd.Series([5.0, 4, 1, 1, 1], name="error"), pd.Series([1, 2, 3, 4, 5], name="size")))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("size", "error")
    assert legend_labels(legend_of(ax.figure)) == ["side 1", "side 2", "threshold", "profile log-likelihood"]


def test_method_draws_on_the_axes_given(an_elbow: Elbow) -> None:
    _, axes = plt.subplots(1, 2)
    assert an_elbow.plot(ax=axes[1]) is axes[1]
    assert not axes[0].lines
    assert axes[1].lines
    assert len(plt.get_fignums()) == 1


def test_legend_names_the_good_side() -> None:
    ax = plot_elbow(sp.elbow([5.0, 4, 1, 1, 1], better="lower"))
    assert legend_labels(legend_of(ax.figure))[:2] == ["side 1 (good)", "side 2"]
    # The low values are those on side 1.
    assert max(only_line(ax, "o")[:, 1]) == 1
