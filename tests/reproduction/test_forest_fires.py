"""Forest fires: encoding of the inputs, average errors of the reference, and the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from softprofile.datasets import load_forest_fires, load_surface
from softprofile.reproduction import forest_fires
from softprofile.reproduction.page import number
from softprofile.reproduction.surface import computed_surface
from tests.r_bridge.helpers import REFERENCE, need_engine
from tests.r_bridge.helpers import forest_fires as reference_inputs
from tests.reproduction.helpers import assert_page_is_whole, assert_points_are_on_page, need_data, read_fits


def test_splits_are_those_of_the_reference() -> None:
    splits = forest_fires.load_splits()
    assert splits.shape == (10, 362)
    assert splits.min() >= 0
    assert splits.max() <= 516
    assert all(len(set(rows)) == 362 for rows in splits.tolist())
    np.testing.assert_array_equal(
        splits + 1, np.loadtxt(REFERENCE / "forest_fires_splits.csv", delimiter=",", dtype=int)
    )


def test_month_and_day_are_points_on_a_circle() -> None:
    plain = pd.DataFrame({name: [1.0, 2.0] for name in forest_fires.PLAIN_INPUTS})
    fires = plain.assign(month=["mar", "dec"], day=["sun", "mon"], area=[0.0, np.exp(1) - 1])
    X, y = forest_fires.read_inputs(fires)
    np.testing.assert_allclose(y, [0, 1])
    np.testing.assert_allclose(X["cos_month"], [0, 1], atol=1e-15)
    np.testing.assert_allclose(X["sin_month"], [1, 0], atol=1e-15)
    np.testing.assert_allclose(X["cos_day"], [1, np.cos(2 * np.pi / 7)])
    np.testing.assert_allclose(X["sin_day"], [0, np.sin(2 * np.pi / 7)], atol=1e-15)


def test_inputs_are_those_of_the_reference() -> None:
    need_data("forestfires.csv")
    X, y = forest_fires.read_inputs(load_forest_fires().data)
    expected_X, expected_y = reference_inputs()
    pd.testing.assert_frame_equal(X, expected_X, check_exact=True)
    np.testing.assert_array_equal(y, expected_y)


@pytest.mark.parametrize("engine", ["r", "python"])
def test_averages_equal_the_reference(engine: str) -> None:
    need_data("forestfires.csv")
    need_engine(engine, "elasticnet")
    surface = forest_fires.compute_surface(engine=engine)
    assert surface.provenance.engine == engine
    expected = load_surface("forest-fires-enet").table
    assert list(surface.table) == list(expected)
    np.testing.assert_allclose(surface.table, expected, rtol=0, atol=1e-10)


def test_processes_give_the_same() -> None:
    need_data("forestfires.csv")
    alone, shared = (forest_fires.compute_surface(jobs=jobs, n_splits=2) for jobs in (1, 2))
    pd.testing.assert_frame_equal(alone.table, shared.table, check_exact=True)


def test_page_from_the_package(tmp_path: Path) -> None:
    page = forest_fires.reproduce(tmp_path)
    text = assert_page_is_whole(page)
    fits = read_fits(page)
    assert_points_are_on_page(text, fits)
    quadratic, network = fits["quadratic"], fits["network"]
    distance = float(np.linalg.norm(quadratic.representative - network.representative))
    assert distance < 0.2
    assert f"| distance in standard deviations of the transformed penalties | {number(distance, 2)} |" in text
    relative = 100 * (network.representative_point / quadratic.representative_point - 1)
    for name in ("lambda1", "lambda2"):
        assert f"| {name} | {relative[name]:+.1f} % |" in text
    assert "softprofile reproduce forest-fires\n" in text
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "forest-fires.csv"), load_surface("forest-fires-enet").table)


def test_another_surface_gives_another_page(tmp_path: Path) -> None:
    # Every second row and column of the grid, with other units of lambda1 and another test error.
    table = load_surface("forest-fires-enet").table
    kept = table[
        table["lambda1"].rank(method="dense").mod(2).eq(1) & table["lambda2"].rank(method="dense").mod(2).eq(1)
    ].reset_index(drop=True)
    changed = kept.assign(lambda1=100 * kept["lambda1"], test_mse=kept["test_mse"] + 5 + kept["lambda1"] / 10)
    text = assert_page_is_whole(forest_fires.write(tmp_path, computed_surface(changed, forest_fires.BUNDLED, "python")))
    fits = read_fits(tmp_path / "forest-fires.md")
    assert fits["quadratic"].representative_point["lambda1"] > 50
    assert_points_are_on_page(text, fits)
    nearest = changed["test_mse"][fits["quadratic"].nearest_index()]
    assert nearest > 6
    assert f"| {number(nearest, 4)} |" in text
    assert "every coefficient is zero" in text
    assert "is the minimum of the grid" not in text
    assert "configurations differ from those of the surface in the package" in text
    assert "softprofile reproduce forest-fires --recompute\n" in text
