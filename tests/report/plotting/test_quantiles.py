"""Q-Q plots by side."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from scipy import stats

import softprofile as sp
from softprofile.report.plotting import plot_qq
from softprofile.report.plotting.elements import style
from tests.helpers import MyExponential
from tests.report.plotting.artists import xy
from tests.trust.diagnostics.helpers import two_levels

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize("side", [1, 2])
def test_quantiles_of_z_are_drawn_against_those_of_the_density(diagnosis: sp.Diagnosis, side: int) -> None:
    f = diagnosis.fit
    ax = plot_qq(f, side)
    line, points = ax.lines
    expected, sample = xy(points)
    z = np.sort(f.z[f.sides == side])
    np.testing.assert_array_equal(sample, z)
    n = len(z)
    law = stats.norm(f.theta[side]["mean"], f.theta[side]["sd"])
    np.testing.assert_allclose(expected, law.ppf(np.arange(1, n + 1) / (n + 1)))
    np.testing.assert_array_equal(*xy(line))
    assert points.get_color() == style.SIDE_COLOURS[side]
    assert ax.get_ylabel() == f"z, side {side}"


def test_the_band_holds_ranks_with_probability_95(diagnosis: sp.Diagnosis) -> None:
    f = diagnosis.fit
    (band,) = plot_qq(f, 1).collections
    edges = np.asarray(band.get_paths()[0].vertices)
    n = int((f.sides == 1).sum())
    law = stats.norm(f.theta[1]["mean"], f.theta[1]["sd"])
    # The lowest of n lies below x with probability 1 - (1 - F(x))^n.
    lowest = edges[edges[:, 0] == edges[:, 0].min(), 1]
    chances = 1 - (1 - law.cdf([lowest.min(), lowest.max()])) ** n
    np.testing.assert_allclose(chances, [0.025, 0.975], atol=1e-9)


def test_a_density_without_distribution_function_has_a_note_instead() -> None:
    # A large ridge makes the fit quick; the two levels disappear.
    with pytest.warns(sp.SoftProfileWarning, match="no plateau"):
        f = two_levels(30, density=MyExponential(), n_starts=1, ridge=0.1)
    ax = plot_qq(f, 1)
    assert isinstance(ax, Axes)
    assert ax.texts[0].get_text() == "user: no distribution function"


def test_counts() -> None:
    f = two_levels(40)
    counts = sp.fit(f.U, np.round(f.z), density="poisson", transform="standardize", boundary="linear")
    _, points = plot_qq(counts, 2).lines
    assert np.all(np.isfinite(xy(points)))


def test_draws_on_the_axes_given(diagnosis: sp.Diagnosis) -> None:
    ax = plt.subplots()[1]
    assert plot_qq(diagnosis.fit, 1, ax=ax) is ax
    assert len(plt.get_fignums()) == 1


def test_bad_side(diagnosis: sp.Diagnosis) -> None:
    with pytest.raises(sp.InputError, match="side must be 1 or 2"):
        plot_qq(diagnosis.fit, 0)
