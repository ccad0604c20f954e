"""The move of the representative point without each configuration."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

import softprofile as sp
from softprofile.report.plotting import plot_leverage
from tests.report.plotting.artists import legend_labels, legend_of, xy

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


def test_leverage_shows_every_move(diagnosis: sp.Diagnosis) -> None:
    ax = plot_leverage(diagnosis)
    shown = np.vstack([np.column_stack(xy(line)) for line in ax.lines])
    shown = shown[np.argsort(shown[:, 0])]
    np.testing.assert_array_equal(shown[:, 0], np.arange(40))
    np.testing.assert_array_equal(shown[:, 1], diagnosis.left_out.moves)
    labels = legend_labels(legend_of(ax.figure))
    assert {"side 1", "side 2"} <= {label.partition(",")[0] for label in labels}
    changes = diagnosis.left_out.nearest_changes.any()
    assert changes == any("changes the nearest" in label for label in labels)


def test_draws_on_the_axes_given(diagnosis: sp.Diagnosis) -> None:
    ax = plt.subplots()[1]
    assert plot_leverage(diagnosis, ax=ax) is ax
    assert len(plt.get_fignums()) == 1
