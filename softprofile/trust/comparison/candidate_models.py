"""Reads which boundaries and densities are to be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from softprofile.model.boundaries import get_boundary
from softprofile.model.densities import get_density
from softprofile.trust.comparison.results import ModelNames
from softprofile.util.errors import InputError
from softprofile.util.value_object import ValueObject


def read_candidate_models(boundaries: Any, densities: Any, m: int) -> dict[ModelNames, tuple[Any, Any]]:
    """Every boundary with every density, under the names they were asked for by; "auto" is what it is in `fit`."""
    automatic = "linear" if m == 1 else "quadratic"
    asked = [automatic if isinstance(one, str) and one == "auto" else one for one in _several(boundaries, "boundaries")]
    g = _by_label(asked, get_boundary, "boundaries")
    f = _by_label(_several(densities, "densities"), get_density, "densities")
    return {(a, b): (g[a], f[b]) for a, b in product(g, f)}


def _several(given: Any, what: str) -> list[Any]:
    alone = isinstance(given, str) or not isinstance(given, Iterable)
    items = [given] if alone else list(given)
    if not items:
        raise InputError(f"{what} is empty: name at least one.")
    return items


def _by_label(items: Sequence[Any], read: Callable[[Any], ValueObject], what: str) -> dict[str, Any]:
    """The objects, each under the name it was asked for by, or what describes it."""
    labelled: dict[str, Any] = {}
    for item in items:
        known = read(item)
        label = item if isinstance(item, str) else _label(known)
        if label in labelled:
            raise InputError(f"{label!r} is twice in {what}: name each once.")
        labelled[label] = known
    return labelled


def _label(known: ValueObject) -> str:
    options = known.options()
    if "inner" in options:
        return repr(options["inner"])
    arguments = ", ".join(f"{key}={value}" for key, value in options.items())
    return f"{known.name}({arguments})" if arguments else known.name
