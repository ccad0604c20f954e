"""Coverage of 90 % intervals and bands on simulated surfaces and sequences."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.representative_point import centers_of_gravity, representative_point
from softprofile.reproduction.parallel import run as run_all
from softprofile.trust.bootstrap import BoundaryBootstrap
from softprofile.trust.bootstrap.resampling import KINDS
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array
from studies.report import Section, Study

LEVEL = 0.9
POINTS = 80
#: With 59 replicates, the ends of a 90 % interval are order statistics.
REPLICATES, ELBOW_REPLICATES, SEARCH_REPLICATES = 59, 99, 39
ELBOW_DATA_SETS, SEARCH_DATA_SETS = 300, 3
#: Results of finished data sets, from which an interrupted run continues; delete the file to start again.
KEPT = Path("build/studies/coverage.csv")
_TASKS_AT_ONCE = 20
LOW_LEVEL = 5.0
# Grid points per axis of a fine design, by the number of hyper-parameters.
_FINE = {2: 400, 3: 60}
_CURVE_POINTS = 201


class Truth(NamedTuple):
    """A true boundary g = 0 in the cube [-1, 1]^m, and points on it.

    Attributes
    ----------
    g : callable
        The function g.
    curve : callable
        Returns points on the boundary, inside the cube.
    """

    g: Callable[[Array], Array]
    curve: Callable[[], Array]


def _along(height: Callable[[Array], Array], low: float, high: float) -> Callable[[], Array]:
    """Make a function that returns points (x, height(x))."""

    def curve() -> Array:
        x = np.linspace(low, high, _CURVE_POINTS)
        return np.column_stack([x, height(x)])

    return curve


def _plane() -> Array:
    """Points on the plane u1 + u2 + u3 = 0.2."""
    x, y = random_stream(0, "coverage: plane").uniform(-0.9, 0.9, (2, 4 * _CURVE_POINTS))
    points = np.column_stack([x, y, 0.2 - x - y])
    return points[np.abs(points[:, 2]) <= 1][:_CURVE_POINTS]


TRUTHS = {
    "line": Truth(lambda U: U[:, 0] + U[:, 1] - 0.2, _along(lambda x: 0.2 - x, -0.8, 0.9)),
    "parabola": Truth(lambda U: U[:, 1] - U[:, 0] ** 2 + 0.3, _along(lambda x: x**2 - 0.3, -0.8, 0.9)),
    "wave": Truth(
        lambda U: U[:, 1] - 0.4 * np.sin(np.pi * U[:, 0]), _along(lambda x: 0.4 * np.sin(np.pi * x), -0.95, 0.95)
    ),
    "plane": Truth(lambda U: U.sum(axis=1) - 0.2, _plane),
}


class SimulatedSurface(NamedTuple):
    """Two levels on the cube [-1, 1]^m, separated by g = 0, and how they are fitted.

    Attributes
    ----------
    name : str
        Name in the tables.
    truth : str
        One of `TRUTHS`.
    shift : float
        Difference of the two levels.
    boundary : str
        Boundary family of the fit.
    m : int
        Number of hyper-parameters.
    density : str
        Density of the noise and of the fit.
    data_sets : int
        Number of simulated data sets.
    """

    name: str
    truth: str
    shift: float
    boundary: str
    m: int = 2
    density: str = "gaussian"
    data_sets: int = 200

    def g(self, U: Array) -> Array:
        """Evaluate the true g."""
        return TRUTHS[self.truth].g(U)

    def curve(self) -> Array:
        """Return points on the true boundary, inside the cube."""
        return TRUTHS[self.truth].curve()

    def expected(self, U: Array) -> Array:
        """Expected value of z at U."""
        return np.where(self.g(U) > 0, LOW_LEVEL + self.shift, LOW_LEVEL)

    def representative(self, U: Array) -> Array:
        """Representative point of the true boundary for a design U, from true sides and expected masses.

        Centres of gravity and crossing are the same in any standardised coordinates.
        """
        sides = np.where(self.g(U) > 0, 2, 1)
        centres, _ = centers_of_gravity(U, self.expected(U), sides)
        return representative_point(self.g, centres, U, sides).point

    def population_representative(self) -> Array:
        """Representative point of the true boundary for a fine grid over the cube."""
        fine = _FINE[self.m]
        ticks = (np.arange(fine) + 0.5) * 2 / fine - 1
        return self.representative(np.stack(np.meshgrid(*[ticks] * self.m), axis=-1).reshape(-1, self.m))


#: Simulated surfaces; networks and the Laplace density, which take longer, have fewer data sets.
SURFACES = tuple(
    SimulatedSurface(name, truth, shift, **options)
    for name, truth, options in (
        ("linear", "line", {"boundary": "linear"}),
        ("quadratic", "parabola", {"boundary": "quadratic"}),
        ("network", "wave", {"boundary": "network", "data_sets": 100}),
        ("linear, m = 3", "plane", {"boundary": "linear", "m": 3}),
        ("quadratic, Laplace", "parabola", {"boundary": "quadratic", "density": "laplace", "data_sets": 100}),
    )
    for shift in (3.0, 2.0)
)


def draw(surface: SimulatedSurface, seed: int, n: int = POINTS) -> tuple[Array, Array]:
    """Simulate a data set with standard normal noise, or Laplace noise of scale one.

    Parameters
    ----------
    surface : SimulatedSurface
        True surface.
    seed : int
        Seed of the data set.
    n : int, default 80
        Number of points.

    Returns
    -------
    U : ndarray of shape (n, m)
        Uniform points.
    z : ndarray of shape (n,)
        Observed values.
    """
    rng = random_stream(seed, "coverage: surface", surface.name, int(surface.shift))
    U = rng.uniform(-1, 1, (n, surface.m))
    noise = rng.laplace(size=n) if surface.density == "laplace" else rng.standard_normal(n)
    return U, surface.expected(U) + noise


def fit_simulated(surface: SimulatedSurface, U: Array, z: Array) -> BoundaryFit:
    """Fit a data set with a family that contains or approximates the true boundary, ignoring warnings.

    Parameters
    ----------
    surface : SimulatedSurface
        SimulatedSurface with the boundary family and density to fit.
    U : ndarray of shape (n, m)
        Points.
    z : ndarray of shape (n,)
        Observed values.

    Returns
    -------
    BoundaryFit
        The fit.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        return sp.fit(U, z, boundary=surface.boundary, density=surface.density)


