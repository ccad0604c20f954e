"""Forest fires: encoding of the inputs, and average errors of the reference."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from softprofile.datasets import load_forest_fires, load_surface
from softprofile.reproduction import forest_fires_surface
from tests.r_bridge.helpers import REFERENCE, need_engine
from tests.r_bridge.helpers import forest_fires as reference_inputs
from tests.reproduction.helpers import need_data


def test_splits_are_those_of_the_reference() -> None:
    splits = forest_fires_surface.load_splits()
    assert splits.shape == (10, 362)
    assert splits.min() >= 0
    assert splits.max() <= 516
    assert all(len(set(rows)) == 362 for rows in splits.tolist())
    np.testing.assert_array_equal(
        splits + 1, np.loadtxt(REFERENCE / "forest_fires_splits.csv", delimiter=",", dtype=int)
    )


def test_month_and_day_are_points_on_a_circle() -> None:
    plain = pd.DataFrame({name: [1.0, 2.0] for name in forest_fires_surface.PLAIN_INPUTS})
    fires = plain.assign(month=["mar", "dec"], day=["sun", "mon"], area=[0.0, np.exp(1) - 1])
    X, y = forest_fires_surface.read_inputs(fires)
    np.testing.assert_allclose(y, [0, 1])
    np.testing.assert_allclose(X["cos_month"], [0, 1], atol=1e-15)
    np.testing.assert_allclose(X["sin_month"], [1, 0], atol=1e-15)
    np.testing.assert_allclose(X["cos_day"], [1, np.cos(2 * np.pi / 7)])
    np.testing.assert_allclose(X["sin_day"], [0, np.sin(2 * np.pi / 7)], atol=1e-15)


def test_inputs_are_those_of_the_reference() -> None:
    need_data("forestfires.csv")
    X, y = forest_fires_surface.read_inputs(load_forest_fires().data)
    expected_X, expected_y = reference_inputs()
    pd.testing.assert_frame_equal(X, expected_X, check_exact=True)
    np.testing.assert_array_equal(y, expected_y)


@pytest.mark.parametrize("engine", ["r", "python"])
def test_averages_equal_the_reference(engine: str) -> None:
    need_data("forestfires.csv")
    need_engine(engine, "elasticnet")
    surface = forest_fires_surface.compute_surface(engine=engine)
    assert surface.provenance.engine == engine
    expected = load_surface("forest-fires-enet").table
    assert list(surface.table) == list(expected)
    np.testing.assert_allclose(surface.table, expected, rtol=0, atol=1e-10)


def test_processes_give_the_same() -> None:
    need_data("forestfires.csv")
    alone, shared = (forest_fires_surface.compute_surface(jobs=jobs, n_splits=2) for jobs in (1, 2))
    pd.testing.assert_frame_equal(alone.table, shared.table, check_exact=True)
