"""What a study found, as a page and a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


@dataclass
class Section:
    """A table with its heading, and what it shows."""

    heading: str
    text: str
    table: pd.DataFrame


@dataclass
class Study:
    """What was asked, how it was measured, and what was found."""

    title: str
    method: str
    sections: list[Section] = field(default_factory=list)


def write_page(name: str, study: Study, folder: Path) -> Path:
    """Write `name`.md, and a `name`-K.csv for each section; the path of the page."""
    lines = [f"# {study.title}", "", f"`python -m studies {name}` writes this page.", "", study.method]
    for number, section in enumerate(study.sections, 1):
        section.table.to_csv(folder / f"{name}-{number}.csv", index=False)
        lines += ["", f"## {section.heading}", "", section.text, "", _markdown(section.table)]
    page = folder / f"{name}.md"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return page


def _markdown(table: pd.DataFrame) -> str:
    rows = [list(map(str, table.columns)), ["---"] * table.shape[1]]
    rows += [[_cell(value) for value in row] for row in table.itertuples(index=False)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
