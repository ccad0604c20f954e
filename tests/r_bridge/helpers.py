"""Data and skip conditions of the tests of the bridge."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pytest

import r_bridge

if TYPE_CHECKING:
    import pandas as pd

Array = npt.NDArray[np.float64]

REFERENCE = Path(__file__).parent / "reference"
ROOT = Path(__file__).parents[2]


@cache
def status() -> r_bridge.RStatus:
    return r_bridge.status()


def need_r(package: str = "") -> None:
    """Skip the test if R, rpy2 or the R package is missing."""
    if not status().usable:
        pytest.skip("R cannot be called from this Python: see r_bridge.status()")
    if package and status().packages[package] is None:
        pytest.skip(f"the R package {package} is not installed: {status().remedies[package]}")


def need_engine(engine: str, package: str) -> None:
    if engine == "r":
        need_r(package)
    else:
        pytest.importorskip("sklearn", reason="the engine 'python' needs scikit-learn")


def data_file(name: str) -> Path:
    """Find a file of the data folder, or skip the test."""
    folder = os.environ.get("SOFTPROFILE_DATA")
    if not folder:
        pytest.skip("SOFTPROFILE_DATA is not set to a folder with the data of the paper's examples")
    path = Path(folder) / name
    if not path.exists():
        pytest.skip(f"{name} is not in the folder SOFTPROFILE_DATA")
    return path


def forest_fires() -> tuple[pd.DataFrame, Array]:
    """Load the inputs, with month and day as points on a circle, and log(1 + area)."""
    import pandas as pd

    fires = pd.read_csv(data_file("forestfires.csv"))
    months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    month = np.array([months.index(name) + 1 for name in fires["month"]]) / 12 * 2 * np.pi
    day = np.array([days.index(name) + 1 for name in fires["day"]]) / 7 * 2 * np.pi
    X = fires[["X", "Y", "FFMC", "DMC", "DC", "ISI", "temp", "RH", "wind", "rain"]].assign(
        cos_month=np.cos(month), sin_month=np.sin(month), cos_day=np.cos(day), sin_day=np.sin(day)
    )
    return X, np.log1p(fires["area"].to_numpy(dtype=float))


@cache
def parkinson() -> tuple[Array, npt.NDArray[np.int_], Array, npt.NDArray[np.int_]]:
    """Load training features and classes, and test features and classes."""
    train = np.loadtxt(data_file("parkinson_train_data.txt"), delimiter=",")
    test = np.loadtxt(data_file("parkinson_test_data.txt"), delimiter=",")
    return train[:, 1:27], train[:, 28].astype(int), test[:, 1:27], test[:, 27].astype(int)


def run_python(program: str, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """Run a program in a new Python process, with environment variables set, or removed if None."""
    env: dict[str, Any] = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={name: value for name, value in env.items() if value is not None},
    )
