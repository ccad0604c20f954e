"""The edge of the plateau and its representative point."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import softprofile as sp

X = np.linspace(0, 10, 41)
FALLING = 5 / (1 + np.exp(2 * (X - 4)))


@pytest.mark.parametrize("tolerance", [0.01, 0.05, 0.2, 0.5])
def test_the_edge_of_a_logistic_curve_has_a_closed_form(tolerance: Any) -> None:
    e = sp.fit(X, FALLING, shape="transition", better="lower").edge(tolerance)
    assert float(e.point.iloc[0]) == pytest.approx(4 + np.log(1 / tolerance - 1) / 2, abs=0.02)
    assert np.array_equal(e.inside, float(e.point.iloc[0]) < X)
    assert e.remaining(e.representative[None, :]) == pytest.approx([tolerance], abs=1e-6)


def test_the_direction_decides_which_end_is_the_plateau() -> None:
    low, high = (sp.fit(X, FALLING, shape="transition", better=each).edge() for each in ("lower", "higher"))
    assert float(low.point.iloc[0]) > 4 > float(high.point.iloc[0])
    assert low.best < low.level < low.worst
    assert high.best > high.level > high.worst


def test_the_edge_of_a_ramp_is_its_corner() -> None:
    e = sp.fit(X, np.maximum(0, 5 - X), shape="ramp", better="lower").edge()
    assert e.tolerance == 0
    assert float(e.point.iloc[0]) == pytest.approx(5, abs=1e-4)
    part = sp.fit(X, np.maximum(0, 5 - X), shape="ramp", better="lower").edge(0.1)
    assert float(part.point.iloc[0]) == pytest.approx(4.5, abs=1e-3)


def test_the_edge_of_two_levels_is_the_boundary() -> None:
    z = np.where(X > 6.1, 1.0, 3.0) + 0.01 * np.sin(X)
    f = sp.fit(X, z, better="lower")
    assert np.array_equal(f.edge().inside, f.sides == 1)
    assert 6 <= float(f.edge().point.iloc[0]) <= 6.5


def test_the_nearest_configuration_lies_beyond_the_edge() -> None:
    surface = sp.datasets.load_surface("parkinson-svm")
    e = sp.fit(surface[["gamma", "h"]], surface["train_error"], shape="transition", better="lower").edge()
    row = e.nearest_index()
    assert e.inside[row]
    V = e.fit.transformed
    distances = np.linalg.norm(V - e.representative, axis=1)
    assert distances[row] == distances[e.inside].min()


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
def test_an_optimum_inside_the_grid_has_an_edge_around_it() -> None:
    x = np.linspace(-3, 3, 61)
    f = sp.fit(x, np.exp(-(x**2)), boundary="quadratic", shape="transition", better="higher", transform="standardize")
    inside = x[f.edge(0.2).inside]
    assert -0.7 < inside.min() < 0 < inside.max() < 0.7


@pytest.mark.parametrize(
    ("better", "tolerance", "words"),
    [(None, 0.05, "needs a direction"), ("lower", 1.0, "tolerance"), ("lower", -0.1, "tolerance")],
)
def test_bad_arguments_are_refused_in_one_sentence(better: Any, tolerance: Any, words: str) -> None:
    f = sp.fit(X, FALLING, shape="transition", better=better)
    with pytest.raises(sp.InputError, match=words):
        f.edge(tolerance)


def test_representative_points_cover_four_dimensions() -> None:
    rng = np.random.default_rng(2)
    U = rng.uniform(0, 1, (200, 4))
    z = 1 / (1 + np.exp(-8 * (U.sum(axis=1) - 2)))
    e = sp.fit(U, z, boundary="linear", shape="transition", better="higher", transform="none").edge(0.05)
    assert e.point.shape == (4,)
    assert e.inside[e.nearest_index()]
