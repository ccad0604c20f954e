"""Tick labels of logarithmic axes."""

from __future__ import annotations

from itertools import pairwise

import matplotlib.pyplot as plt
import pytest

from softprofile.report.plotting.elements.log_axes import set_log_scale

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize("width", [2.0, 6.4])
@pytest.mark.parametrize(
    ("low", "high"),
    [(1e-5, 1e2), (5e3, 5e5), (14, 16), (0.1, 0.3), (2e-7, 9e-7), (1, 40), (3e4, 4e4), (1e-30, 1e30)],
)
def test_labels_of_logarithmic_axes_do_not_overlap(low: float, high: float, width: float) -> None:
    figure, ax = plt.subplots(figsize=(width, 3), layout="constrained")
    set_log_scale(ax, "x")
    ax.set_xlim(low, high)
    figure.canvas.draw()
    assert all(not label.get_text() for label in ax.get_xticklabels(minor=True))
    in_view = [
        label
        for tick, label in zip(ax.get_xticks(), ax.get_xticklabels(), strict=True)
        if low <= tick <= high and label.get_text()
    ]
    boxes = [label.get_window_extent() for label in in_view]
    assert len(boxes) >= 2
    assert len({label.get_text() for label in in_view}) == len(boxes)
    assert all(left.x1 < right.x0 for left, right in pairwise(boxes))
