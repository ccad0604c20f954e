"""Registry of families by name, for densities and for boundaries; users can add to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any, NamedTuple

from softprofile.util.errors import InputError, unknown_choice
from softprofile.util.value_object import ValueObject


class Argument(NamedTuple):
    """An argument that may follow a name after a colon, as in ``"student-t:4"``."""

    name: str
    kind: Callable[[str], Any]
    required: bool = False


@dataclass
class Registry:
    """Families by name.

    Attributes
    ----------
    what : str
        Kind of family, for error messages: "density" or "boundary".
    group : str
        Group of entry points under which installed packages may declare families.
    factories : dict
        Name -> class, or any callable that returns an object.
    arguments : dict
        Name -> argument, for families that take one.
    built_in : set
        Names of the built-in families, which cannot be replaced.
    """

    what: str
    group: str
    factories: dict[str, Callable[..., Any]] = field(default_factory=dict)
    arguments: dict[str, Argument] = field(default_factory=dict)
    built_in: set[str] = field(default_factory=set)

    def add(
        self, name: str, factory: Callable[..., Any], argument: Argument | None = None, *, built_in: bool = False
    ) -> None:
        """Add a family, or replace one that the user added before."""
        if not isinstance(name, str) or not name or ":" in name:
            raise InputError(f"the name of a {self.what} must be a string without a colon, not {name!r}.")
        if not callable(factory):
            raise InputError(
                f"a {self.what} must be registered as a class or a function that returns one, not {factory!r}."
            )
        if name in self.built_in:
            raise InputError(f"the name {name!r} is taken by a built-in {self.what}: choose another name.")
        self.factories[name] = factory
        self.arguments.pop(name, None)
        if argument is not None:
            self.arguments[name] = argument
        if built_in:
            self.built_in.add(name)

    def find(self, name: str) -> Callable[..., Any] | None:
        """Return the factory of a name, including those of installed packages; None if there is none."""
        if name not in self.factories:
            for point in entry_points(group=self.group, name=name):
                self.add(name, point.load())
        return self.factories.get(name)

    def make(self, text: str) -> Any:
        """Make an object from ``"name"`` or ``"name:argument"``."""
        name, _, given = text.partition(":")
        factory = self.find(name)
        if factory is None:
            raise unknown_choice(name, self.factories, self.what)
        return factory(**self._options(name, given))

    def rebuild(self, text: str, options: Mapping[str, Any]) -> Any:
        """Return the family that a saved result names, with its options; None if the name is unknown.

        The options of a user's own object are those of its wrapper: the name alone stands for it. Entry points are not
        looked up, because a file must not decide which code is imported.
        """
        factory = self.factories.get(text.partition(":")[0])
        if factory is None:
            return None
        knows_its_options = isinstance(factory, type) and issubclass(factory, ValueObject)
        return factory(**options) if knows_its_options else text

    def _options(self, name: str, given: str) -> Mapping[str, Any]:
        argument = self.arguments.get(name)
        if argument is None:
            if given:
                raise InputError(f"{self.what} {name!r} takes no argument, but {given!r} was given.")
            return {}
        if not given:
            if argument.required:
                raise InputError(
                    f"{self.what} {name!r} needs its {argument.name}: write {name!r} as '{name}:<{argument.name}>'."
                )
            return {}
        try:
            return {argument.name: argument.kind(given)}
        except ValueError:
            raise InputError(f"{argument.name} of {self.what} {name!r} must be a number, not {given!r}.") from None