def _bootstrap(f: BoundaryFit, replicates: int, **options: Any) -> BoundaryBootstrap:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        return f.bootstrap(replicates, **options)


def boundary_experiment(surface: SimulatedSurface, seed: int, replicates: int) -> list[dict[str, Any]]:
    """Bootstrap one data set with each kind of resampling, and record coverage and widths.

    Parameters
    ----------
    surface : SimulatedSurface
        True surface.
    seed : int
        Seed of the data set and of the bootstrap.
    replicates : int
        Number of bootstrap replicates.

    Returns
    -------
    list of dict
        One row per kind.
    """
    U, z = draw(surface, seed)
    f = fit_simulated(surface, U, z)
    truth, population = surface.representative(U), surface.population_representative()
    rows = []
    for kind in KINDS:
        b = _bootstrap(f, replicates, kind=kind, random_state=seed)
        low, _, high = b.intervals(LEVEL).to_numpy().T
        rows.append(
            {
                "surface": surface.name,
                "shift": surface.shift,
                "seed": seed,
                "kind": kind,
                "design": float(np.mean((low <= truth) & (truth <= high))),
                "population": float(np.mean((low <= population) & (population <= high))),
                "band": float(b.band(surface.curve(), LEVEL)["in band"].mean()),
                "width": float(np.mean(high - low)),
                "failed": sum(b.failures.values()),
            }
        )
    return rows


