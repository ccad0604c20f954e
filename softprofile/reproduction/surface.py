"""A performance surface, stored in the package or recomputed, and the sentences that state its origin."""

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
    table : DataFrame
        One row per configuration.
    bundled : str
        Name of the same surface in `softprofile.datasets`.
    engine : str or None
        Engine that recomputed it, "r" or "python"; None if it was loaded from the package.
    """

    table: pd.DataFrame
    bundled: str
    engine: str | None = None

    @classmethod
    def from_package(cls, name: str) -> ErrorSurface:
        """Load the surface that is stored in the package."""
        from softprofile.datasets import load_surface

        return cls(load_surface(name), name)

    def origin(self, r_package: str) -> str:
        """State in one or two sentences where the numbers come from."""
        if self.engine is None:
            return (
                f"The surface is `{self.bundled}` from the package, computed with R's `{r_package}`; "
                "`--recompute` fits all models again."
            )
        who = (
            f"R's `{r_package}`"
            if self.engine == "r"
            else f"softprofile's Python engine, which is used if R's `{r_package}` is not installed"
        )
        return f"All models were fitted for this page, by {who}. {self.against_package()}"

    def against_package(self) -> str:
        """State how much the surface differs from the one stored in the package."""
        known = type(self).from_package(self.bundled).table
        settings, errors = list(known.columns[:2]), list(known.columns[2:])
        if len(self.table) != len(known) or not np.allclose(self.table[settings], known[settings], rtol=1e-12, atol=0):
            return "Its configurations differ from those of the surface in the package."
        apart = {error: float(np.abs(self.table[error] - known[error]).max()) for error in errors}
        listed = " and ".join(f"{number(value, 2)} in {error}" for error, value in apart.items())
        return f"The largest differences from the surface in the package are {listed}."

    def write(self, folder: Path, name: str) -> dict[str, str]:
        """Write the table and return the file name with a description."""
        file = f"{name}.csv"
        self.table.to_csv(folder / file, index=False)
        return {file: f"the surface: {', '.join(self.table.columns)}"}
