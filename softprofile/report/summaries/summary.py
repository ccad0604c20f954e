"""The class of all summaries: tables as text, HTML or LaTeX, made with the table classes of statsmodels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import zip_longest
from textwrap import wrap

from statsmodels.iolib.table import SimpleTable
from statsmodels.iolib.tableformatting import fmt_latex, fmt_txt

from softprofile.util.messages import Message
from softprofile.util.row_numbers import NamesRows

Facts = Sequence[tuple[str, str]]
Text = str | NamesRows


@dataclass
class Summary:
    """Tables under one title, all of one width, with notes below.

    `str(summary)` is plain text; notebooks show HTML.

    Attributes
    ----------
    title : str
        The title.
    tables : list of Section
        The tables.
    notes : list of str or Message
        Sentences below the tables, such as warnings.

    Examples
    --------
    >>> import softprofile as sp
    >>> summary = sp.elbow([9, 8.5, 8, 1.2, 1.1, 1, 0.9, 0.8]).summary()
    >>> summary.title
    'Elbow by profile likelihood'
    >>> summary.as_text().splitlines()[2].split()
    ['Values:', 'z', 'Elbow', 'after:', '3', 'points']
    """

    title: str
    tables: list[Section] = field(default_factory=list)
    notes: list[Text] = field(default_factory=list)

    def counted_from(self, first: int) -> Summary:
        """Return the summary with rows of the data counted from `first`: 0 in Python, 1 in R."""
        tables = [replace(table, labels=_numbered(table.labels, first)) for table in self.tables]
        return Summary(self.title, tables, [*_numbered(self.notes, first)])

    def as_text(self) -> str:
        """Return the summary as plain text.

        Returns
        -------
        str
            The tables, all of one width, and the notes wrapped to that width.
        """
        natural = [str(table.simple_table()).splitlines() for table in self.tables]
        width = max(len(lines[0]) for lines in natural)
        bodies = [
            str(table.simple_table(widen=width - len(lines[0])))
            for table, lines in zip(self.tables, natural, strict=True)
        ]
        rule = "=" * width
        notes = ["\n".join(wrap(str(note), width)) for note in self.notes]
        first, *others = (body.split("\n", 1)[1] for body in bodies)
        dashes = "-" * width
        return "\n".join(
            [self.title.center(width).rstrip(), rule, first, *(f"{dashes}\n{o}" for o in others), rule, *notes]
        )

    def as_html(self) -> str:
        """Return the summary as HTML.

        Returns
        -------
        str
            One ``<table>`` per table; names are escaped.
        """
        tables = "\n".join(table.escaped().simple_table().as_html() for table in self.tables)
        notes = "".join(f"\n<p>{escape(str(note))}</p>" for note in self.notes)
        return f"<p><b>{self.title}</b></p>\n{tables}{notes}"

    def as_latex(self) -> str:
        """Return the summary as LaTeX.

        Returns
        -------
        str
            One ``tabular`` per table.
        """
        return "\n\n".join(
            [self.title, *(table.simple_table().as_latex_tabular() for table in self.tables), *map(str, self.notes)]
        )

    def _repr_html_(self) -> str:
        return self.as_html()

    def __str__(self) -> str:
        return self.as_text()

    __repr__ = __str__


@dataclass
class Section:
    """One table, with row labels on the left and a header above each column."""

    title: str
    labels: Sequence[Text]
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    align: str = "r"

    def escaped(self) -> Section:
        """Return the table with its texts escaped for HTML."""
        labels, headers = ([escape(str(text)) for text in texts] for texts in (self.labels, self.headers))
        return replace(self, labels=labels, headers=headers, rows=[[escape(cell) for cell in row] for row in self.rows])

    def simple_table(self, widen: int = 0) -> SimpleTable:
        """Return the table as one of statsmodels, with the first column widened by `widen` characters."""
        labels = [str(label) for label in self.labels]
        stubs = [self.title, *labels] if self.headers else labels
        width = max(map(len, stubs)) + widen
        table = SimpleTable(
            [list(self.headers), *map(list, self.rows)] if self.headers else [list(row) for row in self.rows],
            stubs=[stub.ljust(width) for stub in stubs],
            txt_fmt={**fmt_txt, "data_aligns": self.align, "colsep": "  "},
            ltx_fmt=fmt_latex,
        )
        if self.headers:
            table[0].dec_below = "header_dec_below"
        return table


def add_facts(summary: Summary, left: Facts, right: Facts) -> None:
    """Add a table of facts in two columns, each with a label and a text."""
    pairs = list(zip_longest(left, right, fillvalue=("", "")))
    labels = [f"{label}:" if label else "" for (label, _), _ in pairs]
    rows = [[text, f"{label}:" if label else "", other] for (_, text), (label, other) in pairs]
    summary.tables.append(Section("", labels, [], rows, align="l"))


def add_messages(summary: Summary, messages: Sequence[Message]) -> None:
    """Add the messages as numbered warnings below the tables."""
    for position, message in enumerate(messages, 1):
        summary.notes.append(message.about(f"{message.severity.capitalize()} {position}"))


def _numbered(texts: Sequence[Text], first: int) -> list[str]:
    return [text.counted_from(first) if isinstance(text, NamesRows) else text for text in texts]


def number(value: float) -> str:
    """Return a number with five significant digits."""
    return f"{value:.5g}"
