"""Boundaries by name and as objects."""

from __future__ import annotations

from typing import Any

import pytest

from softprofile.model.boundaries import BOUNDARIES, Boundary, Linear, Network, Quadratic, UserBoundary, get_boundary
from softprofile.util.errors import InputError
from tests.helpers import MyWave


@pytest.mark.parametrize(
    ("asked", "expected"),
    [("linear", Linear()), ("quadratic", Quadratic()), ("network", Network(32)), (Network(4), Network(4))],
)
def test_names_and_objects(asked: Any, expected: Boundary) -> None:
    assert get_boundary(asked) == expected


def test_user_defined_object() -> None:
    inner = MyWave()
    boundary = get_boundary(inner)
    assert isinstance(boundary, UserBoundary)
    assert boundary.inner is inner


@pytest.mark.parametrize("asked", ["", "spline", "Linear"])
def test_unknown_name_lists_the_known_names(asked: str) -> None:
    with pytest.raises(InputError, match="unknown boundary") as caught:
        get_boundary(asked)
    assert all(repr(name) in str(caught.value) for name in BOUNDARIES.factories)


@pytest.mark.parametrize("asked", [None, 3, Linear])
def test_not_a_boundary(asked: Any) -> None:
    with pytest.raises(InputError, match="boundary of your own"):
        get_boundary(asked)
