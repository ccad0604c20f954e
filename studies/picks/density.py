"""Picks from grids of different density for the same problem."""

from __future__ import annotations

from typing import Any

import pandas as pd

from studies.picks.measures import mean_and_se, rounded
from studies.picks.tasks import DENSITY_TASKS

#: Grids by family of tasks, from coarse to dense.
FAMILIES: dict[str, list[str]] = {
    str(family): [task.name for task in DENSITY_TASKS if task.family == family]
    for family in dict.fromkeys(task.family for task in DENSITY_TASKS)
}


def changes(picks: pd.DataFrame) -> pd.DataFrame:
    """Tabulate the test scores of the picks on grids of increasing density.

    Parameters
    ----------
    picks : DataFrame
        Picks on all grids of the families in it, see `studies.picks.comparison.picks`.

    Returns
    -------
    DataFrame
        One row per family and rule. Test scores are relative to those of best CV on the coarsest grid, in the unit of
        regret on the densest grid, and are averaged over splits. `change` is the difference between the densest and
        the coarsest grid, with its standard error over splits; `worst step` is the least difference between a grid
        and the next denser one.
    """
    rows: list[dict[str, Any]] = []
    for family, grids in FAMILIES.items():
        here = picks[picks["task"].isin(grids)]
        grids = [grid for grid in grids if grid in set(here["task"])]
        if len(grids) < 2:
            continue
        units = here[here["task"] == grids[-1]].groupby("split")["unit"].first()
        scores = here.pivot_table(index="split", columns=["rule", "task"], values="test").div(units, axis=0)
        origin = scores["best CV"][grids[0]]
        for rule in dict.fromkeys(here["rule"]):
            test = scores[rule][grids].sub(origin, axis=0)
            change, se = mean_and_se((test[grids[-1]] - test[grids[0]]).to_numpy())
            rows.append(
                {
                    "problem": family.removeprefix("density_").replace("_", " "),
                    "grids": ", ".join(grid.rsplit("_", 1)[1] for grid in grids),
                    "rule": rule,
                    "mean test score on each grid": ", ".join(f"{value:.3f}" for value in test.mean()),
                    "change": change,
                    "se": se,
                    "worst step": float(test.mean().diff().min()),
                }
            )
    return rounded(pd.DataFrame(rows))
