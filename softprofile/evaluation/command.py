"""Read the arguments of ``softprofile evaluate``: the objective and the values of each hyper-parameter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

import numpy as np

from softprofile.evaluation.grids import evenly_spaced, logspaced
from softprofile.util.errors import InputError
from softprofile.util.user_modules import import_user_module


def import_objective(text: str) -> Callable[..., Any]:
    """Import the function named by ``MODULE:FUNCTION``; as with ``python -m``, modules may be in the current folder."""
    module_name, _, function_name = text.partition(":")
    if not module_name or not function_name:
        raise InputError(f"the objective must be MODULE:FUNCTION, not {text!r}.")
    module = import_user_module(module_name)
    try:
        function = attrgetter(function_name)(module)
    except AttributeError:
        raise InputError(f"the module {module_name!r} has no {function_name!r}.") from None
    if not callable(function):
        raise InputError(f"{text!r} is not a function.")
    return function


def read_params(texts: Iterable[str]) -> dict[str, list[Any]]:
    """Parse texts such as ``gamma=1e3:1e6:7:log``, ``depth=1:10:10`` and ``kernel=rbf,linear`` to values by name."""
    found: dict[str, list[Any]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not name or not equals or not values:
            raise InputError(f"--param must be NAME=VALUES, such as h=0.1,0.2 or gamma=1e3:1e6:7:log, not {text!r}.")
        if name in found:
            raise InputError(f"--param {name} is given twice: give all its values in one --param.")
        found[name] = _read_range(name, values) if ":" in values else [_read_value(v) for v in values.split(",")]
    return found


def _read_range(name: str, text: str) -> list[Any]:
    *numbers, scale = text.split(":") if text.count(":") == 3 else [*text.split(":"), "linear"]
    if len(numbers) != 3 or scale not in ("linear", "log"):
        raise InputError(f"--param {name} must be FROM:TO:COUNT or FROM:TO:COUNT:log, not {text!r}.")
    low, high, count = map(_read_value, numbers)
    values = (logspaced if scale == "log" else evenly_spaced)(name, (low, high, count))
    # Integers between integer ends stay integers: a number of trees must not be a float.
    whole = isinstance(low, int) and isinstance(high, int) and np.allclose(values, np.round(values), rtol=1e-12, atol=0)
    return [round(value) for value in values] if whole else values


def _read_value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
