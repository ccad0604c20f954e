"""The paper's simulation (Appendix D): two levels separated by y = sin 2x, and the points that a fit misclassifies."""

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
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

POINTS = 100
BOUNDARIES = ("quadratic", "network")
DISTRIBUTIONS = ("laplace", "normal")
SHIFTS = (3, 2, 1)

#: Arguments of `fit` by the name of the method.
METHODS: dict[str, dict[str, Any]] = {
    "paper": {"preset": "paper"},
    "defaults": {},
    "laplace": {"density": "laplace"},
    "search": {"n_starts": 20},
    "stiff": {"ridge": 1e-3},
}

#: Alternative methods that were tried with the quadratic boundary, and the largest number of their repetitions.
TRIED = ("search", "stiff")
TRIED_REPS = 100

#: Draws of z per set of points (x, y), unless all repetitions share one set.
DRAWS_PER_DESIGN = 10

_BLOCK = 40


class Cell(NamedTuple):
    """A cell of the table and the method that fills it.

    Attributes
    ----------
    boundary : str
        Boundary family of the fit.
    distribution : str
        Distribution of the noise.
    shift : int
        Difference of the two means.
    method : str
        One of `METHODS`.
    """

    boundary: str
    distribution: str
    shift: int
    method: str

    @property
    def column(self) -> str:
        """Column name in the table of errors."""
        return f"{self.boundary}-{self.distribution}-{self.shift}-{self.method}"


#: All cells; the Laplace density is used for Laplace data only.
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
    """Points (x, y), and which of them lie on side 2.

    Attributes
    ----------
    U : ndarray of shape (100, 2)
        The points.
    side2 : ndarray of bool of shape (100,)
        Whether a point lies on side 2.
    """

    U: Array
    side2: npt.NDArray[np.bool_]


def draw_design(rng: np.random.Generator) -> Design:
    """Draw points uniformly on (0, 2 pi) x (-5, 5); side 2 is where g(x, y) = y - sin 2x > 0.

    Parameters
    ----------
    rng : Generator
        Random number generator.

    Returns
    -------
    Design
        The points and their true sides.
    """
    U = np.column_stack([rng.uniform(0, 2 * np.pi, POINTS), rng.uniform(-5, 5, POINTS)])
    return Design(U, U[:, 1] - np.sin(2 * U[:, 0]) > 0)


def draw_noise(distribution: str, rng: np.random.Generator) -> Array:
    """Draw Laplace noise (Eq. 16) with xi = 1 or Normal noise (Eq. 7) with sigma = 1, both centred at zero.

    Parameters
    ----------
    distribution : {"laplace", "normal"}
        Distribution of the noise.
    rng : Generator
        Random number generator.

    Returns
    -------
    ndarray of shape (100,)
        The noise.
    """
    return np.asarray(rng.laplace(size=POINTS) if distribution == "laplace" else rng.standard_normal(POINTS))


def draw_data(design: int, draw: int, seed: int = 0) -> tuple[Design, dict[str, Array]]:
    """Draw the points and the noise of one repetition.

    Parameters
    ----------
    design : int
        Index of the design.
    draw : int
        Index of the draw of z within the design.
    seed : int, default 0
        Seed of the simulation.

    Returns
    -------
    points : Design
        The points, the same for all draws.
    noise : dict of str to ndarray
        Noise by distribution, independent of the points.
    """
    rng = random_stream(seed, "noise", design, draw)
    noise = {distribution: draw_noise(distribution, rng) for distribution in DISTRIBUTIONS}
    return draw_design(random_stream(seed, "design", design)), noise


def wrong_points(design: Design, z: Array, boundary: str, options: dict[str, Any]) -> int:
    """Count the points that a fit assigns to the wrong side.

    Parameters
    ----------
    design : Design
        The points and their true sides.
    z : ndarray of shape (100,)
        Observed values.
    boundary : str
        Boundary family.
    options : dict
        Further arguments of `fit`.

    Returns
    -------
    int
        Number of misclassified points. If no boundary is found, the size of the smaller true side.
    """
    with warnings.catch_warnings():
        # Warnings about several crossings and the like do not matter here: only the sides are used.
        warnings.simplefilter("ignore", SoftProfileWarning)
        try:
            # y is negative for half of the points, so coordinates cannot be log-transformed.
            sides = fit(design.U, z, boundary=boundary, transform="standardize", **options).sides
        except NoBoundaryError:
            return int(min(design.side2.sum(), POINTS - design.side2.sum()))
    return int(np.sum((sides == 2) != design.side2))


def repetition(design: int, draw: int, cells: Sequence[Cell], seed: int = 0) -> dict[str, int]:
    """Count the misclassified points in every cell for one repetition.

    Parameters
    ----------
    design : int
        Index of the design.
    draw : int
        Index of the draw of z within the design.
    cells : sequence of Cell
        Cells to compute; all share the same points and noise.
    seed : int, default 0
        Seed of the simulation.

    Returns
    -------
    dict of str to int
        The indices "design" and "draw", and the count of each cell by its column name.
    """
    points, noise = draw_data(design, draw, seed)
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
    """Run the simulation.

    Parameters
    ----------
    reps : int
        Number of repetitions.
    fixed_design : bool, default False
        Use the same points (x, y) in all repetitions, as we infer that the paper did, instead of ten draws of z per set
        of points.
    jobs : int, default 1
        Number of worker processes.
    cells : sequence of Cell, optional
        Cells to compute; by default all.
    known : DataFrame, optional
        Result of an earlier call; its values are not computed again.
    keep : callable, optional
        Called with the table after every block of repetitions, so that an interrupted run loses little.

    Returns
    -------
    DataFrame
        Number of misclassified points, of 100: one row per repetition, one column per cell.
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
    """Mean fraction of misclassified points, with its variation within and between designs.

    Attributes
    ----------
    n : int
        Number of repetitions.
    mean : float
        Mean over all repetitions.
    se : float
        Standard error of the mean; designs, not repetitions, are independent.
    within : float
        Standard deviation of repetitions on one design.
    between : float or None
        Standard deviation of the expected values of designs; None with a single design.
    """

    n: int
    mean: float
    se: float
    within: float
    between: float | None

    def of_mean_on_one_design(self, reps: int) -> float:
        """Standard deviation of the mean of `reps` repetitions that share one design, as in the paper's cells.

        Parameters
        ----------
        reps : int
            Number of repetitions.

        Returns
        -------
        float
            The standard deviation.
        """
        return float(np.hypot(self.between or 0.0, self.within / np.sqrt(reps)))


def spread(design: pd.Series[int], wrong: pd.Series[float]) -> Spread:
    """Estimate mean and variance components by a one-way analysis of variance.

    Parameters
    ----------
    design : Series of int
        Design of each repetition.
    wrong : Series of float
        Number of misclassified points, of 100, in each repetition; missing values are excluded.

    Returns
    -------
    Spread
        Estimates for the fraction ``wrong / 100``.
    """
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
