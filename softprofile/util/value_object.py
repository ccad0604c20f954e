"""Objects that a name and a few options describe: densities and boundaries."""

from __future__ import annotations

from typing import Any


class ValueObject:
    """An object equal to any other of its class with the same options."""

    name: str

    def options(self) -> dict[str, Any]:
        """Arguments that rebuild this object from its class."""
        return {}

    def __repr__(self) -> str:
        arguments = ", ".join(f"{key}={value!r}" for key, value in self.options().items())
        return f"{type(self).__name__}({arguments})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ValueObject) and type(self) is type(other) and self.options() == other.options()

    def __hash__(self) -> int:
        return hash(repr(self))
