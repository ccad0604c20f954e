"""A page in Markdown: a title, what was found in short, tables, figures and the command that made it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

#: What stands in a table where there is nothing to say.
NOTHING = "-"

# Differences of fewer % are those of rounding in print.
_HARDLY = 1e-2


@dataclass
class Page:
    """Parts of a page, in the order in which they are added."""

    title: str
    summary: str
    parts: list[str] = field(default_factory=list)

    def section(self, heading: str, *parts: str) -> None:
        """Add a heading and what stands below it."""
        self.parts += [f"## {heading}", *parts]

    def add(self, *parts: str) -> None:
        """Add paragraphs, tables or figures."""
        self.parts += parts

    def text(self) -> str:
        """The page as Markdown."""
        return "\n\n".join([f"# {self.title}", self.summary, *self.parts]) + "\n"

    def write(self, path: Path) -> Path:
        """Write the page and return where."""
        path.write_text(self.text(), encoding="utf-8")
        return path


class Compared(NamedTuple):
    """A figure of the paper, in the digits it prints, and ours; or words, where the paper has no figure."""

    what: str
    paper: str
    ours: float | str
    unit: str = ""


def comparison(rows: Iterable[Compared]) -> str:
    """A table of the paper's figures, ours and the difference."""
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
    """How far `ours` is from a printed figure, in % of it, and whether it is the same in the digits printed.

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
    """Whether `ours`, rounded to as many digits as the paper prints, is the paper's figure.

    >>> same_as_printed("5.3e4", 52_897.0), same_as_printed("27.38", 27.42), same_as_printed("10", 9.6)
    (True, False, True)
    """
    mantissa, _, exponent = paper.lower().partition("e")
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    return math.isclose(round(ours, decimals), float(paper), rel_tol=1e-9, abs_tol=1e-300)


def table(header: Sequence[str], rows: Iterable[Sequence[str]], *, words: bool = False) -> str:
    """A table; the first column is aligned to the left, the others to the right, unless they hold `words`."""
    lines = [header, ["---", *["---" if words else "---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines)


def figure(file: str, caption: str) -> str:
    """An image that lies beside the page."""
    return f"![{caption}]({file})"


def command(line: str) -> str:
    """A line for the shell."""
    return f"```sh\n{line}\n```"


def bullets(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {item}" for item in items)


def files(described: Mapping[str, str]) -> str:
    """A list of files beside the page, and what each holds."""
    return bullets(f"[{name}]({name}): {what}" for name, what in described.items())


def number(value: float, digits: int = 3) -> str:
    """A number in few characters.

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
    """A point as (x, y)."""
    return f"({', '.join(number(float(value), digits) for value in values)})"
