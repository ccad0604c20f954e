from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

import softprofile as sp
from tests.report.plotting.artists import legend_labels, legend_of

X = np.linspace(0, 1, 40)
NOISE = 0.1 * np.random.default_rng(0).standard_normal(40)


@pytest.mark.parametrize(
    ("z", "null", "over"),
    [
        (np.where(X > 0.5, 0.0, 1.0) + NOISE, "z that changes steadily (199)", "a ramp"),
        (10 * NOISE[::-1], "permuted z", "one"),
        (1 - X, "sorted samples of one", "one"),
    ],
)
def test_the_test_that_decided_the_verdict_is_drawn(z: np.ndarray, null: str, over: str) -> None:
    test = sp.elbow(z).test_plateau()
    ax = test.plot()
    decisive = test.change if test.steady is None else test.steady
    assert sum(bar.get_height() for bar in ax.patches) == decisive.n  # type: ignore[attr-defined]
    (line,) = ax.lines
    assert np.asarray(line.get_xdata())[0] == decisive.statistic
    assert f"that of {over} (nats)" in ax.get_xlabel()
    assert test.verdict in ax.get_title()
    assert legend_labels(legend_of(ax.figure))[1].startswith(null)


def test_axes_given_are_drawn_on() -> None:
    _, axes = plt.subplots(1, 2)
    assert sp.elbow(NOISE).test_plateau().plot(ax=axes[1]) is axes[1]
    assert not axes[0].patches
