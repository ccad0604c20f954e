"""Whether z has levelled off within the evaluated range."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.fitting.levelling import unfinished_ranges

X = np.linspace(0, 10, 41)


def _messages(z: Any, **options: Any) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        f = sp.fit(X, z, shape="transition", **options)
    return [str(message) for message in f.messages if message.code == "not-levelled-off"]


def test_a_straight_line_has_not_levelled_off() -> None:
    (text,) = _messages(X + 0.01 * np.sin(9 * X), better="higher")
    assert text == "z has not levelled off within the evaluated range: extend u1 above 10."
    (text,) = _messages(X + 0.01 * np.sin(9 * X), better="lower")
    assert text == "z has not levelled off within the evaluated range: extend u1 below 0."
    (text,) = _messages(X + 0.01 * np.sin(9 * X))
    assert text == "z has not levelled off within the evaluated range in either direction."


def test_a_curve_that_has_levelled_off_is_silent() -> None:
    z = 1 / (1 + np.exp(-3 * (X - 5)))
    assert _messages(z, better="higher") == _messages(z, better="lower") == _messages(z) == []


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_only_the_good_side_counts(better: Any) -> None:
    # Flat at the top from 4 on, still falling at the left end.
    z = 1 - np.exp(-X)
    z = np.where(X < 0.01, z - 0.0, z)
    assert bool(_messages(z, better=better)) == (better == "lower")


def test_in_two_dimensions_the_unfinished_range_is_named() -> None:
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(0, 1, 12), np.linspace(0, 1, 12)))
    z = 1 / (1 + np.exp(-4 * (x - 0.9))) / (1 + np.exp(-20 * (y - 0.3)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        f = sp.fit(np.column_stack([x, y]), z, shape="transition", better="higher", transform="none")
    assert ("u1", "above 1") in unfinished_ranges(f, "higher")
    assert "u2" not in dict(unfinished_ranges(f, "higher"))
