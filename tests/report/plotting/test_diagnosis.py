"""The four panels of a diagnosis."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pytest

import softprofile as sp
from softprofile.report.plotting import plot_diagnosis

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


def test_the_figure_has_all_panels(diagnosis: sp.Diagnosis) -> None:
    axes = diagnosis.plot()
    assert len(axes) == 4
    assert [ax.get_xlabel() for ax in axes] == [
        "z",
        "configuration left out (row)",
        *["quantiles of the fitted gaussian density"] * 2,
    ]
    axes[0].figure.canvas.draw()


def test_draws_on_the_axes_given(diagnosis: sp.Diagnosis) -> None:
    _, given = plt.subplots(2, 2)
    assert list(plot_diagnosis(diagnosis, ax=given)) == list(given.ravel())
    assert len(plt.get_fignums()) == 1


def test_bad_arguments(diagnosis: sp.Diagnosis) -> None:
    with pytest.raises(sp.InputError, match="ax must be 4 Axes"):
        plot_diagnosis(diagnosis, ax=plt.subplots()[1])
