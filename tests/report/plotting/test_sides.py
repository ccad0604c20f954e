"""Histograms of z on both sides of a boundary, and the fitted densities."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from scipy import integrate, stats

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.report.plotting import plot_sides
from softprofile.report.plotting.elements import style
from tests.report.plotting.artists import legend_labels, legend_of, scattered, xy

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


def bars(ax: Axes, side: int) -> list[Rectangle]:
    colour = plt.matplotlib.colors.to_rgb(style.SIDE_COLOURS[side])  # type: ignore[attr-defined]
    return [bar for bar in ax.patches if isinstance(bar, Rectangle) and bar.get_facecolor()[:3] == colour]


def area(ax: Axes, side: int) -> float:
    return sum(bar.get_width() * bar.get_height() for bar in bars(ax, side))


def test_bars_count_the_points_of_their_side(grid_fit: BoundaryFit) -> None:
    ax = plot_sides(grid_fit)
    for side in (1, 2):
        z = grid_fit.z[grid_fit.sides == side]
        assert area(ax, side) == pytest.approx(1)
        for bar in bars(ax, side):
            low, high = bar.get_x(), bar.get_x() + bar.get_width()
            last = np.isclose(high, grid_fit.z.max())
            inside = (z >= low) & ((z <= high + 1e-9) if last else (z < high))
            assert bar.get_height() * bar.get_width() * len(z) == pytest.approx(inside.sum(), abs=1e-6)


def test_curves_are_the_fitted_densities(grid_fit: BoundaryFit) -> None:
    ax = plot_sides(grid_fit)
    assert len(ax.lines) == 2
    for line, side in zip(ax.lines, (1, 2), strict=True):
        x, y = xy(line)
        theta = grid_fit.theta[side]
        np.testing.assert_allclose(y, stats.norm.pdf(x, theta["mean"], theta["sd"]))
        assert line.get_color() == style.SIDE_COLOURS[side]


@pytest.mark.parametrize("density", ["laplace-separate", "student-t:4"])
def test_other_densities(density: str) -> None:
    f = sp.fit(*scattered(60, 2), density=density, n_starts=2)
    for line in plot_sides(f).lines:
        x, y = xy(line)
        # Nearly all of a density is in view.
        assert 0.9 < integrate.trapezoid(y, x) <= 1.001


def test_counts_are_drawn_at_integers() -> None:
    U, loss = scattered(80, 2)
    z = np.random.default_rng(1).poisson(np.where(loss > 3, 9.0, 2.0))
    f = sp.fit(U, z, density="poisson")
    ax = plot_sides(f)
    for line, side in zip(ax.lines, (1, 2), strict=True):
        x, y = xy(line)
        np.testing.assert_array_equal(x, np.round(x))
        np.testing.assert_allclose(y, stats.poisson.pmf(x, f.theta[side]["mean"]))
        # The height of a bar is the share of the points with its value.
        z_side = f.z[f.sides == side]
        for bar in bars(ax, side):
            centre = bar.get_x() + bar.get_width() / 2
            assert bar.get_width() == pytest.approx(1)
            assert bar.get_height() == pytest.approx(np.mean(z_side == centre))


def test_labels_and_legend(grid_fit: BoundaryFit) -> None:
    ax = plot_sides(grid_fit)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("train_error", "density")
    sizes = [(grid_fit.sides == side).sum() for side in (1, 2)]
    assert legend_labels(legend_of(ax.figure)) == [
        f"side 1 (n = {sizes[0]})",
        "fitted gaussian, side 1",
        f"side 2 (n = {sizes[1]})",
        "fitted gaussian, side 2",
    ]


def test_draws_on_the_axes_given(cube_fit: BoundaryFit, line_fit: BoundaryFit) -> None:
    figure, axes = plt.subplots(1, 2, layout="constrained")
    given: list[Any] = [plot_sides(f, ax=ax) for f, ax in zip((cube_fit, line_fit), axes, strict=True)]
    assert given == list(axes)
    assert len(plt.get_fignums()) == 1
    figure.canvas.draw()
