"""A page: title, summary, the paper's statements, tables, figures and the command that writes it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from softprofile.reproduction.claims import Claim, claims_table, counted, write_claims
from softprofile.reproduction.html import write_html
from softprofile.reproduction.markdown import NOTHING as NOTHING
from softprofile.reproduction.markdown import table as table

#: Heading of the table of statements.
STATEMENTS = "The paper's statements"

# Smaller differences, in %, are due to rounding in print.
_HARDLY = 1e-2


@dataclass
class Page:
    """A page under construction; parts appear in the order in which they are added.

    Attributes
    ----------
    title : str
        First line of the page.
    summary : str
        First paragraph, which the index repeats.
    parts : list of str
        Markdown blocks below the summary.
    claims : list of Claim
        Statements of the paper, shown below the first figure.
    """

    title: str
    summary: str
    parts: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)

    def section(self, heading: str, *parts: str) -> None:
        """Add a heading and the parts below it."""
        self.parts += [f"## {heading}", *parts]

    def add(self, *parts: str) -> None:
        """Add paragraphs, tables or figures."""
        self.parts += parts

    def text(self) -> str:
        """Return the page as Markdown."""
        parts = list(self.parts)
        if self.claims:
            place = self._below_first_figure()
            parts[place:place] = [
                f"## {STATEMENTS}",
                f"{counted(self.claims)}.",
                claims_table(self.claims),
            ]
        return "\n\n".join([f"# {self.title}", self.summary, *parts]) + "\n"

    def write(self, path: Path) -> Path:
        """Write the page, the same page as HTML, and ``claims.csv`` if there are claims; return the page's path."""
        text = self.text()
        path.write_text(text, encoding="utf-8")
        write_html(text, path)
        if self.claims:
            write_claims(self.claims, path.parent)
        return path

    def _below_first_figure(self) -> int:
        """Position of the first heading below the first figure; of the first heading if there is no figure."""
        image = next((k for k, part in enumerate(self.parts) if part.startswith("![")), 0)
        heading = (k for k, part in enumerate(self.parts) if k >= image and part.startswith("## "))
        return next(heading, len(self.parts))


class Compared(NamedTuple):
    """A number as printed in the paper and ours; or words if the paper gives no number.

    Attributes
    ----------
    what : str
        Name of the quantity.
    paper : str
        The paper's value, with the digits that it prints.
    ours : float or str
        Our value.
    unit : str
        Unit to append to both.
    """

    what: str
    paper: str
    ours: float | str
    unit: str = ""


def comparison(rows: Iterable[Compared]) -> str:
    """Make a table of the paper's numbers, ours and the difference.

    Parameters
    ----------
    rows : iterable of Compared
        One row per quantity.

    Returns
    -------
    str
        Markdown table.
    """
    return table(
        ["", "paper", "ours", "difference"],
        [
            [
                row.what,
                row.paper + row.unit,
                (row.ours if isinstance(row.ours, str) else number(row.ours, 4)) + row.unit,
                NOTHING if isinstance(row.ours, str) else difference(row.paper, row.ours),
            ]
            for row in rows
        ],
    )


def difference(paper: str, ours: float) -> str:
    """Describe the difference between our number and a printed one.

    Parameters
    ----------
    paper : str
        Number as printed in the paper.
    ours : float
        Our number.

    Returns
    -------
    str
        Difference in % of the printed number, and whether both agree in the digits printed.

    Examples
    --------
    >>> difference("5.3e4", 52_897.0), difference("27.38", 27.381), difference("10", 10), difference("10", 9)
    ('-0.19 %, same as printed', 'same as printed', 'none', '-10 %')
    """
    printed = float(paper)
    if ours == printed:
        return "none"
    percent = 100 * (ours / printed - 1)
    off = f"{percent:+.2g} %" if abs(percent) < 10 else f"{percent:+.0f} %"
    if not same_as_printed(paper, ours):
        return off
    return f"{off}, same as printed" if abs(percent) > _HARDLY else "same as printed"


def same_as_printed(paper: str, ours: float) -> bool:
    """Check whether our number, rounded to the digits that the paper prints, equals the paper's.

    Parameters
    ----------
    paper : str
        Number as printed in the paper.
    ours : float
        Our number.

    Returns
    -------
    bool
        Whether both agree in the digits printed.

    Examples
    --------
    >>> same_as_printed("5.3e4", 52_897.0), same_as_printed("27.38", 27.42), same_as_printed("10", 9.6)
    (True, False, True)
    """
    mantissa, _, exponent = paper.lower().partition("e")
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    return math.isclose(round(ours, decimals), float(paper), rel_tol=1e-9, abs_tol=1e-300)


def figure(file: str, caption: str) -> str:
    """Make a Markdown image from a file in the folder of the page.

    Parameters
    ----------
    file : str
        File name.
    caption : str
        Alternative text.

    Returns
    -------
    str
        Markdown image.
    """
    return f"![{caption}]({file})"


def command(line: str) -> str:
    """Make a Markdown code block with one shell command.

    Parameters
    ----------
    line : str
        The command.

    Returns
    -------
    str
        Markdown code block.
    """
    return f"```sh\n{line}\n```"


def bullets(items: Iterable[str]) -> str:
    """Make a Markdown list.

    Parameters
    ----------
    items : iterable of str
        Text of each item.

    Returns
    -------
    str
        Markdown list.
    """
    return "\n".join(f"- {item}" for item in items)


def files(described: Mapping[str, str]) -> str:
    """Make a Markdown list of links to files, with descriptions.

    Parameters
    ----------
    described : mapping of str to str
        Description of each file by its name, relative to the page.

    Returns
    -------
    str
        Markdown list.
    """
    return bullets(f"[{name}]({name}): {what}" for name, what in described.items())


def number(value: float, digits: int = 3) -> str:
    """Format a number with few characters.

    Parameters
    ----------
    value : float
        The number.
    digits : int, default 3
        Number of significant digits.

    Returns
    -------
    str
        Fixed-point or scientific notation, without trailing zeros.

    Examples
    --------
    >>> number(52897.1), number(0.00127), number(27.38095, 4), number(144), number(2.6104)
    ('5.29e4', '1.27e-3', '27.38', '144', '2.61')
    """
    if value == int(value) and abs(value) < 1e4:
        return str(int(value))
    if 1e-2 <= abs(value) < 1e4:
        return _shortened(f"{value:.{max(digits - 1 - math.floor(math.log10(abs(value))), 0)}f}")
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    return f"{_shortened(mantissa)}e{int(exponent)}"


def _shortened(digits: str) -> str:
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def point(values: Iterable[float], digits: int = 3) -> str:
    """Format a point as (x, y).

    Parameters
    ----------
    values : iterable of float
        Coordinates.
    digits : int, default 3
        Number of significant digits.

    Returns
    -------
    str
        Coordinates in parentheses.
    """
    return f"({', '.join(number(float(value), digits) for value in values)})"
