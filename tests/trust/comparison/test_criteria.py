"""Degrees of freedom counted by hand; AIC and BIC by their formulas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.model.boundaries import Network
from softprofile.model.densities import ScipyDensity
from softprofile.trust.comparison.criteria import degrees_of_freedom, information_criteria
from tests.helpers import MyExponential, MyGaussian, MyWave


def some_fit(m: int = 2, **options: Any) -> sp.BoundaryFit:
    rng = np.random.default_rng(0)
    U = rng.uniform(1, 3, (40, m))
    z = np.round(rng.poisson(np.where(U[:, 0] > 2, 20.0, 5.0)) + 1.0)
    return sp.fit(U, z, **{"n_starts": 1, **options})


# The fit warns that exponential densities do not separate these levels.
@pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # Two slopes and a constant; two means and one standard deviation.
        ({"boundary": "linear"}, 3 + 3),
        # A hard partition does not depend on the scale of g.
        ({"boundary": "linear", "softness": "hard"}, 2 + 3),
        # A threshold and its steepness; a threshold.
        ({"m": 1}, 2 + 3),
        ({"m": 1, "softness": "hard"}, 1 + 3),
        ({"boundary": "quadratic"}, 6 + 3),
        ({"boundary": "quadratic", "m": 3}, 10 + 3),
        ({"boundary": Network(hidden=3)}, 3 * 4 + 1 + 3),
        ({"boundary": "linear", "density": "gaussian-separate"}, 3 + 4),
        ({"boundary": "linear", "density": "laplace"}, 3 + 3),
        # The degrees of freedom of the t are given, not fitted.
        ({"boundary": "linear", "density": "student-t:4"}, 3 + 3),
        ({"boundary": "linear", "density": "student-t-separate:4"}, 3 + 4),
        ({"boundary": "linear", "density": "poisson"}, 3 + 2),
        ({"boundary": "linear", "density": "binomial:100"}, 3 + 2),
        ({"boundary": "linear", "density": MyGaussian()}, 3 + 4),
        # The weighted mean used to order the sides is not a parameter.
        ({"boundary": "linear", "density": MyExponential()}, 3 + 2),
        ({"boundary": MyWave(), "transform": "standardize"}, 3 + 3),
    ],
)
def test_degrees_of_freedom(options: dict[str, Any], expected: int) -> None:
    assert degrees_of_freedom(some_fit(**options)) == expected


def test_fixed_parameters_of_a_scipy_distribution_do_not_count() -> None:
    theta = {"a": 2.0, "loc": 0.0, "scale": 1.0}
    assert ScipyDensity("gamma").free_parameters(theta) == 6
    assert ScipyDensity("gamma", loc=0).free_parameters(theta) == 4


def test_all_parameters_of_a_user_defined_boundary_count_in_a_hard_fit() -> None:
    f = some_fit(boundary=MyWave(), transform="standardize", softness="hard")
    assert degrees_of_freedom(f) == 3 + 3


def test_aic_and_bic() -> None:
    f = some_fit(boundary="linear")
    criteria = information_criteria(f)
    assert criteria["loglik"] == f.loglik
    assert criteria["AIC"] == pytest.approx(12 - 2 * f.loglik)
    assert criteria["BIC"] == pytest.approx(6 * np.log(40) - 2 * f.loglik)
