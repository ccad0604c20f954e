"""Results that several tests of plots share, each computed once per module."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow
from tests.report.plotting.artists import scattered
from tests.trust.diagnostics.helpers import two_levels


@pytest.fixture(autouse=True)
def _agg() -> Iterator[None]:
    plt.switch_backend("agg")
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def surface() -> pd.DataFrame:
    return load_surface("parkinson-svm")


@pytest.fixture(scope="module")
def grid_fit(surface: pd.DataFrame) -> BoundaryFit:
    return sp.fit(surface[["gamma", "h"]], surface["train_error"])


@pytest.fixture(scope="module")
def scattered_fit() -> BoundaryFit:
    return sp.fit(*scattered(60, 2))


@pytest.fixture(scope="module")
def cube_fit() -> BoundaryFit:
    return sp.fit(*scattered(90, 3), boundary="linear")


@pytest.fixture(scope="module")
def line_fit() -> BoundaryFit:
    u = np.geomspace(0.01, 100, 41)
    z = np.where((u > 0.015) & (u < 5), 1.0, 4.0) + 0.01 * np.arange(41)
    return sp.fit(pd.Series(u, name="lambda"), pd.Series(z, name="mse"), boundary="quadratic")


@pytest.fixture(scope="module")
def an_elbow() -> Elbow:
    return sp.elbow([9, 1.1, 8.8, 4, 8.5, 1.0, 0.9, 1.2], u=[1, 9, 2, 4, 2, 7, 7, 12])


@pytest.fixture(scope="module")
def diagnosis() -> sp.Diagnosis:
    return two_levels(40).diagnose()
