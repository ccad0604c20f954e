"""Return types of the loaders: tables with their description, source and licence."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from softprofile.util.text import WIDTH, labelled

if TYPE_CHECKING:
    import pandas as pd

_INDENT = 9


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Base class of data sets: name, description, source and licence.

    Subclasses add the tables.

    Attributes
    ----------
    name : str
        Short name, as listed by ``softprofile data``.
    title : str
        Full name.
    description : str
        What a row is, and what the columns are.
    source : str
        Authors and address of the official source.
    licence : str
        Licence of the data.

    Examples
    --------
    >>> import softprofile as sp
    >>> data = sp.datasets.load_co_emission()
    >>> isinstance(data, sp.datasets.Dataset)
    True
    >>> print(data)
    Carbon monoxide emission of an engine
    <BLANKLINE>
    An experiment with 3 x 3 settings, each run twice, one row per run: level of added ethanol (ethanol)
    and of the ratio of air to fuel (afr), each -1, 0 or +1 for low, medium and high; the amounts
    themselves (ethanol_added, air_fuel_ratio); and the concentration of carbon monoxide in the exhaust
    (co).
    <BLANKLINE>
    .data    18 rows x 5 columns: ethanol, afr, ethanol_added, air_fuel_ratio, co
    source   G. E. P. Box, J. S. Hunter and W. G. Hunter, Statistics for Experimenters, 2nd edition,
             Wiley, 2005
    licence  eighteen published measurements, quoted from the book
    """

    name: str
    title: str
    description: str
    source: str
    licence: str

    def tables(self) -> dict[str, pd.DataFrame]:
        """Return the tables of the data set by attribute name.

        Returns
        -------
        dict of str to DataFrame
            ``{"data": ...}`` or ``{"train": ..., "test": ...}``.

        Examples
        --------
        >>> import softprofile as sp
        >>> {name: table.shape for name, table in sp.datasets.load_co_emission().tables().items()}
        {'data': (18, 5)}
        """
        described = {field.name for field in fields(Dataset)}
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name not in described}

    def __repr__(self) -> str:
        shapes = ", ".join(f"{name} {len(table)} x {table.shape[1]}" for name, table in self.tables().items())
        return f"<{type(self).__name__} {self.name!r}: {shapes}>"

    def __str__(self) -> str:
        lines = [self.title, "", *textwrap.wrap(self.description, WIDTH), ""]
        for name, table in self.tables().items():
            shape = f"{len(table)} rows x {table.shape[1]} columns: {_columns(table)}"
            lines += labelled(f".{name}", shape, _INDENT)
        lines += labelled("source", self.source, _INDENT) + labelled("licence", self.licence, _INDENT)
        return "\n".join(lines)


@dataclass(frozen=True, eq=False, repr=False)
class Table(Dataset):
    """A data set of one table.

    Attributes
    ----------
    name, title, description, source, licence : str
        As in `Dataset`.
    data : DataFrame
        The table.

    Examples
    --------
    >>> import softprofile as sp
    >>> sp.datasets.load_co_emission()
    <Table 'co-emission': data 18 x 5>
    """

    data: pd.DataFrame


@dataclass(frozen=True, eq=False, repr=False)
class TrainTest(Dataset):
    """A data set that is published in two parts, for training and for testing.

    Attributes
    ----------
    name, title, description, source, licence : str
        As in `Dataset`.
    train : DataFrame
        The training part.
    test : DataFrame
        The test part.

    Examples
    --------
    >>> import softprofile as sp
    >>> import pandas as pd
    >>> part = pd.DataFrame({"x": [1.0, 2.0]})
    >>> sp.datasets.TrainTest("demo", "A demonstration", "One row per point.", "nobody", "CC0", train=part, test=part)
    <TrainTest 'demo': train 2 x 1, test 2 x 1>
    """

    train: pd.DataFrame
    test: pd.DataFrame


def _columns(table: pd.DataFrame) -> str:
    names = [str(name) for name in table.columns]
    return ", ".join(names if len(names) <= 30 else [*names[:3], "...", names[-1]])
