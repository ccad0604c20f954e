from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.util.errors import InputError
from tests.recommendation.surfaces import SIMPLER, grid, plateau, saturating
from tests.report.plotting.artists import filled, legend_labels, legend_of, only_line, points

MARKS = ["as good as the best", "best evaluated", "recommended", "edge"]


def test_one_hyper_parameter_is_a_scatter_plot() -> None:
    U, z = saturating()
    r = sp.recommend(U, pd.Series(z, name="accuracy"), better="higher")
    ax = r.plot()
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_xscale()) == ("trees", "accuracy", "log")
    assert legend_labels(legend_of(ax.figure)) == ["accepted loss", *MARKS]
    np.testing.assert_allclose(only_line(ax, "D"), [[U["trees"][r.index], z[r.index]]])
    np.testing.assert_allclose(only_line(ax, "*"), [[U["trees"][r.best_index], z.max()]])


def test_two_hyper_parameters_are_contours() -> None:
    U = grid()
    r = sp.recommend(U, plateau(U), better="higher", simpler=SIMPLER)
    ax = sp.plotting.plot_recommendation(r)
    assert len(filled(ax)) == 1  # type: ignore[arg-type]
    shown = [*MARKS[:-1], "edge of the plateau", "point on the edge"]
    assert legend_labels(legend_of(ax.figure)) == shown  # type: ignore[union-attr]
    np.testing.assert_allclose(only_line(ax, "D"), [r.configuration.to_numpy()])  # type: ignore[arg-type]


def test_three_hyper_parameters_are_pairs() -> None:
    rng = np.random.default_rng(0)
    U = pd.DataFrame(rng.uniform(-1, 1, (60, 3)), columns=list("abc"))
    z = np.tanh(2 * U.sum(axis=1)) + 0.01 * rng.standard_normal(60)
    r = sp.recommend(U, z, better="higher", simpler={"a": "lower", "b": "lower", "c": "lower"})
    axes = r.plot()
    assert [(ax.get_xlabel(), ax.get_ylabel()) for ax in axes] == [("", "b"), ("a", "c"), ("b", "")]
    assert len(points(axes[0]).get_offsets()) == 60  # type: ignore[arg-type]
    given = r.plot(ax=plt.subplots(1, 3)[1])
    assert len(given) == 3


def test_only_the_levels_of_the_recommended_configuration_are_shown() -> None:
    U, z = saturating()
    both = pd.concat([U.assign(booster="tree"), U.assign(booster="linear")], ignore_index=True)
    r = sp.recommend(both, np.r_[z, z - 0.2], better="higher", simpler={"trees": "lower"})
    ax = r.plot()
    assert ax.get_title() == "booster='tree'"
    assert min(ax.get_ylim()) > 0.3


def test_failures_and_a_long_tail_are_not_in_the_window() -> None:
    U, z = saturating()
    z[[1, 2]] = [-1e6, np.nan]
    z[0] = -50
    with pytest.warns(sp.SoftProfileWarning):
        r = sp.recommend(U, z, better="higher")
    assert r.plot().get_ylim()[0] > -10


def test_a_wrong_number_of_axes_is_an_error() -> None:
    U, z = saturating()
    r = sp.recommend(U, z, better="higher")
    axes: Any = plt.subplots(1, 2)[1]
    with pytest.raises(InputError, match="ax must be one Axes"):
        r.plot(ax=axes)


def test_without_an_edge() -> None:
    ax = sp.recommend({"x": [1, 2, 3]}, [1, 2, 3], better="higher").plot()
    assert legend_labels(legend_of(ax.figure)) == ["accepted loss", *MARKS[:-1]]
