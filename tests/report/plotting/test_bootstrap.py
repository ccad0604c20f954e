"""Bootstraps: band, intervals and rings over the plot of a fit; bars and curve of an elbow."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.patches import Rectangle

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow
from softprofile.report.plotting.bootstrap import plot_boundary_bootstrap
from softprofile.report.plotting.elements import style
from softprofile.trust.bootstrap import BoundaryBootstrap
from tests.report.plotting.artists import curves, filled, twin_of, vertices, xy

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


def rings(ax: Axes) -> PathCollection:
    (found,) = [c for c in ax.collections if isinstance(c, PathCollection) and not len(c.get_facecolor())]
    return found


def bars(ax: Axes) -> list[Any]:
    return [line for line in ax.lines if line.get_color() == style.ACCENT and line.get_marker() == "None"]


def labels(ax: Axes) -> list[str]:
    legend = ax.get_legend() or ax.figure.legends[0]
    return [text.get_text() for text in legend.get_texts()]


@pytest.fixture(scope="module")
def plane(grid_fit: BoundaryFit) -> BoundaryBootstrap:
    return grid_fit.bootstrap(30)


def test_two_hyper_parameters(plane: BoundaryBootstrap) -> None:
    ax = plane.plot(level=0.8)
    assert {"80 % band", "80 % interval, replicates", "chosen (area: how often)", "boundary"} <= set(labels(ax))
    horizontal, vertical = bars(ax)
    intervals = plane.intervals(0.8)
    np.testing.assert_allclose(xy(horizontal)[0], intervals.loc["gamma", ["low", "high"]])
    np.testing.assert_allclose(xy(vertical)[1], intervals.loc["h", ["low", "high"]])
    drawn = rings(ax)
    np.testing.assert_allclose(np.asarray(drawn.get_offsets()), plane.chosen[["gamma", "h"]])
    np.testing.assert_allclose(drawn.get_sizes() / drawn.get_sizes().sum(), plane.chosen["share"])


def test_the_edges_of_the_band_have_its_probabilities(plane: BoundaryBootstrap) -> None:
    ax = plane.plot(level=0.5)
    (edges,) = [curve for curve in curves(ax) if len(list(curve.levels)) == 2]
    np.testing.assert_allclose(list(edges.levels), [0.25, 0.75])
    on_edges = vertices(edges)
    x, y = np.log(on_edges).T
    # The probability jumps within a cell of the lattice; near every edge it lies on both sides of a limit.
    for limit in (0.25, 0.75):
        near = [plane.probability(np.exp(np.column_stack([x, y + shift]))) for shift in (-0.15, 0.15)]
        assert np.mean((np.minimum(*near) <= limit) & (limit <= np.maximum(*near))) > 0.4
    assert len(filled(ax)) == len(filled(plane.fit.plot())) + 1


def test_slices(cube_fit: BoundaryFit) -> None:
    b = cube_fit.bootstrap(20)
    axes = b.plot()
    assert len(axes) == 3
    for ax, columns in zip(axes, ([0, 1], [0, 2], [1, 2]), strict=True):
        np.testing.assert_allclose(np.asarray(rings(ax).get_offsets()), b.chosen.iloc[:, columns])
    assert "90 % band" in labels(axes[0])


def test_one_hyper_parameter(line_fit: BoundaryFit) -> None:
    b = line_fit.bootstrap(20)
    ax = b.plot(z=line_fit.z * 2)
    assert {"90 % band", "boundary"} <= set(labels(ax))
    (bar,) = bars(ax)
    np.testing.assert_allclose(xy(bar)[0], b.intervals().loc["lambda", ["low", "high"]])
    np.testing.assert_allclose(np.asarray(rings(ax).get_offsets())[:, 1], 2 * b.chosen["mse"])


def test_axes_given_are_drawn_on_and_returned(plane: BoundaryBootstrap) -> None:
    _, ax = plt.subplots()
    assert plot_boundary_bootstrap(plane, ax=ax) is ax
    with pytest.raises(sp.InputError, match="ax must be one Axes"):
        plane.plot(ax="here")
    with pytest.raises(sp.InputError, match="level must be"):
        plane.plot(level=2)


def test_a_band_that_is_everywhere_or_nowhere(plane: BoundaryBootstrap) -> None:
    everywhere = np.tile(np.r_[np.zeros(5), 1.0], (20, 1)) * np.where(np.arange(20) % 2, 1, -1)[:, None]
    for parameters in (everywhere, np.abs(everywhere)):
        b = BoundaryBootstrap(
            plane.fit, "residual", "full", 20, parameters, np.ones(20), plane.representatives[:20], plane.rows[:20]
        )
        ax = b.plot()
        assert not [curve for curve in curves(ax) if len(list(curve.levels)) == 2]


def test_an_elbow(an_elbow: Elbow) -> None:
    b = an_elbow.bootstrap(40)
    ax = b.plot(level=0.7)
    assert labels(ax) == ["side 1", "side 2", "70 % interval", "share of replicates", "relative likelihood"]
    (span,) = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    low, _, high = b.interval(0.7)
    assert span.get_x() == low
    assert span.get_x() + span.get_width() == an_elbow.u[an_elbow.u > high].min()
    twin = twin_of(ax)
    (curve,) = twin.lines
    np.testing.assert_allclose(xy(curve)[1], an_elbow.relative_profile)
    (shares,) = [c for c in twin.collections if isinstance(c, LineCollection)]
    tops = [segment[1, 1] for segment in shares.get_segments()]
    np.testing.assert_allclose(tops, b.probabilities["probability"])


def test_an_elbow_on_given_axes(an_elbow: Elbow) -> None:
    _, ax = plt.subplots()
    assert an_elbow.bootstrap(20).plot(ax=ax) is ax
