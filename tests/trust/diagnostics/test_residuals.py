from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import softprofile as sp
from softprofile.model.densities import get_density
from softprofile.trust.diagnostics.residuals import tails_by_side
from tests.helpers import MyExponential, MyGaussian
from tests.trust.diagnostics.helpers import two_levels


def test_gaussian_quantile_residuals_are_standardised_residuals() -> None:
    f = two_levels()
    d = f.diagnose(rows=[0])
    table = d.residuals
    mean = np.array([f.theta[side]["mean"] for side in f.sides])
    np.testing.assert_allclose(table["residual"], f.z - mean)
    np.testing.assert_allclose(table["quantile_residual"], (f.z - mean) / f.theta[1]["sd"], atol=1e-9)
    np.testing.assert_array_equal(table["side"], f.sides)


@pytest.mark.parametrize(
    ("name", "theta", "law"),
    [
        ("laplace", {"median": 1.0, "scale": 2.0}, stats.laplace(1, 2)),
        ("student-t:3", {"location": 1.0, "scale": 2.0}, stats.t(3, 1, 2)),
        ("gaussian-separate", {"mean": 1.0, "sd": 2.0}, stats.norm(1, 2)),
        ("scipy:gamma", {"a": 2.0, "loc": -30.0, "scale": 3.0}, stats.gamma(2, -30, 3)),
    ],
)
def test_tails_are_those_of_the_density(name: str, theta: dict[str, float], law: stats.rv_continuous) -> None:
    z = np.array([-20.0, 0.0, 3.0, 25.0])
    density = get_density(name)
    tails = tails_by_side(density, z, np.array([1, 1, 2, 2]), {1: theta, 2: theta})
    assert tails is not None
    np.testing.assert_allclose(tails.lower, law.cdf(z), rtol=1e-12)
    np.testing.assert_allclose(tails.upper, law.sf(z), rtol=1e-12)
    # The distribution agrees with the log density used by fits.
    np.testing.assert_allclose(density.as_scipy(theta).logpdf(z), density.logpdf(z, _arrays(theta)), rtol=1e-10)


@pytest.mark.parametrize(("name", "theta"), [("poisson", {"mean": 4.0}), ("binomial:9", {"probability": 0.3})])
def test_half_of_the_probability_of_a_count_is_in_either_tail(name: str, theta: dict[str, float]) -> None:
    density, z = get_density(name), np.arange(8.0)
    tails = tails_by_side(density, z, np.repeat([1, 2], 4), {1: theta, 2: theta})
    assert tails is not None
    np.testing.assert_allclose(tails.lower + tails.upper, 1)
    probabilities = np.exp(density.logpdf(np.arange(10.0), _arrays(theta)))
    expected = [probabilities[:k].sum() + probabilities[k] / 2 for k in range(8)]
    np.testing.assert_allclose(tails.lower, expected, rtol=1e-10)


def test_far_values_have_finite_residuals_of_the_right_sign() -> None:
    theta = {"mean": 0.0, "sd": 1.0}
    z = np.array([-1e6, -9.0, 9.0, 1e6])
    tails = tails_by_side(get_density("gaussian"), z, np.ones(4, dtype=np.int64), {1: theta, 2: theta})
    assert tails is not None
    np.testing.assert_allclose(tails.residuals(), [-38, -9, 9, 38])


def test_a_user_defined_density_may_have_a_distribution() -> None:
    class Known(MyGaussian):
        def distribution(self, theta: dict[str, float]) -> object:
            return stats.norm(theta["mu"], theta["sigma"])

    theta = {side: {"mu": 0.0, "sigma": 1.0} for side in (1, 2)}
    z, sides = np.array([0.0, 1.0]), np.array([1, 2])
    tails = tails_by_side(get_density(Known()), z, sides, theta)
    assert tails is not None
    np.testing.assert_allclose(tails.residuals(), [0, 1], atol=1e-12)
    assert tails_by_side(get_density(MyGaussian()), z, sides, theta) is None


# The strong ridge makes the fit fast; the fit warns that it leaves no two levels.
@pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")
def test_without_a_distribution_there_are_no_quantile_residuals() -> None:
    f = two_levels(30, density=MyExponential(), n_starts=1, ridge=0.1)
    d = f.diagnose(rows=[0, 1])
    assert d.residuals["quantile_residual"].isna().all()
    assert d.residuals["residual"].notna().all()
    assert set(d.tests["name"]) == {"common variance (Brown-Forsythe)", "level (F)"}
    assert isinstance(d, sp.Diagnosis)


def _arrays(theta: dict[str, float]) -> dict[str, np.ndarray]:
    return {key: np.asarray(value) for key, value in theta.items()}
