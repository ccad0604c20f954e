"""Results of a study as a Markdown page and CSV tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


@dataclass
class Section:
    """A table with its heading and explanation.

    Attributes
    ----------
    heading : str
        Heading of the section.
    text : str
        Explanation above the table.
    table : DataFrame
        Results, written as Markdown and as CSV.
    """

    heading: str
    text: str
    table: pd.DataFrame


@dataclass
class Study:
    """Question, method and results of a study.

    Attributes
    ----------
    title : str
        Title of the page.
    method : str
        How the results were obtained, in Markdown.
    sections : list of Section
        The results.
    """

    title: str
    method: str
    sections: list[Section] = field(default_factory=list)


def write_page(name: str, study: Study, folder: Path) -> Path:
    """Write the page `name`.md, and one table `name`-K.csv per section.

    Parameters
    ----------
    name : str
        Name of the study.
    study : Study
        What to write.
    folder : Path
        Existing output folder.

    Returns
    -------
    Path
        The page.
    """
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
