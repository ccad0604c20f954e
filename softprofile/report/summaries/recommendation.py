"""Summary of a recommendation."""

from __future__ import annotations

from typing import Any

from softprofile.recommendation.results import Recommendation
from softprofile.report.summaries.summary import Section, Summary, add_facts, add_messages, number

_MOST_ALTERNATIVES = 10


def summarize_recommendation(result: Recommendation) -> Summary:
    """Return the recommended and the best evaluated configuration, the edge, and those as good."""
    summary = Summary("Recommended configuration")
    noise = number(result.noise) if result.noise > 0 else "not estimated"
    add_facts(
        summary,
        [
            ("Performance", f"{result.z_name} ({result.better} is better)"),
            ("No. of configurations", str(len(result.z))),
            ("As good as the best", str(len(result.as_good))),
            ("Rule", result.rule),
        ],
        [
            ("Loss", number(result.loss)),
            ("Noise", noise),
            ("Accepted loss", number(result.accepted_loss)),
            ("Simplicity", result.direction),
            ("Surface", result.verdict),
        ],
    )
    names = list(result.U.columns)
    rows = {
        "recommended": [*_cells(result.configuration), number(result.z[result.index])],
        "best evaluated": [*_cells(result.best_configuration), number(result.z[result.best_index])],
    }
    if result.edge_point is not None:
        rows["edge"] = [*_cells(result.edge_point), ""]
    summary.tables.append(Section("Configuration", list(rows), [*names, result.z_name], list(rows.values())))
    _add_alternatives(summary, result)
    summary.notes.append(result.reason)
    add_messages(summary, result.messages)
    return summary


def _add_alternatives(summary: Summary, result: Recommendation) -> None:
    """Add a table of the configurations as good as the best, the smallest loss first."""
    shown = result.alternatives.head(_MOST_ALTERNATIVES)
    title = "As good" if len(shown) == len(result.alternatives) else f"As good (first {len(shown)})"
    labels = [str(label) for label in shown.index]
    rows = [[_cell(value) for value in row] for row in shown.itertuples(index=False, name=None)]
    headers = [str(name).replace("_", " ") if name == "edge_distance" else str(name) for name in shown.columns]
    summary.tables.append(Section(title, labels, headers, rows))


def _cells(row: Any) -> list[str]:
    return [_cell(value) for value in row.tolist()]


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return "" if value != value else number(value)
    return str(value)
