"""Helpers of the tests of the examples."""

from __future__ import annotations

import os
import re
from pathlib import Path

import matplotlib.image as image
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
