"""What a loader returns: tables, with the words that say what they are and whose they are."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

WIDTH = 100


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """A data set: its name, what it is, where it comes from and under which licence; subclasses add the tables.

    Attributes
    ----------
    name
        Short name, as in ``softprofile data``.
    title
        Full name.
    description
        What a row is, and what the columns are.
    source
        Authors and address of the official source.
    licence
        Licence of the data.
    """

    name: str
    title: str
    description: str
    source: str
    licence: str

    def tables(self) -> dict[str, pd.DataFrame]:
        """Attribute -> DataFrame, for each table that the data set has."""
        words = {field.name for field in fields(Dataset)}
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name not in words}

    def __repr__(self) -> str:
        shapes = ", ".join(f"{name} {len(table)} x {table.shape[1]}" for name, table in self.tables().items())
        return f"<{type(self).__name__} {self.name!r}: {shapes}>"

    def __str__(self) -> str:
        lines = [self.title, "", *textwrap.wrap(self.description, WIDTH), ""]
        for name, table in self.tables().items():
            lines += _hanging(f".{name}", f"{len(table)} rows x {table.shape[1]} columns: {_columns(table)}")
        lines += _hanging("source", self.source) + _hanging("licence", self.licence)
        return "\n".join(lines)


@dataclass(frozen=True, eq=False, repr=False)
class Table(Dataset):
    """A data set of one table, `data`."""

    data: pd.DataFrame


@dataclass(frozen=True, eq=False, repr=False)
class TrainTest(Dataset):
    """A data set that comes in two parts, `train` and `test`."""

    train: pd.DataFrame
    test: pd.DataFrame


def _hanging(label: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=f"{label:<8} ", subsequent_indent=" " * 9)


def _columns(table: pd.DataFrame) -> str:
    names = [str(name) for name in table.columns]
    return ", ".join(names if len(names) <= 30 else [*names[:3], "...", names[-1]])
