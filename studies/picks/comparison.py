"""Picks of all rules on the stored surfaces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from softprofile.reproduction.parallel import run as run_tasks
from studies.picks.measures import complexity_ratio, regret, unit
from studies.picks.rules import RULES, Search, best_cv
from studies.picks.surfaces import load
from studies.picks.tasks import ALL, Task


def read_search(task: Task, rows: pd.DataFrame) -> Search:
    """Return what a rule may see of one split.

    Parameters
    ----------
    task : Task
        The task.
    rows : DataFrame
        The rows of one split in the surface of the task.

    Returns
    -------
    Search
        Configurations, cross-validated scores and training scores.
    """
    U = rows[[each.name for each in task.space]].reset_index(drop=True)
    cv, se, train = (rows[name].to_numpy(dtype=float) for name in ("cv_mean", "cv_se", "train_score"))
    return Search(task.space, U, cv, se, train)


def pick(name: str, split: int, rules: Sequence[str]) -> list[dict[str, Any]]:
    """Apply rules to one split of a task.

    Parameters
    ----------
    name : str
        Name of the task.
    split : int
        Number of the split.
    rules : sequence of str
        Names of rules.

    Returns
    -------
    list of dict
        The rows of `picks`.
    """
    surface = load(ALL[name])
    rows = surface[surface["split"] == split]
    search = read_search(ALL[name], rows)
    test, complexity = rows["test_score"].to_numpy(dtype=float), rows["complexity"].to_numpy(dtype=float)
    best = best_cv(search)
    found = []
    for rule in rules:
        row = RULES[rule].select(search)
        found.append(
            {
                "task": name,
                "split": split,
                "rule": rule,
                "row": row,
                "test": test[row],
                "unit": unit(test),
                "regret": regret(test, row, best),
                "ratio": complexity_ratio(complexity[row], complexity[best]),
            }
        )
    return found


def picks(tasks: Iterable[str], rules: Sequence[str], splits: int, jobs: int) -> pd.DataFrame:
    """Apply rules to the first splits of tasks.

    Parameters
    ----------
    tasks : iterable of str
        Names of tasks.
    rules : sequence of str
        Names of rules.
    splits : int
        Number of splits, at most those of each task.
    jobs : int
        Number of worker processes.

    Returns
    -------
    DataFrame
        One row per task, split and rule: the selected `row`, its `test` score, the `unit` of regret in this split,
        the `regret`, and the `ratio` of its complexity to that of best CV.
    """
    calls = [(name, split, tuple(rules)) for name in tasks for split in range(min(splits, ALL[name].splits))]
    return pd.DataFrame([row for rows in run_tasks(pick, calls, jobs, "splits") for row in rows])
