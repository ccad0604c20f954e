"""Markdown tables, for pages and for the table of the paper's statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: Empty cell of a table.
NOTHING = "-"


def table(header: Sequence[str], rows: Iterable[Sequence[str]], *, words: bool = False) -> str:
    """Make a Markdown table.

    Parameters
    ----------
    header : sequence of str
        Column names.
    rows : iterable of sequence of str
        Cells.
    words : bool, default False
        Align all columns to the left; by default only the first one is, and the others to the right.

    Returns
    -------
    str
        Markdown table.
    """
    lines = [header, ["---", *["---" if words else "---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines)
