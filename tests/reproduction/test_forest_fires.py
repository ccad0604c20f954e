"""Forest fires: encoding of the inputs, average errors of the reference, and the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from softprofile.datasets import load_forest_fires, load_surface
from softprofile.reproduction import forest_fires
from softprofile.reproduction.claims import Verdict, read_claims
from softprofile.reproduction.page import number
from softprofile.reproduction.surface import computed_surface
from tests.r_bridge.helpers import REFERENCE, need_engine
from tests.r_bridge.helpers import forest_fires as reference_inputs
from tests.reproduction.helpers import assert_page_is_whole, assert_points_are_on_page, need_data, read_fits

HARMLESS = "a larger-than-necessary lambda1 is *relatively harmless* in terms of test error"


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
    assert "at the minimum of the grid" not in text
    verdicts = {claim.statement: claim.verdict for claim in read_claims(tmp_path)}
    assert verdicts[HARMLESS] is Verdict.DIFFERS
    assert "configurations differ from those of the surface in the package" in text
    assert "softprofile reproduce forest-fires --recompute\n" in text


def verdicts_of(folder: Path, table: pd.DataFrame) -> dict[str, Verdict]:
    forest_fires.write(folder, computed_surface(table, forest_fires.BUNDLED, "r"))
    return {claim.statement: claim.verdict for claim in read_claims(folder)}


def test_verdicts_follow_the_test_error(tmp_path: Path) -> None:
    need_data("forestfires.csv")
    table = load_surface("forest-fires-enet").table
    nails = "the boundary *nails the critical point* beyond which larger lambda2 become truly harmful"
    safe = "the boundary shows how far lambda1 should grow for the test error to reach *a relatively safe zone*"
    both = "the representative point captures both trade-offs"
    known = verdicts_of(tmp_path, table)
    assert {known[each] for each in (HARMLESS, nails, safe, both)} == {Verdict.CONFIRMED}
    # The test error now turns three decades earlier along both penalties, and rises along lambda1.
    late = 2 + (table["lambda1"] > 0.05) * 1.0 + (table["lambda2"] > 0.01) * 1.0
    changed = verdicts_of(tmp_path, table.assign(test_mse=late + table["lambda1"] / 10))
    assert {changed[each] for each in (HARMLESS, nails, safe, both)} == {Verdict.DIFFERS}


def test_verdict_on_slow_growth_follows_the_training_error(tmp_path: Path) -> None:
    table = load_surface("forest-fires-enet").table
    (slow,) = (each for each in verdicts_of(tmp_path, table) if each.startswith("training error increases slowly"))
    steady = 1 + np.log10(table["lambda1"]) / 10 + np.log10(table["lambda2"]) / 10
    assert verdicts_of(tmp_path, table)[slow] is Verdict.CONFIRMED
    assert verdicts_of(tmp_path, table.assign(train_mse=steady))[slow] is Verdict.DIFFERS


def test_statements_about_the_data_need_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOFTPROFILE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    verdicts = verdicts_of(tmp_path, load_surface("forest-fires-enet").table)
    assert verdicts["517 fires with 12 inputs"] is Verdict.UNTESTABLE
    assert verdicts["10 random splits into 362 training and 155 test fires"] is Verdict.CONFIRMED


def test_statements_about_the_data(tmp_path: Path) -> None:
    need_data("forestfires.csv")
    verdicts = verdicts_of(tmp_path, load_surface("forest-fires-enet").table)
    assert verdicts["517 fires with 12 inputs"] is Verdict.CONFIRMED
    varied = "different random splits lead to considerable variations in training and test error"
    assert verdicts[varied] is Verdict.CONFIRMED
    table = load_surface("forest-fires-enet").table
    # The penalties now change the average error by more than the splits do.
    wider = table.assign(test_mse=table["test_mse"] + table["lambda2"])
    assert verdicts_of(tmp_path, wider)[varied] is Verdict.DIFFERS


def test_crossings_lie_on_the_boundary(tmp_path: Path) -> None:
    fitted = read_fits(forest_fires.reproduce(tmp_path))["quadratic"]
    (at,) = forest_fires.crossings(fitted, "lambda1", 1.0)
    assert abs(fitted.decision_function([[at, 1.0]])[0]) < 1e-2 * np.ptp(fitted.values)
    (at,) = forest_fires.crossings(fitted, "lambda2", 0.1)
    assert abs(fitted.decision_function([[0.1, at]])[0]) < 1e-2 * np.ptp(fitted.values)
    assert forest_fires.crossings(fitted, "lambda2", 30.0) == []
