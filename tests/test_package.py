"""The package as a whole: light to import, and all its public names are there."""

from __future__ import annotations

import subprocess
import sys

import softprofile as sp
from softprofile.datasets import SURFACES, load_surface

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
