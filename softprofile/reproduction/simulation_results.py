"""Results of the simulation: the paper's table, means and paired differences of ours, and their variation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from softprofile.reproduction.simulation_study import (
    BOUNDARIES,
    CELLS,
    DISTRIBUTIONS,
    SHIFTS,
    Cell,
    Spread,
    spread,
)

if TYPE_CHECKING:
    import pandas as pd

PAPER_REPS = 100

#: The paper's Table 4: mean fraction of wrong points and its standard error, as printed.
PAPER: dict[tuple[str, str, int], tuple[str, str]] = {
    ("quadratic", "laplace", 3): ("0.0385", "0.0019"),
    ("quadratic", "laplace", 2): ("0.0584", "0.0029"),
    ("quadratic", "laplace", 1): ("0.1500", "0.0111"),
    ("quadratic", "normal", 3): ("0.0316", "0.0012"),
    ("quadratic", "normal", 2): ("0.0465", "0.0019"),
    ("quadratic", "normal", 1): ("0.0990", "0.0058"),
    ("network", "laplace", 3): ("0.0307", "0.0022"),
    ("network", "laplace", 2): ("0.0437", "0.0031"),
    ("network", "laplace", 1): ("0.1233", "0.0098"),
    ("network", "normal", 3): ("0.0215", "0.0015"),
    ("network", "normal", 2): ("0.0350", "0.0019"),
    ("network", "normal", 1): ("0.0856", "0.0064"),
}

#: Differences of more than this many standard errors or deviations count as clear.
SIGNIFICANT = 2.0


class Difference(NamedTuple):
    """Mean of paired differences of fractions, and its standard error."""

    mean: float
    se: float

    @property
    def verdict(self) -> str:
        """Whether the difference exceeds twice its standard error, and in which direction."""
        if abs(self.mean) <= SIGNIFICANT * self.se:
            return "no clear difference"
        return "better" if self.mean < 0 else "worse"


class Results:
    """The table of repetitions, and statistics computed from it.

    Parameters
    ----------
    table : DataFrame
        Number of misclassified points, as in `bundled_table`.
    """

    def __init__(self, table: pd.DataFrame) -> None:
        self.table = table
        self.one_design = bool((table["design"] == table["design"].iloc[0]).all())

    def spread(self, boundary: str, distribution: str, shift: int, method: str) -> Spread:
        """Mean and variance components of a cell."""
        return spread(self.table["design"], self.table[Cell(boundary, distribution, shift, method).column])

    def difference(self, boundary: str, distribution: str, shift: int, method: str, against: str) -> Difference:
        """Mean paired difference between two methods, on the same data sets."""
        first, second = (Cell(boundary, distribution, shift, which).column for which in (method, against))
        return self._paired(first, second)

    def _paired(self, first: str, second: str) -> Difference:
        """Mean difference of two columns and its standard error."""
        differences = self.table[first].astype("Float64") - self.table[second].astype("Float64")
        found = spread(self.table["design"], differences)
        return Difference(found.mean, found.se)

    def distance_of_paper(self, boundary: str, distribution: str, shift: int) -> float:
        """Standardised difference between the paper's cell and our mean of the literal procedure.

        The variance is that of a mean over 100 repetitions on one design plus that of our mean. The result is NaN if
        this variance is zero, which happens when a few repetitions all agree.
        """
        ours = self.spread(boundary, distribution, shift, "paper")
        sd = float(np.hypot(ours.of_mean_on_one_design(PAPER_REPS), ours.se))
        return (float(PAPER[boundary, distribution, shift][0]) - ours.mean) / sd if sd > 0 else float("nan")

    def deterioration(self, boundary: str, shift: int) -> Difference:
        """Mean paired difference between Laplace and Normal data, for the literal procedure."""
        return self._paired(
            Cell(boundary, "laplace", shift, "paper").column, Cell(boundary, "normal", shift, "paper").column
        )

    def advantage(self, distribution: str, shift: int) -> Difference:
        """Mean paired difference between the network and the quadratic boundary, for the literal procedure."""
        return self._paired(
            Cell("network", distribution, shift, "paper").column, Cell("quadratic", distribution, shift, "paper").column
        )

    def reps(self, boundary: str) -> int:
        """Number of repetitions with results for all cells of a boundary."""
        columns = [cell.column for cell in CELLS if cell.boundary == boundary]
        return int(self.table[columns].notna().all(axis=1).sum())


def table_rows() -> Iterator[tuple[str, str, int]]:
    """Iterate over boundary, distribution and shift of the cells, in the order of the tables."""
    return iter(product(BOUNDARIES, DISTRIBUTIONS, SHIFTS))
