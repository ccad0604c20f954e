from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import softprofile as sp
from softprofile.trust.diagnostics.checks import _anderson_darling, common_variance, dispersion, goodness_of_fit, levels
from softprofile.trust.diagnostics.residuals import Tails
from tests.trust.diagnostics.helpers import two_levels


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def test_equal_variances_pass_and_unequal_ones_fail() -> None:
    equal, unequal = common_variance(two_levels()), common_variance(two_levels(spread=4))
    assert equal.p_value > 0.05
    assert unequal.p_value < 0.001
    assert 2 < unequal.effect < 8
    f = two_levels(spread=4)
    expected = stats.levene(f.z[f.sides == 1], f.z[f.sides == 2], center="median")
    assert unequal.statistic == pytest.approx(expected.statistic)
    assert unequal.p_value == pytest.approx(expected.pvalue)


def test_a_wrong_density_fails_and_the_right_one_passes() -> None:
    for noise, density, right in (
        ("normal", "gaussian", True),
        ("laplace", "laplace", True),
        ("laplace", "gaussian", False),
    ):
        checks = goodness_of_fit(two_levels(300, noise=noise, density=density), rng())
        assert [check.side for check in checks] == [1, 2]
        assert (min(check.p_value for check in checks) > 0.01) == right


def test_p_values_of_the_right_density_are_uniform() -> None:
    """Without refitting the simulated data, p would nearly always be above 0.5."""
    f = two_levels(40)
    draws = np.random.default_rng(3)
    p_values = []
    for _ in range(25):
        z = np.where(f.sides == 2, 40.0, 30.0) + draws.standard_normal(40)
        p_values += [check.p_value for check in goodness_of_fit(replace(f, z=z), draws)]
    assert stats.kstest(p_values, "uniform").pvalue > 0.01


def test_shift_and_scale_do_not_matter() -> None:
    f = two_levels(40)
    moved = replace(f, z=1e3 * f.z - 7)
    for one, other in zip(goodness_of_fit(f, rng()), goodness_of_fit(moved, rng()), strict=True):
        assert one.p_value == other.p_value
        assert one.statistic == pytest.approx(other.statistic)


def test_anderson_darling_statistic_agrees_with_scipy() -> None:
    z = np.random.default_rng(1).standard_normal(50)
    law = stats.norm(z.mean(), z.std(ddof=1))
    ours = _anderson_darling(Tails(law.cdf(z), law.sf(z)))
    assert ours == pytest.approx(stats.anderson(z, "norm").statistic, rel=1e-9)


def test_counts_that_vary_too_much_fail() -> None:
    draws = np.random.default_rng(0)
    U = draws.uniform(-2, 2, (80, 1))
    mean = np.where(U[:, 0] > 0, 60.0, 10.0)
    right = sp.fit(U, draws.poisson(mean), density="poisson", transform="none")
    assert min(check.p_value for check in dispersion(right)) > 0.01
    spread = sp.fit(U, draws.poisson(mean * draws.gamma(4, 1 / 4, 80)), density="poisson", transform="none")
    worst = min(dispersion(spread), key=lambda check: check.p_value)
    assert worst.p_value < 0.001
    assert worst.effect > 2
    assert any("vary more than poisson says" in each.text for each in spread.diagnose(rows=[0]).warnings)


def test_a_slope_within_a_side_is_found() -> None:
    f = two_levels()
    assert min(check.p_value for check in levels(f)) > 0.01
    sloped = replace(f, z=f.z + 2 * f.U[:, 1] * (f.sides == 2))
    first, second = levels(sloped)
    assert first.p_value > 0.01
    assert second.p_value < 1e-6
    # R squared of the regression, by its formula.
    here = f.sides == 2
    X = np.column_stack([f.transformed[here], np.ones(here.sum())])
    residual = sloped.z[here] - X @ np.linalg.lstsq(X, sloped.z[here], rcond=None)[0]
    assert second.effect == pytest.approx(1 - residual.var() / sloped.z[here].var())


def test_sides_with_few_points_are_not_tested() -> None:
    U = np.arange(12.0)[:, None]
    z = np.where(U[:, 0] > 8.5, 9.0, 1.0) + 0.1 * np.sin(U[:, 0])
    d = sp.fit(U, z, transform="none").diagnose(rows=[0])
    by_test = d.tests.set_index(["name", "side"])["p_value"]
    assert np.isnan(by_test["common variance (Brown-Forsythe)", 0])
    assert np.isnan(by_test["density (Anderson-Darling)", 2])
    assert not np.isnan(by_test["density (Anderson-Darling)", 1])
    assert any(each.text.startswith("side 2 holds only 3 of 12 points") for each in d.warnings)
