"""The study: all rules on all stored surfaces, and the page that reports them."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

import pandas as pd

from studies.picks import density, figures, goals, hinge, tuning
from studies.picks.comparison import picks
from studies.picks.measures import by_task, mean_and_se, rounded, summary
from studies.picks.method import DEVELOPMENT, FRESH, HELD_OUT, method
from studies.picks.rules import RULES
from studies.picks.tasks import ALL, roles
from studies.report import Section, Study

_LABELS = {DEVELOPMENT: "development", HELD_OUT: "held-out", FRESH: "fresh"}


@dataclass(frozen=True)
class Sizes:
    """Size of each part: tasks of each role, splits of each task, grids of each family, repetitions of the ramp."""

    tasks: int
    splits: int
    grids: int
    ramps: int


FULL = Sizes(tasks=1000, splits=10, grids=10, ramps=200)
QUICK = Sizes(tasks=2, splits=2, grids=2, ramps=4)


def run(quick: bool, jobs: int) -> Study:
    """Run the study.

    Parameters
    ----------
    quick : bool
        Use few tasks, splits and repetitions.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Study
        The results.
    """
    sizes = QUICK if quick else FULL
    role = roles()
    found: dict[str, pd.DataFrame] = {}
    for each in (DEVELOPMENT, HELD_OUT, FRESH):
        names = [name for name in ALL if role[name] == each][: sizes.tasks]
        found[each] = _timed(each, names, sizes.splits, jobs)
    grids = [name for family in density.FAMILIES.values() for name in family[: sizes.grids]]
    changes = density.changes(_timed("density", grids, sizes.splits, jobs))
    corners = hinge.errors(sizes.ramps, jobs)
    summaries = {each: summary(table) for each, table in found.items()}
    return Study(
        "Which configuration to take?",
        method(found),
        [
            _goals(summaries, changes, corners),
            *(_summary(each, table) for each, table in summaries.items()),
            _designs(found),
            *(_tasks(each, table) for each, table in found.items()),
            _density(changes),
            _hinge(corners, sizes.ramps),
        ],
    )


def rules_for(role: str) -> list[str]:
    """Return the rules to run on the tasks of a role.

    Parameters
    ----------
    role : str
        Role of the tasks.

    Returns
    -------
    list of str
        All rules, without `softprofile.recommend` if it is not final and the tasks are not for development.
    """
    everything = tuning.FROZEN or role == DEVELOPMENT
    return [name for name, rule in RULES.items() if everything or not rule.recommends]


def _timed(role: str, names: list[str], splits: int, jobs: int) -> pd.DataFrame:
    started = time.perf_counter()
    found = picks(names, rules_for(role), splits, jobs)
    print(f"{role}: {time.perf_counter() - started:.0f} s", flush=True)
    return found


def _goals(summaries: dict[str, pd.DataFrame], changes: pd.DataFrame, corners: pd.DataFrame) -> Section:
    rows: list[dict[str, Any]] = []
    for role, table in summaries.items():
        rows += goals.of_tasks(table, role)
    rows += goals.of_density(changes) + goals.of_hinge(corners)
    return Section(
        "Goals",
        "The goals were set before the study. Those for tasks hold for `recommend` with and without standard errors. "
        "Of the tasks, only the fresh ones had no part in the choice of the rule. "
        "They are compared with point estimates; the tables below give the standard errors. The change on denser grids "
        "has few splits and a large standard error, so misses within two standard errors are marked.",
        pd.DataFrame(rows),
    )


def _summary(role: str, table: pd.DataFrame) -> Section:
    return Section(
        f"Rules on the {_LABELS[role]} tasks",
        "`worst` is the mean regret of the worst task. `more complex` is the share of splits in which the pick is more "
        "complex than best CV's. Columns that end in `se` are standard errors over tasks.",
        table,
        figures.regret_against_complexity(table),
        f"Regret against complexity of each rule, {_LABELS[role]} tasks",
    )


def _designs(found: dict[str, pd.DataFrame]) -> Section:
    rows: list[dict[str, Any]] = []
    for role, table in found.items():
        regrets = by_task(table)
        designs = pd.Series({name: ALL[name].design for name in regrets.index})
        for rule in regrets:
            row: dict[str, Any] = {"tasks": role, "rule": rule}
            for design, label in (("grid", "grid"), ("random", "random"), ("tpe", "TPE")):
                here = regrets[rule][designs == design].to_numpy()
                mean, se = mean_and_se(here) if len(here) else (math.nan, math.nan)
                row |= {label: mean, f"{label}, se": se, f"{label}, tasks": len(here)}
            rows.append(row)
    return Section(
        "Grids, random search and TPE",
        "Mean regret by design, its standard error over tasks, and the number of tasks. Few tasks have a design other "
        "than a grid.",
        rounded(pd.DataFrame(rows)),
    )


def _tasks(role: str, table: pd.DataFrame) -> Section:
    regrets = rounded(by_task(table), 3).reset_index()
    described = [
        {"design": ALL[name].design, "evaluations": ALL[name].configurations, "metric": ALL[name].metric}
        for name in regrets["task"]
    ]
    regrets = pd.concat([regrets[["task"]], pd.DataFrame(described), regrets.drop(columns="task")], axis=1)
    return Section(
        f"The {_LABELS[role]} tasks, one by one",
        "Mean regret over the splits of each task, and the number of evaluated configurations per split.",
        regrets.drop(columns="best CV"),
        figures.dot_plot(table),
        f"Regret of each rule on each of the {_LABELS[role]} tasks",
    )


def _density(changes: pd.DataFrame) -> Section:
    return Section(
        "Denser grids",
        "The same problem, splits and folds on grids of different density. Test scores are relative to best CV on the "
        "coarsest grid, in the unit of regret on the densest grid, averaged over splits. `change` is the densest minus "
        "the coarsest grid, with its standard error over splits; `worst step` is the least difference between a grid "
        "and the next denser one.",
        changes,
    )


def _hinge(corners: pd.DataFrame, repetitions: int) -> Section:
    there = "" if hinge.has_segmented() else " R's segmented, which fits two lines, was not installed for this run."
    return Section(
        "The corner of a ramp",
        f"z = max(0, {hinge.CORNER:g} - x) plus normal noise with standard deviation {hinge.NOISE:g}, at "
        f"{hinge.POINTS} equidistant x from 0 to 10; {repetitions} repetitions. Least squares knows more than the "
        "other methods: the slope and the level (corner only), that z is level after the corner (corner, slope and "
        f"level), or that there is a corner between two lines.{there}",
        corners,
    )
