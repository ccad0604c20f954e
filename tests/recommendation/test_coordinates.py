from __future__ import annotations

import numpy as np
import pytest

from softprofile.recommendation.coordinates import choose_coordinates
from softprofile.util.errors import InputError


def test_constant_columns_are_left_out() -> None:
    numbers = np.column_stack([np.ones(5), np.arange(1.0, 6)])
    found = choose_coordinates(numbers, ["a", "b"], "auto")
    assert found.names == ("b",)
    assert found.columns.tolist() == [1]
    assert found.transform.kinds == ("log",)


def test_zeros_of_a_log_scale_lie_one_step_below() -> None:
    found = choose_coordinates(np.array([[0.0], [1e-3], [1e-2], [1e-1], [1.0]]), ["alpha"], "auto")
    assert found.transform.kinds == ("log",)
    np.testing.assert_allclose(np.diff(found.V[:, 0]), np.diff(found.V[:, 0])[0])
    assert found.numbers[0, 0] == pytest.approx(1e-4)
    (message,) = found.messages
    assert "alpha is 0" in message
    assert "0.0001" in message


@pytest.mark.parametrize("column", [[0.0, 1, 2, 3], [-1.0, 0, 10, 1000], [0.0, 0, 1, 1]])
def test_zeros_of_other_columns_stay(column: list[float]) -> None:
    found = choose_coordinates(np.array(column)[:, None], ["x"], "auto")
    assert found.transform.kinds == ("standardize",)
    assert found.messages == ()


def test_missing_numbers_stay_missing() -> None:
    found = choose_coordinates(np.array([[1.0, 2], [np.nan, 4], [3, 9]]), ["a", "b"], {"a": "standardize"})
    assert np.isnan(found.V[1, 0])
    assert found.transform.kinds == ("standardize", "log")


def test_wrong_transforms_are_errors_even_for_constant_columns() -> None:
    with pytest.raises(InputError, match="unknown transform"):
        choose_coordinates(np.ones((3, 1)), ["a"], "logg")
    with pytest.raises(InputError, match="transform names 'b'"):
        choose_coordinates(np.ones((3, 1)), ["a"], {"b": "log"})
