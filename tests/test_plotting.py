from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.contour import ContourSet, QuadContourSet
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.tri import TriContourSet

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.plotting import plot_elbow, plot_fit
from softprofile.plotting.scales import set_log_scale
from softprofile.results import BoundaryFit, Elbow
from softprofile.validation import Array

# A drawing never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture(autouse=True)
def _agg() -> Iterator[None]:
    plt.switch_backend("agg")
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def surface() -> pd.DataFrame:
    return load_surface("parkinson-svm")


@pytest.fixture(scope="module")
def grid_fit(surface: pd.DataFrame) -> BoundaryFit:
    return sp.fit(surface[["gamma", "h"]], surface["train_error"])


def scattered(n: int, m: int, seed: int = 0) -> tuple[pd.DataFrame, pd.Series[float]]:
    """Points of which the first column is log-uniform and the others are uniform around zero."""
    rng = np.random.default_rng(seed)
    U = rng.uniform(-1, 1, (n, m))
    z = np.where(U.sum(axis=1) > 0.2, 5.0, 1.0) + 0.3 * U[:, 0] + 0.05 * rng.standard_normal(n)
    U[:, 0] = 10 ** (2 * U[:, 0])
    return pd.DataFrame(U, columns=["rate", "shift", "tilt", "bias"][:m]), pd.Series(z, name="loss")


@pytest.fixture(scope="module")
def scattered_fit() -> BoundaryFit:
    return sp.fit(*scattered(60, 2))


@pytest.fixture(scope="module")
def cube_fit() -> BoundaryFit:
    return sp.fit(*scattered(90, 3), boundary="linear")


@pytest.fixture(scope="module")
def line_fit() -> BoundaryFit:
    u = np.geomspace(0.01, 100, 41)
    z = np.where((u > 0.015) & (u < 5), 1.0, 4.0) + 0.01 * np.arange(41)
    return sp.fit(pd.Series(u, name="lambda"), pd.Series(z, name="mse"), boundary="quadratic")


@pytest.fixture(scope="module")
def an_elbow() -> Elbow:
    return sp.elbow([9, 1.1, 8.8, 4, 8.5, 1.0, 0.9, 1.2], u=[1, 9, 2, 4, 2, 7, 7, 12])


def lines(ax: Axes, marker: str) -> list[Line2D]:
    return [line for line in ax.lines if line.get_marker() == marker]


def only_line(ax: Axes, marker: str) -> Array:
    (line,) = lines(ax, marker)
    return np.asarray(line.get_xydata(), dtype=float)


def filled(ax: Axes) -> list[ContourSet]:
    return [c for c in ax.collections if isinstance(c, ContourSet) and c.filled]


def curves(ax: Axes) -> list[ContourSet]:
    return [c for c in ax.collections if isinstance(c, ContourSet) and not c.filled]


def points(ax: Axes) -> PathCollection:
    (collection,) = [c for c in ax.collections if isinstance(c, PathCollection)]
    return collection


def vertices(curve: ContourSet) -> Array:
    return np.vstack([np.asarray(path.vertices) for path in curve.get_paths()])


def twin_of(ax: Axes) -> Axes:
    (twin,) = [other for other in ax.figure.axes if other is not ax and other.bbox.bounds == ax.bbox.bounds]
    return twin


def xy(line: Line2D) -> tuple[Array, Array]:
    return np.asarray(line.get_xdata(), dtype=float), np.asarray(line.get_ydata(), dtype=float)


def levels(contours: ContourSet) -> Array:
    return np.asarray(contours.levels, dtype=float)


def legend_of(figure: Any) -> Legend:
    of_axes = [legend for ax in figure.axes if (legend := ax.get_legend()) is not None]
    (legend,) = figure.legends + of_axes
    return legend


def legend_labels(legend: Legend) -> list[str]:
    return [text.get_text() for text in legend.get_texts()]


def band_holds(contours: ContourSet, point: Any, value: float) -> bool:
    """Whether the filled band of `value` is what is drawn at a point."""
    k = int(np.searchsorted(levels(contours), value)) - 1
    return contours.get_paths()[k].contains_point(tuple(point))


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


class TestTwoParameters:
    def test_marks_are_at_the_chosen_points(self, grid_fit: BoundaryFit) -> None:
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
    def test_curve_is_where_g_is_zero(self, surface: pd.DataFrame, boundary: str) -> None:
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
        # z is linear in log u1: halfway on the logarithmic axis its value has to be halfway too.
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
        # A point is where triangles meet, so its band may end there; a little tolerance is for that.
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

    def test_values_without_a_name_are_called_as_in_the_fit(self, surface: pd.DataFrame, grid_fit: BoundaryFit) -> None:
        for z in (None, surface["test_error"].to_numpy(), list(surface["test_error"])):
            assert grid_fit.plot(z=z).figure.axes[1].get_ylabel() == "train_error"


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

    @pytest.mark.parametrize("width", [2.0, 6.4])
    @pytest.mark.parametrize(
        ("low", "high"),
        [(1e-5, 1e2), (5e3, 5e5), (14, 16), (0.1, 0.3), (2e-7, 9e-7), (1, 40), (3e4, 4e4), (1e-30, 1e30)],
    )
    def test_labels_of_logarithmic_axes_do_not_overlap(self, low: float, high: float, width: float) -> None:
        figure, ax = plt.subplots(figsize=(width, 3), layout="constrained")
        set_log_scale(ax, "x")
        ax.set_xlim(low, high)
        figure.canvas.draw()
        assert all(not label.get_text() for label in ax.get_xticklabels(minor=True))
        in_view = [
            label
            for tick, label in zip(ax.get_xticks(), ax.get_xticklabels(), strict=True)
            if low <= tick <= high and label.get_text()
        ]
        boxes = [label.get_window_extent() for label in in_view]
        assert len(boxes) >= 2
        assert len({label.get_text() for label in in_view}) == len(boxes)
        assert all(left.x1 < right.x0 for left, right in pairwise(boxes))


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


class TestErrors:
    @pytest.mark.parametrize(
        ("z", "message"),
        [
            (np.ones(34), r"one value for each of the 35 points, but its shape is \(34,\)"),
            (np.ones((35, 2)), r"shape is \(35, 2\)"),
            (3.0, r"shape is \(\)"),
            (np.r_[np.ones(20), np.nan, np.ones(14)], "1 missing or infinite value.* position 20"),
            (np.r_[np.inf, np.ones(34)], "missing or infinite"),
            (["a"] * 35, "not a number"),
        ],
    )
    def test_unusable_values(self, grid_fit: BoundaryFit, z: Any, message: str) -> None:
        with pytest.raises(sp.InputError, match=message):
            grid_fit.plot(z=z)
        assert not plt.get_fignums()

    def test_wrong_number_of_axes(self, grid_fit: BoundaryFit, cube_fit: BoundaryFit, line_fit: BoundaryFit) -> None:
        _, axes = plt.subplots(1, 2)
        with pytest.raises(sp.InputError, match=r"array of 3 Axes.* 3 hyper-parameters, not one"):
            cube_fit.plot(ax=axes[0])
        with pytest.raises(sp.InputError, match=r"array of 3 Axes.* not 2 of them"):
            cube_fit.plot(ax=axes)
        for f in (grid_fit, line_fit):
            with pytest.raises(sp.InputError, match=r"one Axes.* not 2 of them"):
                f.plot(ax=axes)
        with pytest.raises(sp.InputError, match=r"one Axes.* not 'here'"):
            grid_fit.plot(ax="here")


def test_matplotlib_is_not_imported_before_something_is_drawn() -> None:
    code = "import sys, softprofile; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
