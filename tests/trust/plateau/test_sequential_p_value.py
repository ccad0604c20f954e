"""Sequential p-values: their definition, early stopping, and their level."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softprofile.trust.plateau.sequential_p_value import MonteCarlo, MonteCarloSettings, sequential_p_value
from softprofile.util.errors import InputError


def from_list(values: list[float], observed: float, stop_after: int) -> MonteCarlo:
    return sequential_p_value(observed, lambda i: values[i], MonteCarloSettings(n=len(values), stop_after=stop_after))


def by_definition(values: list[float], observed: float, h: int) -> tuple[float, int]:
    """The p-value of Besag and Clifford and the number of draws, from the whole list."""
    reached = [sum(value >= observed for value in values[:length]) for length in range(1, len(values) + 1)]
    for length, exceeding in enumerate(reached, 1):
        if exceeding == h:
            return h / length, length
    return (reached[-1] + 1) / (len(values) + 1), len(values)


@given(st.lists(st.integers(0, 5), min_size=19, max_size=40), st.integers(0, 5), st.integers(1, 12))
def test_is_the_p_value_of_its_definition(values: list[int], observed: int, h: int) -> None:
    found = from_list([float(value) for value in values], float(observed), h)
    assert (found.p_value, found.n) == by_definition([float(value) for value in values], observed, h)
    np.testing.assert_array_equal(found.null, values[: found.n])


@pytest.mark.parametrize("h", [1, 2, 3])
def test_the_level_is_exact_over_all_orders(h: int) -> None:
    """Over all orders of distinct statistics, p <= a in exactly the share a."""
    settings = MonteCarloSettings(n=5, stop_after=h)
    orders = [sequential_p_value(first, lambda i, others=others: others[i], settings).p_value  # type: ignore[misc]
              for first, *others in permutations(range(6))]  # fmt: skip
    for p in set(orders):
        assert Fraction(sum(other <= p for other in orders), len(orders)) == Fraction(p).limit_denominator(100)


def test_statistics_equal_up_to_rounding_are_tied() -> None:
    assert from_list([1e3 * (1 - 1e-13)] * 19, 1e3, 19).p_value == 1


def test_no_draw_is_computed_after_the_last_one_needed() -> None:
    computed = []

    def draw(i: int) -> float:
        computed.append(i)
        return 1.0

    assert sequential_p_value(0.0, draw, MonteCarloSettings(n=99, stop_after=4)).n == 4
    assert computed == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"n": 18}, "with 18 permutations no p-value is as small as 0.05: n must be at least 19"),
        ({"n": 0}, "n, the number of permutations,"),
        ({"n": 2.5}, "n, the number of permutations,"),
        ({"level": 1.0}, "level must be"),
        ({"level": "five"}, "level must be"),
        ({"stop_after": 0}, "stop_after must be"),
        ({"n_jobs": 0}, "n_jobs must be"),
        ({"random_state": -1}, "random_state must be"),
        ({"random_state": np.random.default_rng(0)}, "random_state must be"),
    ],
)
def test_bad_arguments(options: dict[str, Any], says: str) -> None:
    usual = {"n": 199, "level": 0.05, "stop_after": 10, "n_jobs": 1, "random_state": 0}
    with pytest.raises(InputError, match=says):
        MonteCarloSettings.validated(**(usual | options))


def test_fewest_permutations_are_enough() -> None:
    assert MonteCarloSettings.validated(19, 0.05, 1, 1, 0).n == 19
    assert MonteCarloSettings.validated(999, 0.001, 1, -1, 0).n_jobs == -1
