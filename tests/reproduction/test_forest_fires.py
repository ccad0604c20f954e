"""Forest fires: the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from softprofile.datasets import load_surface
from softprofile.reproduction import forest_fires
from softprofile.reproduction.claims import Verdict, read_claims
from softprofile.reproduction.forest_fires_surface import BUNDLED
from softprofile.reproduction.page import number
from softprofile.reproduction.surface import computed_surface
from tests.reproduction.helpers import assert_page_is_whole, assert_points_are_on_page, read_fits

HARMLESS = "a larger-than-necessary lambda1 is *relatively harmless* in terms of test error"


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
    text = assert_page_is_whole(forest_fires.write(tmp_path, computed_surface(changed, BUNDLED, "python")))
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
