from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes

import softprofile as sp
from softprofile.report.plotting.proposals import plot_proposals
from tests.report.plotting.artists import legend_of

pytestmark = pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")


def fit_in(m: int) -> sp.BoundaryFit:
    rng = np.random.default_rng(0)
    U = np.exp(rng.uniform(-2, 2, (40, m)))
    z = np.where(np.log(U).sum(axis=1) > 0.3, 1.0, 4.0) + 0.3 * rng.standard_normal(40)
    return sp.fit(U, z, boundary="linear", n_starts=2)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_every_panel_shows_every_proposal(m: int) -> None:
    f = fit_in(m)
    proposals = sp.refine(f, 4)
    proposals.loc[0, "u1"] = 30.0  # beyond all evaluated configurations
    drawn = plot_proposals(f, proposals)
    panels = [drawn] if isinstance(drawn, Axes) else list(drawn)
    pairs = [(x, y) for y in range(1, m) for x in range(y)] or [(0, -1)]
    for panel, (x, y) in zip(panels, pairs, strict=True):
        (marks,) = (line for line in panel.lines if line.get_label() == "proposed")
        np.testing.assert_array_equal(marks.get_xdata(), proposals[f.names[x]])
        if y > 0:
            np.testing.assert_array_equal(marks.get_ydata(), proposals[f.names[y]])
        low, high = panel.get_xlim()
        assert low < np.min(marks.get_xdata())
        assert high > np.max(marks.get_xdata())
    plt.close("all")


def test_the_legend_keeps_its_entries_and_gets_one_more() -> None:
    f = fit_in(2)
    before = [text.get_text() for text in legend_of(f.plot().figure).get_texts()]
    ax = plot_proposals(f, sp.refine(f, 4))
    assert isinstance(ax, Axes)
    assert [text.get_text() for text in legend_of(ax.figure).get_texts()] == [*before, "proposed"]
    plt.close("all")


def test_it_draws_on_given_axes() -> None:
    _, ax = plt.subplots()
    f = fit_in(2)
    assert plot_proposals(f, sp.refine(f, 2), ax=ax) is ax
    plt.close("all")
