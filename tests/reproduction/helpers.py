"""Helpers of the tests of the examples."""

from __future__ import annotations

import os
import re
from pathlib import Path

import matplotlib.image as image
import numpy as np
import pandas as pd
import pytest

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction.page import number


def need_data(*files: str) -> None:
    """Skip the test if SOFTPROFILE_DATA is not a folder with these files."""
    folder = os.environ.get("SOFTPROFILE_DATA")
    if not folder:
        pytest.skip("SOFTPROFILE_DATA is not set to a folder with the data of the paper's examples")
    for file in files:
        if not (Path(folder) / file).exists():
            pytest.skip(f"{file} is not in the folder SOFTPROFILE_DATA")


def assert_page_is_whole(page: Path) -> str:
    """Check that all linked files exist, figures are not blank and tables are regular; return the text."""
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "nan" not in text.lower().split()
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    for link in links:
        assert (page.parent / link).is_file(), link
        if link.endswith(".png"):
            assert image.imread(page.parent / link).std() > 0.05
    for table in re.findall(r"(?:^\|.*\|\n)+", text, flags=re.MULTILINE):
        assert len({line.replace(r"\|", "").count("|") for line in table.splitlines()}) == 1
    return text


def read_fits(page: Path) -> dict[str, BoundaryFit]:
    """Read the fits that were written with a page."""
    return {kind: BoundaryFit.from_json(page.parent / f"{page.stem}-{kind}.json") for kind in ("quadratic", "network")}


def assert_points_are_on_page(text: str, fits: dict[str, BoundaryFit], digits: int = 3) -> None:
    for fitted in fits.values():
        point = ", ".join(number(value, digits) for value in fitted.representative_point)
        assert f"({point})" in text


def simulated_countries(n: int) -> pd.DataFrame:
    """Simulate countries with high life evaluation if GDP times freedom is large, and some unusable rows."""
    rng = np.random.default_rng(0)
    gdp, freedom = rng.uniform(0.5, 2, n), rng.uniform(0.3, 1, n)
    life = np.where(gdp * freedom > 0.8, 7.0, 4.0) + 0.2 * rng.standard_normal(n)
    good = pd.DataFrame(
        {
            "country": [f"Country {k}" for k in range(n)],
            "log_gdp_per_capita": gdp,
            "freedom": freedom,
            "life_evaluation": life,
        }
    )
    bad = good.head(3).assign(
        country=["No GDP", "No freedom", "Zero"], log_gdp_per_capita=[np.nan, 1, 0], freedom=[1, np.nan, 1]
    )
    before = good.assign(year=2023, country="Long ago")
    return pd.concat([before, good.assign(year=2024), bad.assign(year=2024)], ignore_index=True)
