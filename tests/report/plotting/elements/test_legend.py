"""The legend is clear of the data and nothing is cut off, in figures of any layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow
from tests.report.plotting.artists import (
    legend_of,
)

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


def own(m: int) -> Any:
    return None


def constrained(m: int) -> Any:
    if m == 3:
        return plt.subplots(1, 3, figsize=(11, 4), layout="constrained")[1]
    return plt.subplots(2, 2, figsize=(11, 9), layout="constrained")[1][0, 1]


def without_layout(m: int) -> Any:
    return plt.subplots(1, 3, figsize=(12, 4))[1] if m == 3 else plt.subplots()[1]


def two_rows_without_layout(m: int) -> Any:
    return plt.subplots(2, 3, figsize=(12, 9))[1][1] if m == 3 else plt.subplots(2, 1, figsize=(6, 9))[1][0]


LAYOUTS = [own, constrained, without_layout, two_rows_without_layout]


class TestLayout:
    @pytest.mark.parametrize("where", LAYOUTS)
    @pytest.mark.parametrize("what", ["elbow", "line", "grid", "cube"])
    def test_legend_is_clear_of_everything(
        self, request: pytest.FixtureRequest, what: str, where: Callable[[int], Any]
    ) -> None:
        name = "an_elbow" if what == "elbow" else f"{what}_fit"
        result = request.getfixturevalue(name)
        drawn = result.plot(ax=where(3 if what == "cube" else 2))
        assert_clear(np.ravel(drawn)[0].figure)

    def test_tight_layout_afterwards(self, grid_fit: BoundaryFit) -> None:
        figure, ax = plt.subplots()
        grid_fit.plot(ax=ax)
        figure.tight_layout()
        assert_clear(figure)

    def test_large_fonts(self, grid_fit: BoundaryFit) -> None:
        with mpl.rc_context({"font.size": 15}):
            assert_clear(grid_fit.plot().figure)

    def test_nothing_global_changes(self, grid_fit: BoundaryFit, an_elbow: Elbow) -> None:
        before = dict(mpl.rcParams)
        grid_fit.plot()
        an_elbow.plot()
        assert dict(mpl.rcParams) == before
        assert mpl.get_backend().lower() == "agg"


def assert_clear(figure: Figure) -> None:
    """The legend is inside the figure and covers no axes, tick label or axis label."""
    figure.canvas.draw()
    legend = legend_of(figure).get_window_extent()
    for ax in figure.axes:
        assert not legend.overlaps(ax.get_window_extent())
        for axis in (ax.xaxis, ax.yaxis):
            labels = axis.get_tightbbox()
            assert labels is None or not legend.overlaps(labels)
    assert legend.y0 >= 0
    assert legend.y1 <= figure.bbox.y1
    assert legend.x0 >= 0
    assert legend.x1 <= figure.bbox.x1
