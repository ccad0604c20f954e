"""Every public object is documented in numpydoc's way: typed parameters, what is returned, and an example that runs.

The examples run as doctests (``--doctest-modules``).
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any

import pytest
from numpydoc.docscrape import get_doc_object
from numpydoc.validate import Validator, validate

import softprofile as sp

MODULES = ("boundaries", "datasets", "densities", "plotting", "selection")
# What a docstring must have, by numpydoc's codes: a summary of one line, every parameter with a type and a
# description, what is returned.
REQUIRED = {"GL08", "SS03", "SS05", "SS06", "PR01", "PR02", "PR03", "PR04", "PR07", "RT01", "RT03", "YD01"}
EXAMPLE = "EX01"
# Families are called by `fit`, not by users: the interface is documented with types, and its examples are those of the
# classes.
INTERFACES = (sp.boundaries.Boundary, sp.densities.Density)


def public_objects() -> Iterator[tuple[str, Any]]:
    """Functions and classes by the name under which Python imports them, and the public methods of classes."""
    owners: list[tuple[ModuleType, list[str]]] = [(sp, sp.__all__)]
    owners += [(getattr(sp, name), getattr(sp, name).__all__) for name in MODULES]
    seen: set[Any] = set()
    for module, names in owners:
        for name in names:
            found = getattr(module, name)
            if not (inspect.isclass(found) or inspect.isfunction(found)) or found in seen:
                continue
            seen.add(found)
            yield f"{found.__module__}.{found.__qualname__}", found
            if inspect.isclass(found):
                yield from methods(found)


def methods(owner: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties that the class defines, not those that it only fills in for its base class."""
    for name, member in vars(owner).items():
        inherited = any(name in vars(base) for base in owner.__mro__[1:-1])
        if not name.startswith("_") and not inherited and (callable(member) or isinstance(member, CALLABLE)):
            yield f"{owner.__module__}.{owner.__qualname__}.{name}", member


CALLABLE = (property, classmethod, staticmethod)
OBJECTS = dict(public_objects())


def is_example_needed(name: str, found: Any) -> bool:
    """Properties are shown in the example of their class, and exceptions are raised, not called."""
    if isinstance(found, property) or (inspect.isclass(found) and issubclass(found, Exception | Warning)):
        return False
    owner = name.rpartition(".")[0]
    return not any(owner.endswith(each.__qualname__) for family in INTERFACES for each in subclasses(family))


def subclasses(family: type[Any]) -> list[type[Any]]:
    children: list[type[Any]] = family.__subclasses__()
    return [family, *(each for child in children for each in subclasses(child))]


@pytest.mark.parametrize("name", OBJECTS)
def test_docstring(name: str) -> None:
    required = REQUIRED | ({EXAMPLE} if is_example_needed(name, OBJECTS[name]) else set())
    if isinstance(OBJECTS[name], property) or inspect.isclass(OBJECTS[name]):
        required -= {"RT01", "RT03"}
    if inspect.isclass(OBJECTS[name]) and issubclass(OBJECTS[name], Exception):
        required -= {"PR01"}
    if is_dataclass(OBJECTS[name]):
        required -= {"PR01", "PR02", "PR03"}
    found = [f"{code}: {text}" for code, text in validate(name)["errors"] if code in required]
    assert not found, f"{name}\n" + "\n".join(found)


@pytest.mark.parametrize("name", [name for name, found in OBJECTS.items() if is_dataclass(found)])
def test_results_list_their_attributes_with_types(name: str) -> None:
    listed = {each.name: each.type for each in get_doc_object(OBJECTS[name])["Attributes"]}
    documented = {part.strip() for names in listed for part in names.split(",")}
    assert {field.name for field in fields(OBJECTS[name])} <= documented
    assert [name for name, kind in listed.items() if not kind and name not in vars(OBJECTS[name])] == []


def test_the_first_line_fits_into_a_table() -> None:
    long = [name for name, found in OBJECTS.items() if len(Validator(get_doc_object(found)).summary) > 80]
    assert not long, long
