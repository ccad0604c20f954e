from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

import softprofile as sp
from softprofile.report.plotting import plot_comparison
from tests.report.plotting.artists import scattered, xy

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture(scope="module")
def comparison() -> sp.Comparison:
    return sp.compare(*scattered(40, 2), boundaries="linear", densities=["gaussian", "laplace", "poisson"], folds=2)


def test_pairs_are_drawn_best_first_with_their_standard_errors(comparison: sp.Comparison) -> None:
    ax = comparison.plot()
    table = comparison.table.dropna(subset=["cv_loglik"])
    assert [label.get_text() for label in ax.get_yticklabels()] == [f"linear, {name}" for name in table["density"]]
    (points,) = [line for line in ax.lines if line.get_marker() == "o"]
    behind, height = xy(points)
    np.testing.assert_allclose(behind, -table["cv_behind"])
    np.testing.assert_array_equal(height, [0, 1])
    assert ax.yaxis_inverted()
    (bars,) = ax.collections
    lengths = [np.ptp(np.asarray(path.vertices)[:, 0]) for path in bars.get_paths()]
    np.testing.assert_allclose(lengths, 2 * table["cv_behind_se"])


def test_draws_on_the_axes_given(comparison: sp.Comparison) -> None:
    ax = plt.subplots()[1]
    assert plot_comparison(comparison, ax=ax) is ax


def test_nothing_to_draw() -> None:
    found = sp.compare(*scattered(40, 2), boundaries="linear", densities="gaussian", folds=None)
    with pytest.raises(sp.InputError, match="nothing was cross-validated"):
        found.plot()
