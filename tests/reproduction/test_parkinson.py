"""Parkinson: errors of the support vector machines, and the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from softprofile.datasets import load_surface
from softprofile.reproduction import parkinson
from softprofile.reproduction.claims import Claim, Verdict, read_claims
from softprofile.reproduction.surface import computed_surface
from tests.r_bridge.helpers import need_engine
from tests.reproduction.helpers import assert_page_is_whole, assert_points_are_on_page, need_data, read_fits

DATA = ("parkinson_train_data.txt", "parkinson_test_data.txt")

# The settings that are fitted fastest, and the one that the paper chooses.
SETTINGS = [(5e3, 1e-5), (5e3, 1e-2), (5e4, 1e-3)]


def known(settings: list[tuple[float, float]]) -> pd.DataFrame:
    surface = load_surface("parkinson-svm").table.set_index(["gamma", "h"])
    return surface.loc[settings].reset_index()


def test_grid_is_that_of_the_surface() -> None:
    surface = load_surface("parkinson-svm")
    assert [(gamma, h) for gamma in parkinson.GAMMA for h in parkinson.H] == list(
        surface[["gamma", "h"]].itertuples(index=False, name=None)
    )


def test_svms_in_r_have_the_errors_of_the_surface() -> None:
    need_data(*DATA)
    need_engine("r", "e1071")
    surface = parkinson.compute_surface(engine="r", settings=SETTINGS)
    assert surface.provenance.engine == "r"
    np.testing.assert_allclose(surface.table, known(SETTINGS), rtol=1e-12)


def test_svms_in_python_differ_by_at_most_one_recording() -> None:
    need_data(*DATA)
    need_engine("python", "e1071")
    surface = parkinson.compute_surface(engine="python", jobs=2, settings=SETTINGS[:2])
    assert surface.provenance.engine == "python"
    for column, recordings in (("train_error", 1040), ("test_error", 168)):
        apart = (surface.table[column] - known(SETTINGS[:2])[column]).abs() * recordings / 100
        assert apart.max() < 1 + 1e-6


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return parkinson.reproduce(tmp_path_factory.mktemp("parkinson"))


def test_page_compares_with_the_paper(page: Path) -> None:
    text = assert_page_is_whole(page)
    fits = read_fits(page)
    assert_points_are_on_page(text, fits)
    for kind, fitted in fits.items():
        point = fitted.representative_point
        assert round(point["gamma"], -3) == 5.3e4
        assert round(point["h"], 4) == 1.3e-3
        assert f"| gamma of the representative point, {kind} | 5.3e4 | {point['gamma'] / 1e4:.4g}e4 |" in text
        assert f"| test error there, {kind} | 27.38 % | 27.38 % | same as printed |" in text


def test_another_surface_gives_another_page(page: Path, tmp_path: Path) -> None:
    table = load_surface("parkinson-svm").table
    nearest = read_fits(page)["quadratic"].nearest_index()
    errors = table["test_error"].mask(table.index == nearest, 12.3456)
    changed = table.assign(gamma=10 * table["gamma"], test_error=errors)
    text = assert_page_is_whole(parkinson.write(tmp_path, computed_surface(changed, parkinson.BUNDLED, "r")))
    assert_points_are_on_page(text, read_fits(tmp_path / "parkinson.md"))
    assert "| test error there, quadratic | 27.38 % | 12.35 % | -55 % |" in text
    assert "| gamma of the nearest evaluated point, quadratic | 5e4 | 5e5 | +900 % |" in text
    assert "0 of 35 SVMs have a lower one; the range is from 12.35 %" in text
    assert "softprofile reproduce parkinson --recompute\n" in text


def claims_of(folder: Path, table: pd.DataFrame) -> dict[str, Claim]:
    parkinson.write(folder, computed_surface(table, parkinson.BUNDLED, "r"))
    return {claim.statement: claim for claim in read_claims(folder)}


BOUNDS = "gamma should be no less than about 5e4 and h no less than about 1e-3, with either boundary"
POINT = "the representative point is roughly (5.3e4, 1.3e-3)"
NEAREST = "the SVM closest to it is at (5e4, 1e-3)"
ERROR = "the test error of the closest SVM is about 27.38 %"
LOWEST = "this test error is *among the lowest of all SVMs fitted*"
CORNER = "the training error is lowest when both gamma and h are large"
GRADUAL = "as gamma and h are decreased, the training error increases, gradually at first, then more sharply"
NOISE = "the error surface is noisier on held-out data"
SIDES = "this SVM is marked as being on side 1 of the quadratic boundary and on side 2 of the network"


def test_verdicts_on_the_papers_surface(page: Path) -> None:
    verdicts = {claim.statement: claim.verdict for claim in read_claims(page.parent)}
    for statement in (BOUNDS, POINT, NEAREST, ERROR, LOWEST, CORNER, GRADUAL, NOISE):
        assert verdicts[statement] is Verdict.CONFIRMED, statement
    assert verdicts[SIDES] is Verdict.DIFFERS


def test_verdicts_follow_other_units(tmp_path: Path) -> None:
    table = load_surface("parkinson-svm").table
    found = claims_of(tmp_path, table.assign(gamma=10 * table["gamma"]))
    for statement in (BOUNDS, POINT, NEAREST):
        assert found[statement].verdict is Verdict.DIFFERS
        assert found[statement].reason
    assert found[ERROR].verdict is Verdict.CONFIRMED


def test_verdicts_follow_the_errors(tmp_path: Path) -> None:
    table = load_surface("parkinson-svm").table
    corner = (table["gamma"] == 5e5) & (table["h"] == 1e-2)
    changed = table.assign(
        train_error=table["train_error"] + 30 * corner,
        test_error=np.where((table["gamma"] == 5e4) & (table["h"] == 1e-3), 99.0, table["train_error"]),
    )
    found = claims_of(tmp_path, changed)
    for statement in (CORNER, ERROR, LOWEST):
        assert found[statement].verdict is Verdict.DIFFERS, statement


def test_a_straight_training_error_is_not_gradual_and_a_smooth_test_error_not_noisier(tmp_path: Path) -> None:
    table = load_surface("parkinson-svm").table
    steady = 100 - 5 * np.log(table["gamma"]) - 3 * np.log(table["h"])
    found = claims_of(tmp_path, table.assign(train_error=steady, test_error=steady))
    assert found[GRADUAL].verdict is Verdict.DIFFERS
    assert found[NOISE].verdict is Verdict.DIFFERS


def test_boxes_and_bounds(page: Path) -> None:
    fitted = read_fits(page)["quadratic"]
    gamma, h = fitted.representative_point
    assert parkinson.box_is_good(fitted, gamma, h)
    assert not parkinson.box_is_good(fitted, gamma / 2, h / 2)
    corner = parkinson.largest_box(fitted)
    assert parkinson.box_is_good(fitted, *corner)
    low = parkinson.good_bounds(fitted)
    assert low["gamma"] <= corner[0] <= gamma
    assert low["h"] < h < corner[1]


def test_statements_about_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_data(*DATA)
    table = load_surface("parkinson-svm").table
    sizes = "1040 training and 168 test recordings with 26 features"
    assert claims_of(tmp_path, table)[sizes].verdict is Verdict.CONFIRMED
    monkeypatch.setenv("SOFTPROFILE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = claims_of(tmp_path, table)[sizes]
    assert found.verdict is Verdict.UNTESTABLE
    assert "softprofile data --download parkinson" in found.reason
