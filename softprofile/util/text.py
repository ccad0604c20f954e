"""Plain text with labels in a column of their own."""

from __future__ import annotations

import textwrap

WIDTH = 100


def labelled(label: str, text: str, indent: int) -> list[str]:
    """Wrap `text` to lines that begin in column `indent`, with the label in front of the first line.

    Examples
    --------
    >>> labelled("licence", "CC BY 4.0", 9)
    ['licence  CC BY 4.0']
    """
    return textwrap.wrap(text, WIDTH, initial_indent=label.ljust(indent), subsequent_indent=" " * indent)
