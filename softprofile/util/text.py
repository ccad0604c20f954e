"""Plain text: labels in a column of their own, and errors on one line."""

from __future__ import annotations

import textwrap

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
