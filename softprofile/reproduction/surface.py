"""A performance surface, from the package or computed anew, and the words that say which."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from softprofile.reproduction.page import number

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class ErrorSurface:
    """Evaluated configurations and their errors.

    Attributes
    ----------
    table
        One row a configuration.
    bundled
        Name of the surface of `softprofile.datasets` that it is, or is computed anew.
    engine
        Who computed it anew, "r" or "python"; None where it comes from the package.
    """

    table: pd.DataFrame
    bundled: str
    engine: str | None = None

    @classmethod
    def from_package(cls, name: str) -> ErrorSurface:
        """The surface inside the package."""
        from softprofile.datasets import load_surface

        return cls(load_surface(name), name)

    def origin(self, r_package: str) -> str:
        """Where the figures come from, in one or two sentences."""
        if self.engine is None:
            return (
                f"The surface is `{self.bundled}` inside the package, computed with R's `{r_package}`; "
                "`--recompute` fits all models again."
            )
        who = (
            f"R's `{r_package}`"
            if self.engine == "r"
            else f"softprofile's Python engine, which stands in where R's `{r_package}` is not installed"
        )
        return f"All models were fitted for this page, by {who}. {self.against_package()}"

    def against_package(self) -> str:
        """How far the surface is from the one inside the package."""
        known = type(self).from_package(self.bundled).table
        settings, errors = list(known.columns[:2]), list(known.columns[2:])
        if len(self.table) != len(known) or not np.allclose(self.table[settings], known[settings], rtol=1e-12, atol=0):
            return "Its configurations are not those of the surface inside the package."
        apart = {error: float(np.abs(self.table[error] - known[error]).max()) for error in errors}
        listed = " and ".join(f"{number(value, 2)} in {error}" for error, value in apart.items())
        return f"The largest differences to the surface inside the package are {listed}."

    def write(self, folder: Path, name: str) -> dict[str, str]:
        """Write the table; returns the file and what it holds."""
        file = f"{name}.csv"
        self.table.to_csv(folder / file, index=False)
        return {file: f"the surface: {', '.join(self.table.columns)}"}
