from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import softprofile as sp
from softprofile.model.shapes import Ramp, Transition
from softprofile.trust.curves.located_density import (
    common_scale,
    location_parameters,
    log_density,
    number_of_levels,
    theta_at,
)

X = np.linspace(0, 10, 41)
CURVE = 5 / (1 + np.exp(2 * (X - 4)))
NOISE = 0.3 * np.random.default_rng(0).standard_normal(41)


def test_the_scale_of_a_gaussian_is_the_standard_deviation_of_the_residuals() -> None:
    f = sp.fit(X, CURVE + NOISE, shape="transition")
    residuals = f.z - f.locations
    assert common_scale(f) == pytest.approx(np.sqrt(np.mean(residuals**2)))
    np.testing.assert_allclose(log_density(f, f.z, f.locations), stats.norm.logpdf(residuals, 0, common_scale(f)))
    assert log_density(f, f.z, f.locations).sum() == pytest.approx(f.loglik)


def test_the_log_density_sums_to_the_log_likelihood_for_other_families() -> None:
    rng = np.random.default_rng(1)
    counts = rng.poisson(4 * CURVE + 1)
    for density, z in (("laplace", CURVE + NOISE), ("student-t:4", CURVE + NOISE), ("poisson", counts)):
        f = sp.fit(X, z, shape="transition:logistic", density=density)
        assert log_density(f, f.z, f.locations).sum() == pytest.approx(f.loglik, rel=1e-6)
    assert set(theta_at(f, f.locations)) == {"mean"}


def test_parameters_of_the_location() -> None:
    assert (number_of_levels(Transition("logistic")), number_of_levels(Ramp("low"))) == (2, 1)
    f = sp.fit(X, CURVE + NOISE, shape="ramp")
    # Slope and constant of g, and one level: a line that ends in a level has three parameters.
    assert location_parameters(f) == 3
