from __future__ import annotations

import numpy as np
import pytest

from softprofile.model.densities import Binomial, Poisson
from softprofile.model.densities.counts import CountDensity
from softprofile.util.errors import InputError


@pytest.mark.parametrize("density", [Poisson(), Binomial(9)])
def test_the_sufficient_statistic_is_the_count(density: CountDensity) -> None:
    np.testing.assert_array_equal(density.statistics(np.array([1.0, 4.0])), [[1.0, 4.0]])


@pytest.mark.parametrize("density", [Poisson(), Binomial(9)])
def test_error_names_the_density_and_gives_advice(density: CountDensity) -> None:
    with pytest.raises(InputError, match=f"'{density.name}' needs z to be counts .* advice"):
        density.check_counts(np.array([0.25, 1]), "advice")
