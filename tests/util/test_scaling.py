from __future__ import annotations

import numpy as np
import pytest

from softprofile.util.scaling import mean_and_sd


@pytest.mark.parametrize("ddof", [0, 1])
@pytest.mark.parametrize("unit", [1e-300, 1.0, 1e300])
def test_any_unit(unit: float, ddof: int) -> None:
    x = np.random.default_rng(0).standard_normal(30)
    mean, sd = mean_and_sd(unit * x, ddof)
    assert mean / unit == pytest.approx(x.mean())
    assert sd / unit == pytest.approx(x.std(ddof=ddof))


def test_a_large_offset() -> None:
    steps = np.array([0.0, 1.0, 2.0, 3.0]) * 2.0**-10
    mean, sd = mean_and_sd(2.0**40 + steps)
    assert mean - 2.0**40 == steps.mean()
    assert sd == pytest.approx(steps.std())


def test_values_near_the_largest_number() -> None:
    mean, sd = mean_and_sd(np.array([1.7e308, 1.6e308, 1.7e308, 1.6e308]))
    assert mean == pytest.approx(1.65e308)
    assert sd == pytest.approx(0.05e308)


def test_no_spread() -> None:
    assert mean_and_sd(np.full(3, 7.0)) == (7.0, 0.0)
