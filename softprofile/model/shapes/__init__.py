"""Shapes: how the location of z changes across the boundary; one file per shape, and the table of their names."""

from __future__ import annotations

from typing import Any

from softprofile.model.registry import Argument, Registry
from softprofile.model.shapes.base import Curve, Shape
from softprofile.model.shapes.levels import Levels
from softprofile.model.shapes.ramp import Ramp
from softprofile.model.shapes.transition import Transition
from softprofile.util.errors import InputError

#: The shapes by name.
SHAPES = Registry("shape", "softprofile.shapes")
SHAPES.add(Levels.name, Levels, built_in=True)
SHAPES.add(Transition.name, Transition, Argument("link", str), built_in=True)
SHAPES.add(Ramp.name, Ramp, Argument("flat", str), built_in=True)


def get_shape(shape: Any) -> Shape:
    """Return the shape given by name, by name and argument, or as an object.

    Parameters
    ----------
    shape : str or Shape
        "levels", "transition", "transition:logistic", "transition:cloglog", "transition:loglog", "ramp", "ramp:low",
        "ramp:high", or an instance of one of the classes.

    Returns
    -------
    Shape
        The shape.

    Raises
    ------
    InputError
        If there is no such shape.

    Examples
    --------
    >>> get_shape("transition:cloglog")
    Transition(link='cloglog')
    """
    if isinstance(shape, Shape):
        return shape
    if not isinstance(shape, str):
        raise InputError(f"shape must be a name such as 'transition', or a Shape, not {shape!r}.")
    found: Shape = SHAPES.make(shape)
    return found


__all__ = ["SHAPES", "Curve", "Levels", "Ramp", "Shape", "Transition", "get_shape"]