def elbow_experiment(n: int, shift: int, seed: int, replicates: int) -> list[dict[str, Any]]:
    """Compute the intervals of one sequence whose threshold is after 40 % of its values.

    Parameters
    ----------
    n : int
        Length of the sequence.
    shift : int
        Difference of the two levels.
    seed : int
        Seed of the data set and of the bootstrap.
    replicates : int
        Number of bootstrap replicates.

    Returns
    -------
    list of dict
        One row per interval: the likelihood interval, and each kind of bootstrap.
    """
    rng = random_stream(seed, "coverage: elbow", n, shift)
    truth = int(0.4 * n)
    e = sp.elbow(np.where(np.arange(n) < truth, 0.0, shift) + rng.standard_normal(n))
    found = {"likelihood": e.likelihood_interval(LEVEL)}
    for kind in KINDS:
        low, _, high = e.bootstrap(replicates, kind=kind, random_state=seed).interval(LEVEL)
        found[kind] = (low, high)
    return [
        {"n": n, "shift": shift, "kind": kind, "covered": float(low <= truth <= high), "width": high - low}
        for kind, (low, high) in found.items()
    ]


def search_experiment(surface: SimulatedSurface, seed: int, replicates: int) -> list[dict[str, Any]]:
    """Compare the searches for one data set: width of intervals and time per replicate.

    Parameters
    ----------
    surface : SimulatedSurface
        True surface.
    seed : int
        Seed of the data set and of the bootstrap.
    replicates : int
        Number of bootstrap replicates.

    Returns
    -------
    list of dict
        One row per search.
    """
    U, z = draw(surface, seed)
    f = fit_simulated(surface, U, z)
    rows = []
    for search in ("full", "warm"):
        started = time.process_time()
        b = _bootstrap(f, replicates, search=search, random_state=seed)
        spent = time.process_time() - started
        low, _, high = b.intervals(LEVEL).to_numpy().T
        rows.append(
            {
                "surface": surface.name,
                "shift": surface.shift,
                "search": search,
                "width": float(np.mean(high - low)),
                "ms per replicate": 1000 * spent / replicates,
            }
        )
    return rows


def run(quick: bool, jobs: int) -> Study:
    """Run the study.

    Parameters
    ----------
    quick : bool
        Use few data sets.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Study
        Coverage for boundaries and thresholds, and the effect of warm searches.
    """
    boundaries = _boundaries(2 if quick else None, jobs, None if quick else KEPT)
    elbows = _all(
        elbow_experiment,
        [
            (n, shift, seed, ELBOW_REPLICATES)
            for n, shift in product((60, 100), (3, 2, 1))
            for seed in range(5 if quick else ELBOW_DATA_SETS)
        ],
        jobs,
    )
    searches = _all(
        search_experiment,
        [
            (surface, seed, 20 if quick else SEARCH_REPLICATES)
            for seed in range(1 if quick else SEARCH_DATA_SETS)
            for surface in SURFACES
        ],
        jobs,
    )
    return Study("Coverage of bootstrap intervals", METHOD, [*_sections(boundaries, elbows, searches)])


METHOD = f"""The nominal level is {LEVEL:.0%}. A surface has two levels, {LOW_LEVEL:g} and {LOW_LEVEL:g} + shift,
separated by u1 + u2 = 0.2 (linear), u2 = u1^2 - 0.3 (quadratic), u2 = 0.4 sin(pi u1) (network), or u1 + u2 + u3 = 0.2
(linear, m = 3). It is observed at {POINTS} uniform points in the square or cube from -1 to 1, with standard normal
noise, or Laplace noise of scale one. We fit the boundary family that gives the surface its name and the density of
the noise, with defaults otherwise, and draw {REPLICATES} bootstrap replicates. Coverage is the share of intervals
that contain the true value, over data sets and coordinates; its standard error treats data sets as independent. An
elbow is a sequence of n values with standard normal noise, whose mean rises by the shift after 40 % of them."""


