from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from softprofile.model.densities import Binomial
from softprofile.util.errors import InputError
from tests.helpers import TRIALS, sample, weight_pair


def test_fit_is_the_weighted_proportion() -> None:
    z, weights = sample(f"binomial:{TRIALS}", 15, 1), weight_pair(15, 2)
    for w, theta in zip(weights, Binomial(TRIALS).fit_sides(z, *weights), strict=True):
        assert theta["probability"] == pytest.approx(np.average(z, weights=w) / TRIALS)
        assert Binomial(TRIALS).location(theta) == pytest.approx(np.average(z, weights=w))


def test_log_density() -> None:
    z = np.arange(0.0, 8)
    theta = {"probability": np.array([0.04, 0.7])}
    expected = [stats.binom.logpmf(z, 7, 0.04), stats.binom.logpmf(z, 7, 0.7)]
    np.testing.assert_allclose(Binomial(7).logpdf(z, theta), expected, rtol=1e-10, atol=1e-12)


def test_sides_with_no_events_and_with_all_events() -> None:
    z = np.array([0.0, 0, 0, 9, 9, 9])
    first = (z == 0).astype(float)
    theta1, theta2 = Binomial(9).fit_sides(z, first, 1 - first)
    assert theta1["probability"] == pytest.approx(0, abs=1e-8)
    assert theta2["probability"] == pytest.approx(1, abs=1e-8)
    for theta in (theta1, theta2):
        assert np.all(np.isfinite(Binomial(9).logpdf(z, theta)))
    # All counts have probability 1, so the likelihood is 1.
    assert Binomial(9).prefix_logliks(z)[2] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("trials", [0, -3, 2.5, True, np.nan, np.inf, "ten", None])
def test_bad_trials(trials: Any) -> None:
    with pytest.raises(InputError, match="trials"):
        Binomial(trials)


def test_whole_float_is_a_number_of_trials() -> None:
    assert Binomial(10.0) == Binomial(10)  # type: ignore[arg-type]
    assert Binomial(10).options() == {"trials": 10}
    assert Binomial(10) != Binomial(11)


@pytest.mark.parametrize(
    ("z", "message"), [([1.0, -1], "counts"), ([0.5, 2], "counts"), ([3.0, 11], "more than the 10 trials")]
)
def test_z_must_be_counts_of_at_most_trials(z: list[float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Binomial(10).check(np.array(z))


def test_counts_are_accepted() -> None:
    Binomial(10).check(np.array([0.0, 10]))
