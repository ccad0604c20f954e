"""Sentences that name rows of the user's data, counted from 0 in Python and from 1 in R."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Longer lists end with the number of rows that are not named.
_MOST_NAMED = 5

_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{row\}|\{rows\}|\{other_rows\}")


class NamesRows:
    """Mixin: a text with placeholders for row numbers, and the rows to put there.

    ``{row}`` stands for the first row, ``{rows}`` for all of them, and ``{other_rows}`` for all but the first. Braces
    in text from outside are doubled by `literal`. A template without rows is taken as it is.

    Attributes
    ----------
    template : str
        The text with its placeholders.
    rows : tuple of int
        The rows, counted from 0.
    """

    template: str
    rows: tuple[int, ...]

    @property
    def text(self) -> str:
        """The text with rows counted from 0, as Python does."""
        return self.counted_from(0)

    def counted_from(self, first: int) -> str:
        """Return the text with the first row of the data called `first`.

        Parameters
        ----------
        first : int
            Number of the first row: 0 in Python, 1 in R.

        Returns
        -------
        str
            The text with row numbers in place of the placeholders.
        """
        if not self.rows:
            return self.template
        numbers = [row + first for row in self.rows]
        shown = {
            "{{": "{",
            "}}": "}",
            "{row}": str(numbers[0]),
            "{rows}": _listed(numbers),
            "{other_rows}": _listed(numbers[1:]),
        }
        return _PLACEHOLDER.sub(lambda found: shown[found.group()], self.template)

    def __str__(self) -> str:
        return self.text


class RowLabel(NamesRows):
    """The label of a row in a table: "row 7".

    Parameters
    ----------
    row : int
        The row, counted from 0.
    """

    template = "row {row}"

    def __init__(self, row: int) -> None:
        self.rows = (int(row),)


def literal(text: str) -> str:
    """Double the braces of a text, so that a template shows it unchanged.

    Parameters
    ----------
    text : str
        Text from outside, such as the name of a column.

    Returns
    -------
    str
        The text with ``{{`` for ``{`` and ``}}`` for ``}``.
    """
    return text.replace("{", "{{").replace("}", "}}")


def _listed(numbers: Sequence[int]) -> str:
    named = ", ".join(map(str, numbers[:_MOST_NAMED]))
    return named if len(numbers) <= _MOST_NAMED else f"{named} and {len(numbers) - _MOST_NAMED} more"
