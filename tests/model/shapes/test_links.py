"""Links of a transition: increasing from 0 to 1, 1/2 at 0, with exact derivatives."""

from __future__ import annotations

import numpy as np
import pytest

from softprofile.model.shapes.links import FLIPPED, LINKS

G = np.linspace(-30, 30, 241)


@pytest.mark.parametrize("name", LINKS)
def test_links_increase_from_zero_to_one_and_are_one_half_at_zero(name: str) -> None:
    t, derivative = LINKS[name](G)
    assert LINKS[name](np.zeros(1))[0][0] == pytest.approx(0.5, abs=1e-15)
    assert np.all(np.diff(t) >= 0)
    assert t[0] < 1e-12
    assert t[-1] > 1 - 1e-12
    assert np.all(derivative >= 0)


@pytest.mark.parametrize("name", LINKS)
def test_derivatives_are_those_of_finite_differences(name: str) -> None:
    g = np.linspace(-8, 6, 57)
    step = 1e-6
    numeric = (LINKS[name](g + step)[0] - LINKS[name](g - step)[0]) / (2 * step)
    assert LINKS[name](g)[1] == pytest.approx(numeric, abs=1e-9)


@pytest.mark.parametrize("name", LINKS)
def test_the_flipped_link_is_that_of_minus_g(name: str) -> None:
    assert LINKS[FLIPPED[name]](-G)[0] == pytest.approx(1 - LINKS[name](G)[0], abs=1e-15)


def test_extreme_values_are_finite() -> None:
    for link in LINKS.values():
        t, derivative = link(np.array([-1e300, -1e3, 1e3, 1e300]))
        assert t == pytest.approx([0, 0, 1, 1], abs=1e-300)
        assert derivative == pytest.approx([0, 0, 0, 0], abs=1e-300)
