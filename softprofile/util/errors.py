"""What softprofile raises and warns: one sentence that says what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Iterable


class InputError(ValueError):
    """The data or an argument cannot be used as given."""


class NoBoundaryError(ValueError):
    """The data are valid, but no boundary splits them into two sides."""


class MissingDependencyError(ImportError):
    """An optional library is needed for what was asked."""


class SoftProfileWarning(UserWarning):
    """The answer is meaningful, but something about it should be known."""


def require_choice(value: object, known: Iterable[str], what: str) -> str:
    """Return `value` if it is one of the `known` names, else say which are."""
    names = list(known)
    if isinstance(value, str) and value in names:
        return value
    raise unknown_choice(value, names, what)


def unknown_choice(value: object, known: Iterable[str], what: str) -> InputError:
    """Make the error that says which names are known."""
    return InputError(f"unknown {what} {value!r}: choose one of {', '.join(map(repr, known))}.")
