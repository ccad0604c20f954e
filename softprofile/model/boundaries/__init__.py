"""Boundaries g(u; w): one file per family, and the table of their names.

A boundary is given by name (``"quadratic"``, ``"network:8"``), as an instance of a class below
(``Network(hidden=8)``), as a user-defined object, or by the name under which a user-defined class was registered by
`register_boundary`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from softprofile.model.boundaries.base import Boundary, LinearPart
from softprofile.model.boundaries.linear import Linear
from softprofile.model.boundaries.linear_in_parameters import LinearInParameters
from softprofile.model.boundaries.network import Network
from softprofile.model.boundaries.quadratic import Quadratic
from softprofile.model.boundaries.user import UserBoundary
from softprofile.model.registry import Argument, Registry
from softprofile.util.errors import InputError

#: The boundaries by name; `register_boundary` adds to them.
BOUNDARIES = Registry("boundary", "softprofile.boundaries")
BOUNDARIES.add(Linear.name, Linear, built_in=True)
BOUNDARIES.add(Quadratic.name, Quadratic, built_in=True)
BOUNDARIES.add(Network.name, Network, Argument("hidden", int), built_in=True)


def register_boundary(
    name: str, factory: Callable[..., Any], argument: str | None = None, kind: Callable[[str], Any] = float
) -> None:
    """Make a user-defined boundary addressable by name.

    The name then works wherever a boundary is given by name: in `fit`, `compare`, `SoftProfile`, saved fits, on the
    command line (``--plugin MODULE`` imports the module that registers it) and in R. An installed package can declare
    its boundaries as entry points of the group ``softprofile.boundaries`` instead; they are then found without an
    import.

    Parameters
    ----------
    name : str
        Name of the boundary, without a colon; not the name of a built-in boundary.
    factory : callable
        A class, or a function that returns an object. The object is a `Boundary`, or has ``n_parameters(m)``,
        ``value(U, w)`` and ``gradient(U, w)``; see `UserBoundary`.
    argument : str, optional
        Name of the factory's argument that may follow the name after a colon, as in ``"network:8"``.
    kind : callable, default float
        Converts the text after the colon to the value of the argument.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> class Ball:
    ...     def n_parameters(self, m):
    ...         return 2
    ...
    ...     def value(self, U, w):
    ...         return w[0] * ((U**2).sum(axis=1) - w[1] ** 2)
    ...
    ...     def gradient(self, U, w):
    ...         return np.column_stack([(U**2).sum(axis=1) - w[1] ** 2, np.full(len(U), -2 * w[0] * w[1])])
    >>> sp.register_boundary("ball", Ball)
    >>> U = np.random.default_rng(0).uniform(0, 1, (60, 2))
    >>> z = np.where((U**2).sum(axis=1) > 0.5, 4.0, 1.0) + 0.1 * U[:, 0]
    >>> sp.fit(U, z, boundary="ball", transform="none").boundary.name
    'ball'
    """
    BOUNDARIES.add(name, factory, None if argument is None else Argument(argument, kind))


def get_boundary(boundary: Any) -> Boundary:
    """Return the boundary given by name or as an object.

    Parameters
    ----------
    boundary : str, Boundary or object
        A name, an instance of a class of `softprofile.boundaries`, or a user-defined object.

    Returns
    -------
    Boundary
        The boundary itself, or the user-defined object wrapped in `UserBoundary`.

    Examples
    --------
    >>> get_boundary("network:8")
    Network(hidden=8)
    """
    if isinstance(boundary, Boundary):
        return boundary
    if isinstance(boundary, str):
        found = BOUNDARIES.make(boundary)
        return found if isinstance(found, Boundary) else UserBoundary(found, name=boundary)
    if isinstance(boundary, type):
        name = boundary.__name__
        raise InputError(f"a boundary of your own needs to be an object, but {name} is a class: pass {name}().")
    return UserBoundary(boundary)


__all__ = [
    "BOUNDARIES",
    "Boundary",
    "Linear",
    "LinearInParameters",
    "LinearPart",
    "Network",
    "Quadratic",
    "UserBoundary",
    "get_boundary",
    "register_boundary",
]
