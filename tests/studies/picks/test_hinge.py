"""Estimates of the corner of a ramp."""

from __future__ import annotations

import numpy as np
import pytest

from studies.picks import hinge


def test_data_sets_differ_and_are_reproducible() -> None:
    assert hinge.draw(3).tolist() == hinge.draw(3).tolist()
    assert not np.isclose(hinge.draw(3), hinge.draw(4)).any()
    residuals = np.concatenate([hinge.draw(each) for each in range(100)]) - np.tile(np.maximum(0, 5 - hinge.X), 100)
    assert residuals.std() == pytest.approx(hinge.NOISE, rel=0.05)


@pytest.mark.parametrize("name", [name for name in hinge.ESTIMATES if name.startswith("least squares")])
def test_least_squares_finds_the_corner_without_noise(name: str) -> None:
    assert hinge.ESTIMATES[name](np.maximum(0, 3.3 - hinge.X)) == pytest.approx(3.3, abs=1e-4)


def test_two_levels_are_cut_in_the_middle_of_the_ramp() -> None:
    assert hinge.ESTIMATES["`elbow`"](np.maximum(0, hinge.CORNER - hinge.X)) == pytest.approx(3, abs=0.2)
