from __future__ import annotations

import numpy as np
import pytest

from softprofile.model.boundaries import Linear


def test_value() -> None:
    U = np.array([[1.0, 2.0], [0.0, -1.0]])
    np.testing.assert_array_equal(Linear().value(Linear().design(U), np.array([3.0, -1.0, 0.5])), [1.5, 1.5])


@pytest.mark.parametrize("m", [1, 2, 7])
def test_number_of_parameters(m: int) -> None:
    assert Linear().n_parameters(m) == m + 1
    assert Linear().design(np.zeros((4, m))).shape == (4, m + 1)


def test_coefficients_by_name() -> None:
    w = np.array([3.0, -1.0, 0.5])
    assert Linear().coefficients(w, ["cost", "gamma"]) == {"cost": 3.0, "gamma": -1.0, "constant": 0.5}
    assert Linear().describe(w, ["cost", "gamma"]) == []
