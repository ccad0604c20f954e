"""How often `diagnose` warns: of nothing, of a wrong density, of unequal spread, and of levels that are not level."""

from __future__ import annotations

import warnings
from itertools import product

import numpy as np
import pandas as pd

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction.parallel import run as run_tasks
from softprofile.trust.diagnostics.checks import DENSITY, LEVEL, VARIANCE
from softprofile.trust.diagnostics.findings import LEVEL_OF_TESTS
from studies.report import Section, Study

#: What is wrong with the data; all are fitted by a quadratic boundary and the Gaussian density.
CASES = {
    "nothing": "nothing",
    "laplace": "z are Laplace",
    "spread": "s.d. 2 on the upper side, 1 on the lower",
    "slope": "z falls by 1 s.d. of noise for each s.d. of u1",
}
SHIFTS = (4, 3, 2)
REPS, LEVERAGE_REPS = 60, 20
POINTS = 100


def draw(case: str, shift: int, rep: int) -> BoundaryFit:
    """Points of the paper's box, cut in half by a slanted line, two levels, and what is wrong."""
    rng = np.random.default_rng([list(CASES).index(case), shift, rep])
    x, y = rng.uniform(0, 2 * np.pi, POINTS), rng.uniform(-5, 5, POINTS)
    high = y > x - np.pi
    # A Laplace variable of scale 0.5^0.5 has variance one too.
    errors = rng.laplace(scale=np.sqrt(0.5), size=POINTS) if case == "laplace" else rng.standard_normal(POINTS)
    if case == "spread":
        errors = errors * np.where(high, 2.0, 1.0)
    slope = -(x - np.pi) / (2 * np.pi / np.sqrt(12)) if case == "slope" else 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        return sp.fit(np.column_stack([x, y]), 10 + shift * high + errors + slope, transform="standardize")


def tests_that_warn(case: str, shift: int, rep: int) -> dict[str, object]:
    """Which tests of one data set warn."""
    found = draw(case, shift, rep).diagnose(rows=[0])
    failed = found.tests[found.tests["p_value"] < LEVEL_OF_TESTS]["name"]
    named = {name: bool((failed == name).any()) for name in (VARIANCE, DENSITY, LEVEL)}
    return {"case": case, "shift": shift, **named, "any of them": bool(len(failed))}


def single_configurations(shift: int, rep: int) -> dict[str, object]:
    """What leaving out single configurations does where nothing is wrong."""
    table = draw("nothing", shift, rep).diagnose().leverage
    return {
        "shift": shift,
        "median move": float(table["move"].median()),
        "largest move": float(table["move"].max()),
        "influential": float(table["influential"].sum()),
        "change the nearest": float(table["changes_answer"].sum()),
    }


def run(quick: bool, jobs: int) -> Study:
    """The study; quick with five data sets of each kind."""
    reps, leverage_reps = (5, 2) if quick else (REPS, LEVERAGE_REPS)
    warned = pd.DataFrame(run_tasks(tests_that_warn, list(product(CASES, SHIFTS, range(reps))), jobs, "data sets"))
    moved = pd.DataFrame(run_tasks(single_configurations, list(product(SHIFTS, range(leverage_reps))), jobs, "fits"))
    return Study(
        "What diagnose warns of, and how often", _METHOD, [Section("Tests", _TESTS, _rates(warned)), _leverage(moved)]
    )


def _rates(warned: pd.DataFrame) -> pd.DataFrame:
    rows = []
    for (case, shift), group in warned.groupby(["case", "shift"], sort=False):
        row: dict[str, object] = {"what is wrong": CASES[str(case)], "shift": shift, "data sets": len(group)}
        for name in (VARIANCE, DENSITY, LEVEL, "any of them"):
            rate = float(group[name].mean())
            row[name] = f"{100 * rate:.0f} ({100 * np.sqrt(rate * (1 - rate) / len(group)):.0f})"
        rows.append(row)
    return pd.DataFrame(rows)


def _leverage(moved: pd.DataFrame) -> Section:
    means = moved.groupby("shift", sort=False).mean().reset_index()
    means.insert(1, "data sets", moved.groupby("shift", sort=False).size().to_numpy())
    return Section("Single configurations", _LEVERAGE, means)


_METHOD = f"""Data of {POINTS} points, uniform on the box of the paper's simulation, which a slanted line cuts in
half: z = 10 below and 10 + shift above it, with noise of variance one. They are fitted by a quadratic boundary and
the Gaussian density with common variance. A test warns at p < {LEVEL_OF_TESTS:g}."""
_TESTS = """In how many of the data sets, in %, a test warns, with the standard error in brackets. Where nothing is
wrong these are false alarms: five tests are made of each fit, so about one fit in twenty should have one. Data of the
Laplace density are told from Gaussian ones in a third of the data sets only, with fifty points on a side: that the
density passes does not prove it, and AIC in `compare` finds it more often. Unequal spread fails the test of the
density too, since the common scale is wrong on both sides."""
_LEVERAGE = """What leaving out each configuration in turn does where nothing is wrong: means over data sets, moves in
standard deviations of the hyper-parameters, the last two columns in number of configurations of a hundred. On
scattered configurations the nearest evaluated one changes for one or two of them, with nothing wrong at all: the
warning about it says which answers are equally good, not that something is the matter."""
