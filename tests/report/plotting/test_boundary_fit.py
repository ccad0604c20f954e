"""Invalid arguments of `plot_fit`, and the lazy import of matplotlib."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


class TestErrors:
    @pytest.mark.parametrize(
        ("z", "message"),
        [
            (np.ones(34), r"one value for each of the 35 points, but its shape is \(34,\)"),
            (np.ones((35, 2)), r"shape is \(35, 2\)"),
            (3.0, r"shape is \(\)"),
            (np.r_[np.ones(20), np.nan, np.ones(14)], "1 missing or infinite value.* position 20"),
            (np.r_[np.inf, np.ones(34)], "missing or infinite"),
            (["a"] * 35, "not a number"),
        ],
    )
    def test_unusable_values(self, grid_fit: BoundaryFit, z: Any, message: str) -> None:
        with pytest.raises(sp.InputError, match=message):
            grid_fit.plot(z=z)
        assert not plt.get_fignums()

    def test_wrong_number_of_axes(self, grid_fit: BoundaryFit, cube_fit: BoundaryFit, line_fit: BoundaryFit) -> None:
        _, axes = plt.subplots(1, 2)
        with pytest.raises(sp.InputError, match=r"array of 3 Axes.* 3 hyper-parameters, not one"):
            cube_fit.plot(ax=axes[0])
        with pytest.raises(sp.InputError, match=r"array of 3 Axes.* not 2 of them"):
            cube_fit.plot(ax=axes)
        for f in (grid_fit, line_fit):
            with pytest.raises(sp.InputError, match=r"one Axes.* not 2 of them"):
                f.plot(ax=axes)
        with pytest.raises(sp.InputError, match=r"one Axes.* not 'here'"):
            grid_fit.plot(ax="here")


def test_matplotlib_is_not_imported_before_something_is_plotted() -> None:
    code = "import sys, softprofile; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
