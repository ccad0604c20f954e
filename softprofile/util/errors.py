"""Exceptions and warnings of softprofile: one sentence that says what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from softprofile.util.row_numbers import NamesRows

if TYPE_CHECKING:
    from softprofile.util.messages import Message


class InputError(NamesRows, ValueError):
    """The data or an argument cannot be used as given.

    Parameters
    ----------
    template : str
        The sentence. With `rows`, ``{row}`` and ``{rows}`` in it stand for row numbers: see `NamesRows`.
    rows : iterable of int, optional
        Rows of the data that the sentence is about, counted from 0.

    Attributes
    ----------
    template : str
        The sentence with its placeholders.
    rows : tuple of int
        The rows, counted from 0; empty if the error names none.
    """

    def __init__(self, template: str = "", rows: Iterable[int] = ()) -> None:
        self.template, self.rows = template, tuple(int(row) for row in rows)
        super().__init__(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.template, self.rows), self.__dict__


class NoBoundaryError(ValueError):
    """The data are valid, but no boundary splits them into two sides."""


class MissingDependencyError(ImportError):
    """An optional library is needed for what was asked."""


class SoftProfileWarning(UserWarning):
    """The answer can be used, but there is a caveat.

    Attributes
    ----------
    details : Message or None
        The message behind the warning, with its code and rows.
    """

    @property
    def details(self) -> Message | None:
        """The message behind the warning; None if it was made from a plain string."""
        said = self.args[0] if self.args else None
        return None if said is None or isinstance(said, str) else said

    def counted_from(self, first: int) -> str:
        """Return the text with the first row of the data called `first`.

        Parameters
        ----------
        first : int
            Number of the first row: 0 in Python, 1 in R.

        Returns
        -------
        str
            The text of the warning.

        Examples
        --------
        >>> from softprofile import Message
        >>> SoftProfileWarning(Message("outliers", "look at row {row}.", (3,))).counted_from(1)
        'look at row 4.'
        """
        return str(self) if self.details is None else self.details.counted_from(first)


def require_choice(value: object, known: Iterable[str], what: str) -> str:
    """Return `value` if it is one of the known names.

    Parameters
    ----------
    value : object
        What the user gave.
    known : iterable of str
        The names to choose from.
    what : str
        What is chosen, for the error message.

    Returns
    -------
    str
        `value` itself.

    Raises
    ------
    InputError
        If `value` is not one of the names; the sentence lists them.
    """
    names = list(known)
    if isinstance(value, str) and value in names:
        return value
    raise unknown_choice(value, names, what)


def unknown_choice(value: object, known: Iterable[str], what: str) -> InputError:
    """Make the error that says which names are known."""
    return InputError(f"unknown {what} {value!r}: choose one of {', '.join(map(repr, known))}.")
