"""The paper's simulation (Appendix D): data on either side of y = sin 2x, and how many points a fit puts wrong."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from softprofile.fitting.fit_boundary import fit
from softprofile.reproduction.parallel import run
from softprofile.util.errors import NoBoundaryError, SoftProfileWarning
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

POINTS = 100
BOUNDARIES = ("quadratic", "network")
DISTRIBUTIONS = ("laplace", "normal")
SHIFTS = (3, 2, 1)

#: How a data set is fitted -> what `fit` is called with.
METHODS: dict[str, dict[str, Any]] = {
    "paper": {"preset": "paper"},
    "defaults": {},
    "laplace": {"density": "laplace"},
    "search": {"n_starts": 20},
    "stiff": {"ridge": 1e-3},
}

#: Other ways to meet noise that were tried, with the quadratic boundary, and on how many repetitions at most.
TRIED = ("search", "stiff")
TRIED_REPS = 100

#: Draws of z for each set of points (x, y), unless all repetitions share one.
DRAWS_PER_DESIGN = 10

_BLOCK = 40


class Cell(NamedTuple):
    """A cell of the table and the method it is filled by."""

    boundary: str
    distribution: str
    shift: int
    method: str

    @property
    def column(self) -> str:
        """Its name in the table of errors."""
        return f"{self.boundary}-{self.distribution}-{self.shift}-{self.method}"


#: All that is computed; the Laplace density is for Laplace data alone.
CELLS = tuple(
    Cell(boundary, distribution, shift, method)
    for boundary, distribution, shift, method in product(BOUNDARIES, DISTRIBUTIONS, SHIFTS, METHODS)
    if method not in TRIED and (method != "laplace" or distribution == "laplace")
)

TRIED_CELLS = tuple(
    Cell("quadratic", distribution, shift, method)
    for distribution, shift, method in product(DISTRIBUTIONS, SHIFTS, TRIED)
)


class Design(NamedTuple):
    """Points (x, y), and which of them lie on side 2."""

    U: Array
    side2: npt.NDArray[np.bool_]


def draw_design(rng: np.random.Generator) -> Design:
    """Points uniform on (0, 2 pi) x (-5, 5); side 2 is where g(x, y) = y - sin 2x > 0."""
    U = np.column_stack([rng.uniform(0, 2 * np.pi, POINTS), rng.uniform(-5, 5, POINTS)])
    return Design(U, U[:, 1] - np.sin(2 * U[:, 0]) > 0)


def draw_noise(distribution: str, rng: np.random.Generator) -> Array:
    """Laplace (Eq. 17) with xi = 1 or Normal (Eq. 7) with sigma = 1, both about zero."""
    return np.asarray(rng.laplace(size=POINTS) if distribution == "laplace" else rng.standard_normal(POINTS))


def wrong_points(design: Design, z: Array, boundary: str, options: dict[str, Any]) -> int:
    """How many points a fit assigns to the wrong side; where it finds no boundary, those that one side holds."""
    with warnings.catch_warnings():
        # Of several crossings or a side far from the other: the sides are all that counts here.
        warnings.simplefilter("ignore", SoftProfileWarning)
        try:
            # y is negative for half of the points: neither coordinate is one for logarithms.
            sides = fit(design.U, z, boundary=boundary, transform="standardize", **options).sides
        except NoBoundaryError:
            return int(min(design.side2.sum(), POINTS - design.side2.sum()))
    return int(np.sum((sides == 2) != design.side2))


def repetition(design: int, draw: int, cells: Sequence[Cell], seed: int = 0) -> dict[str, int]:
    """Wrong points of every cell on one data set: the same points and noise in all of them."""
    points = draw_design(np.random.default_rng([seed, design]))
    noise_rng = np.random.default_rng([seed, design, draw])
    noise = {distribution: draw_noise(distribution, noise_rng) for distribution in DISTRIBUTIONS}
    counted = {"design": design, "draw": draw}
    for cell in cells:
        z = noise[cell.distribution] + cell.shift * points.side2
        counted[cell.column] = wrong_points(points, z, cell.boundary, METHODS[cell.method])
    return counted


def simulate(
    reps: int,
    *,
    fixed_design: bool = False,
    jobs: int = 1,
    cells: Sequence[Cell] = CELLS,
    known: pd.DataFrame | None = None,
    keep: Callable[[pd.DataFrame], object] = lambda table: None,
) -> pd.DataFrame:
    """Wrong points, of 100, in each cell: one row a repetition.

    Parameters
    ----------
    reps
        Number of repetitions.
    fixed_design
        Use the same points (x, y) in all of them, as the paper does; else ten draws of z for each set of points.
    jobs
        Processes.
    cells
        What to compute.
    known
        Such a table from before: what it holds is not computed again.
    keep
        Called with all that is known after every so many repetitions: a run that is broken off loses little.
    """
    import pandas as pd

    draws = reps if fixed_design else DRAWS_PER_DESIGN
    wanted = pd.MultiIndex.from_tuples([(k // draws, k % draws) for k in range(reps)], names=["design", "draw"])
    columns = [cell.column for cell in cells]
    table = pd.DataFrame(index=wanted, columns=columns, dtype="Int64")
    if known is not None:
        table.update(known.set_index(["design", "draw"]).reindex(columns=columns))
    tasks = []
    for (design, draw), missing in zip(wanted, table.isna().to_numpy(), strict=True):
        if missing.any():
            tasks.append((design, draw, tuple(cell for cell, absent in zip(cells, missing, strict=True) if absent)))
    for first in range(0, len(tasks), _BLOCK):
        for counted in run(repetition, tasks[first : first + _BLOCK], jobs, "repetitions"):
            row = (counted.pop("design"), counted.pop("draw"))
            table.loc[row, list(counted)] = list(counted.values())
        keep(table.reset_index())
    return table.reset_index()


@dataclass(frozen=True)
class Spread:
    """Mean fraction of wrong points, and how it spreads within and between designs.

    Attributes
    ----------
    n
        Number of repetitions.
    mean
        Over all repetitions.
    se
        Its standard error; designs, not repetitions, are independent.
    within
        Standard deviation of repetitions on one design.
    between
        Standard deviation of the means of designs, of infinitely many draws each; none with a single design.
    """

    n: int
    mean: float
    se: float
    within: float
    between: float | None

    def of_mean_on_one_design(self, reps: int) -> float:
        """Standard deviation of the mean of `reps` repetitions that share one design: a cell of the paper."""
        return float(np.hypot(self.between or 0.0, self.within / np.sqrt(reps)))


def spread(design: pd.Series[int], wrong: pd.Series[float]) -> Spread:
    """One-way analysis of variance by design of the fractions `wrong` / 100; missing ones are left out."""
    fractions = (wrong.dropna() / POINTS).astype(float)
    groups = fractions.groupby(design[fractions.index])
    means, sizes = groups.mean(), groups.size()
    n, k = len(fractions), len(means)
    grand = float(fractions.mean())
    squares = float(((fractions - groups.transform("mean")) ** 2).sum())
    within = float(np.sqrt(squares / (n - k))) if n > k else 0.0
    if k == 1:
        return Spread(n, grand, within / np.sqrt(n), within, None)
    mean_square = float((sizes * (means - grand) ** 2).sum()) / (k - 1)
    size = (n - float((sizes**2).sum()) / n) / (k - 1)
    between = float(np.sqrt(max((mean_square - within**2) / size, 0.0)))
    return Spread(n, grand, float(np.sqrt(mean_square / n)), within, between)
