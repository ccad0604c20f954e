"""Results of a study as a Markdown page, CSV tables and figures."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass
class Section:
    """A table with its heading and explanation, and optionally a figure.

    Attributes
    ----------
    heading : str
        Heading of the section.
    text : str
        Explanation above the table.
    table : DataFrame
        Results, written as Markdown and as CSV.
    figure : Figure, optional
        Figure below the table.
    caption : str
        Its alternative text.
    """

    heading: str
    text: str
    table: pd.DataFrame
    figure: Figure | None = None
    caption: str = ""


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
    """Write the page `name`.md, one table `name`-K.csv per section, and its figure `name`-K.png.

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
        if section.figure is not None:
            section.figure.savefig(folder / f"{name}-{number}.png", dpi=110)
            lines += ["", f"![{section.caption}]({name}-{number}.png)"]
    page = folder / f"{name}.md"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return page


def _markdown(table: pd.DataFrame) -> str:
    rows = [list(map(str, table.columns)), ["---"] * table.shape[1]]
    rows += [[_cell(value) for value in row] for row in table.itertuples(index=False)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.3g}"
    return str(value)
