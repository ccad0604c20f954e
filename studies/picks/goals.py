"""Goals of `softprofile.recommend`, and whether it reaches them."""

from __future__ import annotations

from typing import Any

import pandas as pd

from studies.picks import hinge
from studies.picks.rules import NO_SE, RECOMMEND

REGRET = -0.01
WORST = -0.10
COMPLEXITY = 0.65
MORE_COMPLEX = 0.05


def of_tasks(summary: pd.DataFrame, role: str) -> list[dict[str, Any]]:
    """Compare the summary of some tasks with the goals.

    Parameters
    ----------
    summary : DataFrame
        Table of `studies.picks.measures.summary`.
    role : str
        Role of the tasks.

    Returns
    -------
    list of dict
        One row per goal and rule, for the rules of the goals that the summary contains.
    """
    rows = []
    for row in summary.to_dict("records"):
        if row["rule"] not in (RECOMMEND, NO_SE):
            continue
        for goal, value, limit, reached in (
            ("mean regret", row["regret"], f">= {REGRET:g}", row["regret"] >= REGRET),
            ("mean regret minus that of 1-SE", row["minus 1-SE"], ">= 0", row["minus 1-SE"] >= 0),
            ("regret of the worst task", row["worst"], f">= {WORST:g}", row["worst"] >= WORST),
            ("complexity", row["complexity"], f"<= {COMPLEXITY:g}", row["complexity"] <= COMPLEXITY),
            ("share more complex", row["more complex"], f"<= {MORE_COMPLEX:g}", row["more complex"] <= MORE_COMPLEX),
        ):
            rows.append(_row(goal, row["rule"], role, value, limit, reached))
    return rows


def of_density(changes: pd.DataFrame) -> list[dict[str, Any]]:
    """Compare the change of the test score on denser grids with the goal.

    Parameters
    ----------
    changes : DataFrame
        Table of `studies.picks.density.changes`.

    Returns
    -------
    list of dict
        One row per problem and rule of the goals. A miss by less than two standard errors is marked.
    """
    rows = []
    for row in changes.to_dict("records"):
        if row["rule"] in (RECOMMEND, NO_SE):
            reached = row["change"] >= REGRET
            found = _row(
                "change on denser grids", row["rule"], row["problem"], row["change"], f">= {REGRET:g}", reached
            )
            if not reached and row["change"] + 2 * row["se"] >= REGRET:
                found["reached"] = "no, within 2 se"
            rows.append(found)
    return rows


def of_hinge(errors: pd.DataFrame) -> list[dict[str, Any]]:
    """Compare the errors of the edges with the goal.

    Parameters
    ----------
    errors : DataFrame
        Table of `studies.picks.hinge.errors`.

    Returns
    -------
    list of dict
        One row per method that estimates an edge.
    """
    rows = errors[errors["method"].isin(hinge.EDGES)].to_dict("records")
    limit = f"<= {hinge.GOAL:g}"
    return [
        _row("RMSE of the corner", row["method"], "simulated ramp", row["RMSE"], limit, row["RMSE"] <= hinge.GOAL)
        for row in rows
    ]


def _row(goal: str, rule: str, where: str, value: float, limit: str, reached: bool) -> dict[str, Any]:
    return {
        "goal": goal,
        "rule": rule,
        "tasks": where,
        "value": value,
        "wanted": limit,
        "reached": "yes" if reached else "no",
    }
