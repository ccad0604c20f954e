"""Boundaries g(u; w): one file a family, and the table of their names.

A boundary is asked for by name (``"quadratic"``), as an object of a class below (``Network(hidden=8)``), or as a
user's own object.
"""

from __future__ import annotations

from typing import Any

from softprofile.model.boundaries.base import Boundary
from softprofile.model.boundaries.linear import Linear
from softprofile.model.boundaries.linear_in_parameters import LinearInParameters
from softprofile.model.boundaries.network import Network
from softprofile.model.boundaries.quadratic import Quadratic
from softprofile.model.boundaries.user import UserBoundary
from softprofile.util.errors import InputError, require_choice

BOUNDARIES: dict[str, type[Boundary]] = {family.name: family for family in (Linear, Quadratic, Network)}


def get_boundary(boundary: Any) -> Boundary:
    """The boundary that a name or an object stands for."""
    if isinstance(boundary, Boundary):
        return boundary
    if isinstance(boundary, str):
        return BOUNDARIES[require_choice(boundary, BOUNDARIES, "boundary")]()
    if isinstance(boundary, type):
        name = boundary.__name__
        raise InputError(f"a boundary of your own needs to be an object, but {name} is a class: pass {name}().")
    return UserBoundary(boundary)


__all__ = [
    "BOUNDARIES",
    "Boundary",
    "Linear",
    "LinearInParameters",
    "Network",
    "Quadratic",
    "UserBoundary",
    "get_boundary",
]
