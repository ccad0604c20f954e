from __future__ import annotations

import numpy as np

from softprofile.datasets import load_co_emission


def test_levels_and_amounts_agree() -> None:
    data = load_co_emission().data
    assert list(data) == ["ethanol", "afr", "ethanol_added", "air_fuel_ratio", "co"]
    np.testing.assert_allclose(data["ethanol_added"], 0.2 + 0.1 * data["ethanol"])
    np.testing.assert_array_equal(data["air_fuel_ratio"], 15 + data["afr"])


def test_each_setting_was_run_twice() -> None:
    data = load_co_emission().data
    runs = data.groupby(["ethanol", "afr"]).size()
    assert len(runs) == 9
    assert (runs == 2).all()


def test_emission_is_highest_with_much_ethanol_and_little_air() -> None:
    means = load_co_emission().data.groupby(["ethanol", "afr"])["co"].mean()
    assert means.idxmax() == (1, -1)
    assert means.idxmin() == (1, 1)
