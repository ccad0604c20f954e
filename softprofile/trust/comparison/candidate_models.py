"""Parse the boundaries, densities and shapes to be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from softprofile.model.boundaries import get_boundary
from softprofile.model.densities import get_density
from softprofile.model.shapes import get_shape
from softprofile.util.errors import InputError
from softprofile.util.value_object import ValueObject

#: Names of the boundary, the density and the shape of a model.
FullNames = tuple[str, str, str]


def read_candidate_models(
    boundaries: Any, densities: Any, shapes: Any, m: int
) -> dict[FullNames, tuple[Any, Any, Any]]:
    """Combine every boundary, density and shape, keyed by their names; "auto" is resolved as in `fit`."""
    automatic = "linear" if m == 1 else "quadratic"
    resolved = [automatic if isinstance(b, str) and b == "auto" else b for b in _as_list(boundaries, "boundaries")]
    g = _by_name(resolved, get_boundary, "boundaries")
    f = _by_name(_as_list(densities, "densities"), get_density, "densities")
    t = _by_name(_as_list(shapes, "shapes"), get_shape, "shapes")
    return {(a, b, c): (g[a], f[b], t[c]) for c, a, b in product(t, g, f)}


def _as_list(given: Any, what: str) -> list[Any]:
    """Wrap a single item in a list."""
    single = isinstance(given, str) or not isinstance(given, Iterable)
    items = [given] if single else list(given)
    if not items:
        raise InputError(f"{what} is empty: name at least one.")
    return items


def _by_name(items: Sequence[Any], read: Callable[[Any], ValueObject], what: str) -> dict[str, Any]:
    """Parse the items, keyed by the name the user gave or, for objects, by a description."""
    named: dict[str, Any] = {}
    for item in items:
        family = read(item)
        name = item if isinstance(item, str) else _describe(family)
        if name in named:
            raise InputError(f"{name!r} is twice in {what}: name each once.")
        named[name] = family
    return named


def _describe(family: ValueObject) -> str:
    options = family.options()
    if "inner" in options:
        return repr(options["inner"])
    arguments = ", ".join(f"{key}={value}" for key, value in options.items())
    return f"{family.name}({arguments})" if arguments else family.name
