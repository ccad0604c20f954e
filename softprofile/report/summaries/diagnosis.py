"""Summary of a diagnosis."""

from __future__ import annotations

import numpy as np

from softprofile.report.summaries.summary import Section, Summary, add_facts, add_messages, number
from softprofile.trust.diagnostics.results import Diagnosis
from softprofile.util.row_numbers import RowLabel

_MOST_SHOWN = 5


def summarize_diagnosis(diagnosis: Diagnosis) -> Summary:
    """Return the tests, the configurations with the largest leverage, and the warnings."""
    fit, out = diagnosis.fit, diagnosis.left_out
    summary = Summary("Diagnosis of a plateau boundary")
    add_facts(
        summary,
        [
            ("Performance", fit.z_name),
            ("No. of points", str(len(fit.z))),
            ("Boundary", fit.boundary.name),
            ("Density", fit.density.name),
        ],
        [
            ("Left out, one by one", str(len(out.rows))),
            ("Influential", str(int(out.influential.sum()))),
            ("Change the nearest", str(int(out.nearest_changes.sum()))),
            ("Warnings", str(len(diagnosis.warnings))),
        ],
    )
    rows = [
        [str(check.side) if check.side else "both", *map(_or_dash, (check.statistic, check.p_value, check.effect))]
        for check in diagnosis.checks
    ]
    if rows:
        names = [check.name for check in diagnosis.checks]
        summary.tables.append(Section("Test", names, ["side", "statistic", "p", "effect"], rows))
    leverage = diagnosis.leverage.sort_values("move", ascending=False, kind="stable").head(_MOST_SHOWN)
    rows = [
        [
            *(str(int(row["side"])), number(row["z"]), _or_dash(row["move"])),
            *(_or_dash(row[f"move_{name}"]) for name in fit.names),
            *(str(int(row["sides_changed"])), "yes" if row["changes_answer"] else "no"),
        ]
        for _, row in leverage.iterrows()
    ]
    headers = ["side", fit.z_name, "move", *fit.names, "sides changed", "changes nearest"]
    labels = [RowLabel(row) for row in leverage.index]
    summary.tables.append(Section("Without", labels, headers, rows))
    add_messages(summary, diagnosis.warnings)
    return summary


def _or_dash(value: float) -> str:
    """Return three digits of a number, or a dash for nan."""
    return "-" if np.isnan(value) else f"{value:.3g}"
