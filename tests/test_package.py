"""The package as a whole: light to import, and all its public names are there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import softprofile as sp
from softprofile.datasets import SURFACES, load_surface

ROOT = Path(__file__).resolve().parents[1]

HEAVY = (
    *("pandas", "statsmodels", "matplotlib", "sklearn", "joblib", "tqdm", "typer", "torch", "rpy2", "scipy.stats"),
    *("dask", "cloudpickle"),
)


def test_import_brings_no_heavy_library() -> None:
    program = f"import sys, softprofile; print([name for name in {HEAVY} if name in sys.modules])"
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "[]"


def test_all_public_names_exist() -> None:
    for name in sp.__all__:
        assert getattr(sp, name) is not None
    assert set(sp.__all__) <= set(dir(sp))


def test_surfaces_load() -> None:
    for name in SURFACES:
        assert not load_surface(name).table.isna().to_numpy().any()


def test_versions_and_the_paper_are_the_same_everywhere() -> None:
    citation, description = ((ROOT / name).read_text(encoding="utf-8") for name in ("CITATION.cff", "DESCRIPTION"))
    versions = [re.search(r"^version: (\S+)$", text, flags=re.M | re.I) for text in (citation, description)]
    assert [found and found.group(1) for found in versions] == [sp.__version__] * 2
    for name in ("CITATION.cff", "DESCRIPTION", "inst/CITATION", "README.md", "softprofile/__init__.py"):
        assert "arXiv" in (text := (ROOT / name).read_text(encoding="utf-8")), name
        assert "2510.25632" in text, name
