from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from softprofile.model.densities import Poisson
from softprofile.util.errors import InputError
from tests.helpers import sample, weight_pair


def test_fit_is_the_weighted_mean() -> None:
    z, weights = sample("poisson", 15, 1), weight_pair(15, 2)
    for w, theta in zip(weights, Poisson().fit_sides(z, *weights), strict=True):
        assert theta["mean"] == pytest.approx(np.average(z, weights=w))
        assert Poisson().location(theta) == theta["mean"]


def test_log_density() -> None:
    z = np.arange(0.0, 30)
    theta = {"mean": np.array([0.4, 12.0])}
    expected = [stats.poisson.logpmf(z, 0.4), stats.poisson.logpmf(z, 12)]
    np.testing.assert_allclose(Poisson().logpdf(z, theta), expected, rtol=1e-11)


def test_side_of_zeros() -> None:
    z = np.array([0.0, 0, 0, 5, 7, 6])
    first = (z == 0).astype(float)
    theta1, _ = Poisson().fit_sides(z, first, 1 - first)
    assert theta1["mean"] == pytest.approx(0, abs=1e-8)
    assert np.all(np.isfinite(Poisson().logpdf(z, theta1)))
    # Zeros have probability 1 on their side, so that side adds nothing to the log-likelihood.
    assert Poisson().prefix_logliks(z)[2] == pytest.approx(np.sum(stats.poisson.logpmf([5, 7, 6], 6)), abs=1e-7)


@pytest.mark.parametrize("z", [[1.0, -1], [0.5, 2], [3.0, 4.000001]])
def test_z_must_be_counts(z: list[float]) -> None:
    with pytest.raises(InputError, match="counts"):
        Poisson().check(np.array(z))


def test_counts_are_accepted() -> None:
    Poisson().check(np.array([0.0, 1e9]))
