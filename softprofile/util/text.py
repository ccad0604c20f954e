"""Plain text: labels in a column of their own, errors on one line, and free names of columns."""

from __future__ import annotations

import textwrap
from collections.abc import Collection

WIDTH = 100
_LONGEST_ERROR = 500


def labelled(label: str, text: str, indent: int) -> list[str]:
    """Wrap `text` to lines that begin in column `indent`, with the label in front of the first line.

    Examples
    --------
    >>> labelled("licence", "CC BY 4.0", 9)
    ['licence  CC BY 4.0']
    """
    return textwrap.wrap(text, WIDTH, initial_indent=label.ljust(indent), subsequent_indent=" " * indent)


def error_text(error: BaseException) -> str:
    """Return the type and message of an error on one line.

    Examples
    --------
    >>> error_text(ValueError("no"))
    'ValueError: no'
    """
    text = " ".join(str(error).split())
    return (f"{type(error).__name__}: {text}" if text else type(error).__name__)[:_LONGEST_ERROR]


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with underscores appended until it is not among those taken.

    Parameters
    ----------
    name : str
        The wanted name of a column.
    taken : collection of str
        Names of the other columns.

    Returns
    -------
    str
        The name to use.

    Examples
    --------
    >>> free_name("why", ["gamma", "why"])
    'why_'
    """
    while name in taken:
        name += "_"
    return name
