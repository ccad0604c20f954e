"""The configurations to evaluate, read from a table: plain values, in the order of its rows."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from softprofile.evaluation.grids import column
from softprofile.util.errors import InputError
from softprofile.util.row_numbers import literal

if TYPE_CHECKING:
    import pandas as pd

RESERVED = ("n_done", "error")


@dataclass(frozen=True)
class Configurations:
    """Columns of plain Python values, by name."""

    columns: dict[str, list[Any]]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the parameters."""
        return tuple(self.columns)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def __getitem__(self, row: int) -> dict[str, Any]:
        return {name: values[row] for name, values in self.columns.items()}

    def table(self) -> pd.DataFrame:
        """As a table; columns of anything but numbers keep their values as they are."""
        import pandas as pd

        return pd.DataFrame({name: column(values) for name, values in self.columns.items()})

    def to_json(self) -> str:
        """One text for the same configurations, on every machine; refused if a value has no such text."""
        for name, values in self.columns.items():
            for value in values:
                try:
                    json.dumps(value)
                except (TypeError, ValueError):
                    raise InputError(
                        f"parameter {name!r} holds {value!r}: a store can keep numbers, text, booleans, None and lists "
                        "of them, so give a name to it and let the objective look it up."
                    ) from None
        return json.dumps(self.columns)

    def fingerprint(self) -> str:
        """A checksum of `to_json`."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()


def read_configurations_table(grid: Any) -> Configurations:
    """Read a data frame of configurations, or say in one sentence why it cannot be used."""
    import pandas as pd

    if not isinstance(grid, pd.DataFrame):
        raise InputError(
            f"the grid must be a data frame with one row a configuration, not {type(grid).__name__}: "
            "make one with softprofile.grid(gamma=[...], h=[...])."
        )
    if grid.shape[0] == 0 or grid.shape[1] == 0:
        raise InputError(
            f"the grid has {grid.shape[0]} rows and {grid.shape[1]} columns: there is nothing to evaluate."
        )
    names = list(grid.columns)
    if not all(isinstance(name, str) for name in names):
        raise InputError(f"the columns of the grid must be named by text, not {names}.")
    if len(set(names)) != len(names):
        raise InputError(f"the column names of the grid are not distinct: {', '.join(names)}.")
    for name in names:
        if name in RESERVED:
            raise InputError(f"a parameter cannot be called {name!r}: the surface has a column of that name.")
    columns = {name: grid[name].tolist() for name in names}
    for name, values in columns.items():
        missing = [row for row, value in enumerate(values) if isinstance(value, float) and math.isnan(value)]
        if missing:
            text = f"of the grid has no value of {literal(repr(name))}: fill it in, or drop the row."
            raise InputError("row {row} " + text, missing)
    return Configurations(columns)