def _sections(boundaries: pd.DataFrame, elbows: pd.DataFrame, searches: pd.DataFrame) -> list[Section]:
    grouped = boundaries.groupby(["surface", "shift", "kind"], sort=False)
    first = pd.DataFrame({"data sets": grouped["seed"].count()})
    for name in ("design", "population", "band"):
        first[name], first[f"{name} se"] = grouped[name].mean(), grouped[name].sem()
    first["width"], first["failed"] = grouped["width"].mean(), grouped["failed"].sum()
    grouped = elbows.groupby(["n", "shift", "kind"], sort=False)
    second = pd.DataFrame({"data sets": grouped["covered"].count()})
    second["covered"], second["covered se"] = grouped["covered"].mean(), grouped["covered"].sem()
    second["width"] = grouped["width"].mean()
    grouped = searches.groupby(["surface", "shift", "search"], sort=False)
    third = grouped[["width", "ms per replicate"]].mean().reset_index()
    full = third[third["search"] == "full"].set_index(["surface", "shift"])["width"]
    surfaces = list(zip(third["surface"], third["shift"], strict=True))
    third["relative to full"] = third["width"].to_numpy() / full.loc[surfaces].to_numpy()
    return [
        Section(
            "Boundaries",
            "`design`: share of intervals that contain the representative point of the true boundary for the "
            "configurations evaluated (centres of gravity from the true sides and expected masses). `population`: the "
            "same for a design that fills the square or cube, which is the target of `pairs`. `band`: share of the "
            "true boundary inside the pointwise band. `width`: mean width of the intervals, in units of u. `failed`: "
            "total number of replicates without a boundary.",
            first.reset_index(),
        ),
        Section(
            "Thresholds",
            "`likelihood` is `Elbow.likelihood_interval`; the others are kinds of `Elbow.bootstrap`. Thresholds are "
            "integers, so the coverage of an interval can exceed the nominal level.",
            second.reset_index(),
        ),
        Section(
            "Searches",
            "The same residual replicates with both kinds of search: mean width of the intervals, and processor time "
            f"per replicate on the machine of this run, over {SEARCH_DATA_SETS} data sets per surface. A warm search "
            "starts only from the original fit. Where it gives narrower intervals, these are too narrow.",
            third,
        ),
    ]


def _boundaries(most: int | None, jobs: int, kept: Path | None) -> pd.DataFrame:
    """Collect the rows of all surfaces, with at most `most` data sets each, computing those not in the file `kept`."""
    data_sets = {(one.name, one.shift): min(one.data_sets, most or one.data_sets) for one in SURFACES}
    key = ["surface", "shift", "seed"]
    known = pd.read_csv(kept) if kept is not None and kept.exists() else pd.DataFrame(columns=key)
    done = set(known[key].itertuples(index=False, name=None))
    missing = [
        (surface, seed, REPLICATES)
        for seed in range(max(data_sets.values()))
        for surface in SURFACES
        if seed < data_sets[surface.name, surface.shift] and (surface.name, surface.shift, seed) not in done
    ]
    for first in range(0, len(missing), _TASKS_AT_ONCE):
        fresh = _all(boundary_experiment, missing[first : first + _TASKS_AT_ONCE], jobs)
        known = pd.concat([known, fresh], ignore_index=True) if len(known) else fresh
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            known.to_csv(kept, index=False)
    of_row = list(zip(known["surface"], known["shift"], strict=True))
    wanted = known["seed"] < [data_sets[surface] for surface in of_row]
    places = [list(data_sets).index(surface) for surface in of_row]
    return known.assign(place=places)[wanted].sort_values(["place", "seed"], kind="stable")


def _all(experiment: Any, tasks: list[tuple[Any, ...]], jobs: int) -> pd.DataFrame:
    return pd.DataFrame([row for rows in run_all(experiment, tasks, jobs, "data sets") for row in rows])
