"""Objects described by a name and a few options: densities and boundaries."""

from __future__ import annotations

from typing import Any


class ValueObject:
    """Mixin: repr, == and hash from `options()`.

    Attributes
    ----------
    name : str
        Name of the class in tables and files.
    """

    name: str

    def options(self) -> dict[str, Any]:
        """Return the arguments that rebuild this object from its class.

        Returns
        -------
        dict
            Names and values of the arguments.
        """
        return {}

    def __repr__(self) -> str:
        arguments = ", ".join(f"{key}={value!r}" for key, value in self.options().items())
        return f"{type(self).__name__}({arguments})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ValueObject) and type(self) is type(other) and self.options() == other.options()

    def __hash__(self) -> int:
        return hash(repr(self))
