"""Fits of two and more hyper-parameters: contours, boundary, marks and slices."""

from __future__ import annotations

from dataclasses import replace

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.contour import QuadContourSet
from matplotlib.tri import TriContourSet

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.report.plotting import plot_fit
from tests.report.plotting.artists import (
    band_holds,
    curves,
    filled,
    legend_labels,
    legend_of,
    levels,
    lines,
    only_line,
    points,
    scattered,
    vertices,
)

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


class TestTwoParameters:
    def test_marks_are_at_the_selected_points(self, grid_fit: BoundaryFit) -> None:
        ax = grid_fit.plot()
        np.testing.assert_allclose(only_line(ax, "x")[0], grid_fit.representative_point)
        np.testing.assert_allclose(only_line(ax, "+"), grid_fit.centers_of_gravity)
        (segment,) = [line for line in ax.lines if line.get_linestyle() == ":"]
        np.testing.assert_allclose(segment.get_xydata(), grid_fit.centers_of_gravity)

    @pytest.mark.parametrize(("side", "marker", "other"), [(1, "1", "2"), (2, "2", "1")])
    def test_nearest_point_has_the_marker_of_its_side(
        self, grid_fit: BoundaryFit, side: int, marker: str, other: str
    ) -> None:
        row = grid_fit.nearest_index(side)
        moved = replace(grid_fit, representative=grid_fit.transformed[row] + 0.01)
        ax = plot_fit(moved)
        assert isinstance(ax, Axes)
        np.testing.assert_allclose(only_line(ax, marker)[0], grid_fit.U[row])
        assert not lines(ax, other)
        assert f"nearest evaluated (side {side})" in legend_labels(legend_of(ax.figure))

    def test_markers_are_the_ticks_of_the_paper(self) -> None:
        # One arm down and two up for side 1; for side 2 the same turned by 180 degrees.
        arms = {}
        for marker in "12":
            style = mpl.markers.MarkerStyle(marker)
            ends = style.get_transform().transform(np.asarray(style.get_path().vertices))
            arms[marker] = ends[np.linalg.norm(ends, axis=1) > 0]
        assert sorted(np.sign(arms["1"][:, 1])) == [-1, 1, 1]
        assert sorted(np.sign(arms["2"][:, 1])) == [-1, -1, 1]

    def test_points_have_the_marker_of_their_side(self, grid_fit: BoundaryFit) -> None:
        drawn = points(plot_fit(grid_fit))  # type: ignore[arg-type]
        np.testing.assert_array_equal(drawn.get_offsets(), grid_fit.U)
        corners = np.array([len(np.asarray(path.vertices)) for path in drawn.get_paths()])
        square = corners == corners.min()
        np.testing.assert_array_equal(square, grid_fit.sides == 2)
        faces = np.array([to_hex(face) for face in np.asarray(drawn.get_facecolor())])
        assert set(faces[square]).isdisjoint(faces[~square])

    @pytest.mark.parametrize("boundary", ["quadratic", "linear", "network"])
    def test_curve_is_drawn_where_g_is_zero(self, surface: pd.DataFrame, boundary: str) -> None:
        f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary=boundary, n_starts=1)
        ax = plot_fit(f)
        assert isinstance(ax, Axes)
        (curve,) = curves(ax)
        along = vertices(curve)
        assert len(along) > 100
        assert np.max(np.abs(f.decision_function(along))) < 1e-3 * np.ptp(f.values)
        to_mark = np.linalg.norm(f.transform.apply(along, f.names) - f.representative, axis=1)
        assert to_mark.min() < 0.02

    def test_axes_are_logarithmic_where_the_fit_is(self, grid_fit: BoundaryFit, scattered_fit: BoundaryFit) -> None:
        ax = grid_fit.plot()
        assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
        assert (ax.get_xlabel(), ax.get_ylabel()) == ("gamma", "h")
        ax = scattered_fit.plot()
        assert (ax.get_xscale(), ax.get_yscale()) == ("log", "linear")

    def test_all_points_are_in_view(self, scattered_fit: BoundaryFit) -> None:
        ax = scattered_fit.plot()
        for column, (low, high) in zip(scattered_fit.U.T, (ax.get_xlim(), ax.get_ylim()), strict=True):
            assert low < column.min() < column.max() < high

    def test_grid_has_the_contours_of_z(self, grid_fit: BoundaryFit) -> None:
        (contours,) = filled(grid_fit.plot())
        assert isinstance(contours, QuadContourSet)
        assert levels(contours)[0] <= grid_fit.z.min()
        assert levels(contours)[-1] >= grid_fit.z.max()
        U = grid_fit.U
        inside = ~np.any((U.min(axis=0) == U) | (U.max(axis=0) == U), axis=1)
        assert inside.sum() == 15
        assert all(band_holds(contours, U[i], grid_fit.z[i]) for i in np.flatnonzero(inside))

    def test_values_between_points_are_those_of_transformed_coordinates(self) -> None:
        # z is linear in log u1: halfway on the logarithmic axis the value must be halfway, too.
        a, b = np.meshgrid([1.0, 1e4, 1e5], [1.0, 2.0, 3.0, 4.0])
        U = np.column_stack([a.ravel(), b.ravel()])
        z = 1 + np.log10(U[:, 0])
        grid = sp.fit(U, z, boundary="linear", transform=["log", "standardize"])
        scatter = sp.fit(U[:-1], z[:-1], boundary="linear", transform=["log", "standardize"])
        for f, kind in ((grid, QuadContourSet), (scatter, TriContourSet)):
            (contours,) = filled(f.plot())
            assert isinstance(contours, kind)
            for logged in (0.6, 1.1, 1.9, 2.6, 3.6):
                assert band_holds(contours, (10**logged, 2.4), 1 + logged)

    def test_scattered_points_have_the_contours_of_z(self, scattered_fit: BoundaryFit) -> None:
        (contours,) = filled(scattered_fit.plot())
        assert isinstance(contours, TriContourSet)
        z, rows = scattered_fit.z, range(len(scattered_fit.z))
        # Triangles meet at a point, so the band of its value may end there: allow some tolerance.
        held = [any(band_holds(contours, scattered_fit.U[i], z[i] + d) for d in (-0.05, 0, 0.05)) for i in rows]
        assert np.mean(held) > 0.8
        assert np.all(vertices(contours) >= scattered_fit.U.min(axis=0) * (1 - 1e-9) - 1e-9)

    def test_repeated_points_are_averaged(self, surface: pd.DataFrame, grid_fit: BoundaryFit) -> None:
        twice = pd.concat([surface, surface], ignore_index=True)
        apart = np.repeat([-3.0, 3.0], len(surface))
        f = sp.fit(twice[["gamma", "h"]], twice["train_error"])
        (once,), (averaged,) = filled(grid_fit.plot()), filled(f.plot(z=twice["train_error"] + apart))
        np.testing.assert_allclose(levels(averaged), levels(once))
        np.testing.assert_allclose(vertices(averaged), vertices(once), rtol=1e-5)

    def test_grid_lines_that_differ_by_rounding_are_one(self) -> None:
        U = np.array([(a, b) for a in (0.1, 0.2, 0.3) for b in (1.0, 2.0, 3.0)])
        U[-1, 0] = 0.1 + 0.2
        (contours,) = filled(sp.fit(U, U[:, 0] + U[:, 1] ** 2, boundary="linear").plot())
        assert isinstance(contours, QuadContourSet)

    def test_points_on_a_line_are_coloured_instead(self) -> None:
        t = np.linspace(1, 10, 20)
        z = np.where(t > 5, 3.0, 1.0) + 0.01 * t
        ax = plot_fit(sp.fit(np.column_stack([t, t**2]), z, boundary="linear"))
        assert isinstance(ax, Axes)
        assert not filled(ax)
        np.testing.assert_allclose(np.asarray(points(ax).get_array()), z)
        assert points(ax).colorbar is not None

    def test_constant_values_are_one_band(self, grid_fit: BoundaryFit) -> None:
        (contours,) = filled(grid_fit.plot(z=np.full(35, 2.0)))
        assert len(contours.get_paths()) == 1
        assert band_holds(contours, grid_fit.representative_point, 2.0)

    def test_boundary_out_of_view_is_not_drawn(self, grid_fit: BoundaryFit) -> None:
        away = grid_fit.parameters.copy()
        away[-1] += 1e6
        ax = plot_fit(replace(grid_fit, parameters=away))
        assert isinstance(ax, Axes)
        assert not curves(ax)
        assert "boundary" not in legend_labels(legend_of(ax.figure))

    def test_other_values_have_their_own_contours_and_label(self, surface: pd.DataFrame, grid_fit: BoundaryFit) -> None:
        ax = grid_fit.plot(z=surface["test_error"])
        (contours,) = filled(ax)
        row = grid_fit.nearest_index()
        assert band_holds(contours, grid_fit.U[row], surface["test_error"][row])
        assert ax.figure.axes[1].get_ylabel() == "test_error"
        np.testing.assert_allclose(only_line(ax, "x")[0], grid_fit.representative_point)

    def test_values_without_a_name_have_the_label_of_the_fit(
        self, surface: pd.DataFrame, grid_fit: BoundaryFit
    ) -> None:
        for z in (None, surface["test_error"].to_numpy(), list(surface["test_error"])):
            assert grid_fit.plot(z=z).figure.axes[1].get_ylabel() == "train_error"


