"""Parkinson: errors of the support vector machines, and the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from softprofile.datasets import load_surface
from softprofile.reproduction import parkinson
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
