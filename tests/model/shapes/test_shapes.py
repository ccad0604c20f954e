"""Shapes by name, their variants, curves and locations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.model.shapes import Levels, Ramp, Transition, get_shape

CURVES = [*Transition().variants(), *Ramp().variants()]


def test_shapes_are_addressed_by_name_and_argument() -> None:
    assert get_shape("levels") == Levels()
    assert get_shape("transition") == Transition("auto")
    assert get_shape("transition:loglog") == Transition("loglog")
    assert get_shape("ramp:high") == Ramp("high")
    assert get_shape(Ramp("low")) == Ramp("low")
    assert sp.shapes.Transition is Transition


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("step", "unknown shape 'step'"),
        ("transition:probit", "the link of a transition"),
        ("ramp:left", "the flat side of a ramp"),
        ("levels:2", "takes no argument"),
        (3, "shape must be a name"),
    ],
)
def test_unknown_shapes_are_refused_in_one_sentence(name: Any, words: str) -> None:
    with pytest.raises(sp.InputError, match=words):
        get_shape(name)


def test_what_is_left_open_has_several_variants() -> None:
    assert Transition().variants() == (Transition("logistic"), Transition("cloglog"), Transition("loglog"))
    assert Ramp().variants() == (Ramp("low"), Ramp("high"))
    assert Transition("cloglog").variants() == (Transition("cloglog"),)
    assert Levels().variants() == (Levels(),)


def test_the_direction_decides_which_side_of_a_ramp_is_flat() -> None:
    assert Ramp().towards("lower") == Ramp("low")
    assert Ramp().towards("higher") == Ramp("high")
    assert Ramp("low").towards("higher") == Ramp("low")
    assert Ramp().towards(None) == Ramp()
    assert (Ramp("low").flat_side, Ramp("high").flat_side, Transition().flat_side) == (1, 2, None)


@pytest.mark.parametrize("shape", CURVES, ids=repr)
def test_the_curve_at_the_levels_is_the_location(shape: Any) -> None:
    g = np.linspace(-5, 5, 31)
    levels = np.array([1.0, 4.0]) if isinstance(shape, Transition) else np.array([1.0])
    level1, level2 = (1.0, 4.0) if isinstance(shape, Transition) else (1.0, 1.0)
    assert shape.curve(g, 2.0).locations(levels) == pytest.approx(shape.locations(g, level1, level2, 2.0))


@pytest.mark.parametrize("shape", CURVES, ids=repr)
def test_locations_increase_with_g(shape: Any) -> None:
    assert np.all(np.diff(shape.locations(np.linspace(-9, 9, 91), 1.0, 4.0, 2.0)) >= 0)


@pytest.mark.parametrize("shape", CURVES, ids=repr)
def test_derivatives_of_the_curve_are_those_of_finite_differences(shape: Any) -> None:
    g = np.linspace(-3.03, 3.07, 31)
    levels = np.array([1.0, 4.0])[: len(shape.curve(g, 2.0).basis)]
    step = 1e-6
    ahead, behind = (shape.curve(g + move, 2.0).locations(levels) for move in (step, -step))
    assert shape.curve(g, 2.0).derivatives(levels) == pytest.approx((ahead - behind) / (2 * step), abs=1e-8)


@pytest.mark.parametrize("shape", Transition().variants(), ids=repr)
def test_a_flipped_transition_has_the_same_locations(shape: Any) -> None:
    g = np.linspace(-5, 5, 31)
    assert shape.flipped().locations(-g, 4.0, 1.0, 1.0) == pytest.approx(shape.locations(g, 1.0, 4.0, 1.0))