class TestManyParameters:
    PAIRS = ((0, 1), (0, 2), (1, 2))

    def test_a_panel_for_each_pair(self, cube_fit: BoundaryFit) -> None:
        axes = cube_fit.plot()
        assert axes.shape == (3,)
        assert len(axes[0].figure.axes) == 4
        for ax, (x, y) in zip(axes, self.PAIRS, strict=True):
            assert (ax.get_xscale(), ax.get_yscale()) == ("log" if x == 0 else "linear", "linear")
            pair = [cube_fit.names[x], cube_fit.names[y]]
            np.testing.assert_allclose(only_line(ax, "x")[0], cube_fit.representative_point[pair])
            np.testing.assert_allclose(only_line(ax, "+"), cube_fit.centers_of_gravity[pair])
            row = cube_fit.nearest_index()
            np.testing.assert_allclose(only_line(ax, str(cube_fit.sides[row]))[0], cube_fit.U[row, [x, y]])
        # Only the outer panels of a triangle are labelled.
        assert [ax.get_xlabel() for ax in axes] == ["", "rate", "shift"]
        assert [ax.get_ylabel() for ax in axes] == ["shift", "tilt", ""]

    def test_curves_are_slices_through_the_representative_point(self, cube_fit: BoundaryFit) -> None:
        for ax, pair in zip(cube_fit.plot(), self.PAIRS, strict=True):
            (curve,) = curves(ax)
            along = vertices(curve)
            V = np.tile(cube_fit.representative_point.to_numpy(), (len(along), 1))
            V[:, pair] = along
            assert np.max(np.abs(cube_fit.decision_function(V))) < 1e-3 * np.ptp(cube_fit.values)

    def test_points_are_coloured_with_those_near_the_slice_on_top(self, cube_fit: BoundaryFit) -> None:
        for ax, (x, y) in zip(cube_fit.plot(), self.PAIRS, strict=True):
            held = 3 - x - y
            away = np.abs(cube_fit.transformed[:, held] - cube_fit.representative[held])
            order = np.argsort(-away)
            np.testing.assert_array_equal(points(ax).get_offsets(), cube_fit.U[order][:, [x, y]])
            np.testing.assert_array_equal(np.asarray(points(ax).get_array()), cube_fit.z[order])
            assert points(ax).norm.vmax == cube_fit.z.max()

    def test_four_have_six_panels_in_the_order_of_the_lower_triangle(self) -> None:
        _, axes = plt.subplots(2, 3, layout="constrained")
        f = sp.fit(*scattered(80, 4), boundary="linear", n_starts=2)
        drawn = plot_fit(f, ax=axes)
        assert isinstance(drawn, np.ndarray)
        assert list(drawn) == list(axes.flat)
        labels = [(ax.get_xlabel(), ax.get_ylabel()) for ax in drawn]
        shown = ["rate", "shift", "tilt", "bias"]
        assert labels == [(shown[x], shown[y]) for y in range(4) for x in range(y)]
        assert len(plt.get_fignums()) == 1

    def test_boundary_out_of_a_slice_is_not_drawn(self, cube_fit: BoundaryFit) -> None:
        # With only the first coefficient left the boundary does not cross the plane of the other two.
        alone = np.where(np.arange(len(cube_fit.parameters)) == 0, 1.0, 0.0)
        off = cube_fit.representative.copy()
        off[0] = 0.5
        axes = plot_fit(replace(cube_fit, parameters=alone, representative=off))
        assert isinstance(axes, np.ndarray)
        assert [len(curves(ax)) for ax in axes] == [1, 1, 0]

    def test_one_colorbar_and_one_legend(self, cube_fit: BoundaryFit) -> None:
        figure = cube_fit.plot()[0].figure
        assert [ax.get_ylabel() for ax in figure.axes].count("loss") == 1
        assert legend_labels(legend_of(figure)) == [
            "side 1",
            "side 2",
            r"boundary (others as at $\times$)",
            "centres of gravity",
            "representative point",
            f"nearest evaluated (side {cube_fit.sides[cube_fit.nearest_index()]})",
        ]


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_the_mark_is_the_nearest_on_the_good_side(grid_fit: BoundaryFit, cube_fit: BoundaryFit, better: str) -> None:
    for fit in (grid_fit.with_better(better), cube_fit.with_better(better)):
        side, row = fit.good_side, fit.nearest_index("good")
        assert side is not None
        ax = np.ravel(np.asarray(fit.plot(), dtype=object))[0]
        np.testing.assert_allclose(only_line(ax, str(side))[0], fit.U[row, [0, 1]])
        labels = legend_labels(legend_of(ax.figure))
        assert f"nearest evaluated (side {side}, good)" in labels
        assert {f"side {side} (good)", f"side {3 - side}"} <= set(labels)
