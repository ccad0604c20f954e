"""The configurations to evaluate, read from a DataFrame."""

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
    """Values of each hyper-parameter as lists of plain Python objects, one entry per configuration."""

    columns: dict[str, list[Any]]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the hyper-parameters."""
        return tuple(self.columns)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def __getitem__(self, row: int) -> dict[str, Any]:
        return {name: values[row] for name, values in self.columns.items()}

    def table(self) -> pd.DataFrame:
        """Return the configurations as a DataFrame; values that are not numbers are kept unchanged."""
        import pandas as pd

        return pd.DataFrame({name: column(values) for name, values in self.columns.items()})

    def to_json(self) -> str:
        """Serialize to JSON, identically on every machine; raise if a value cannot be serialized."""
        for name, values in self.columns.items():
            for value in values:
                try:
                    json.dumps(value)
                except (TypeError, ValueError):
                    raise InputError(
                        f"parameter {name!r} holds {value!r}: a store can hold numbers, strings, booleans, None and "
                        "lists of them, so pass a name and let the objective look up the value."
                    ) from None
        return json.dumps(self.columns)

    def fingerprint(self) -> str:
        """Return the SHA-256 checksum of `to_json`."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()


def read_configurations_table(grid: Any) -> Configurations:
    """Read a DataFrame of configurations, or raise an error that says why it cannot be used."""
    import pandas as pd

    if not isinstance(grid, pd.DataFrame):
        raise InputError(
            f"the grid must be a DataFrame with one row per configuration, not {type(grid).__name__}: "
            "make one with softprofile.grid(gamma=[...], h=[...])."
        )
    if grid.shape[0] == 0 or grid.shape[1] == 0:
        raise InputError(
            f"the grid has {grid.shape[0]} rows and {grid.shape[1]} columns: there is nothing to evaluate."
        )
    names = list(grid.columns)
    if not all(isinstance(name, str) for name in names):
        raise InputError(f"the column names of the grid must be strings, not {names}.")
    if len(set(names)) != len(names):
        raise InputError(f"the column names of the grid are not distinct: {', '.join(names)}.")
    for name in names:
        if name in RESERVED:
            raise InputError(
                f"a hyper-parameter cannot be called {name!r}: rename it, since the surface has such a column."
            )
    columns = {name: grid[name].tolist() for name in names}
    for name, values in columns.items():
        missing = [row for row, value in enumerate(values) if isinstance(value, float) and math.isnan(value)]
        if missing:
            text = f"of the grid has no value of {literal(repr(name))}: fill it in, or drop the row."
            raise InputError("row {row} " + text, missing)
    return Configurations(columns)
