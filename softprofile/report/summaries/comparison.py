"""Summary of a comparison of boundaries and densities."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pandas as pd

from softprofile.report.summaries.summary import Section, Summary, add_facts, add_messages
from softprofile.trust.comparison.results import Comparison

_HEADERS = {
    "loglik": "loglik",
    "df": "df",
    "AIC": "AIC",
    "BIC": "BIC",
    "cv_loglik": "cv loglik",
    "cv_behind": "behind",
    "cv_behind_se": "(s.e.)",
    "cv_gain": "gain",
    "agreement": "agree",
}


def summarize_comparison(comparison: Comparison) -> Summary:
    """Return a table of all pairs, the best first, with the messages of the comparison."""
    summary = Summary("Boundaries and densities compared")
    one = next(iter(comparison.fits.values()))
    repeats = len(comparison.fold_of)
    scored = "none" if comparison.folds is None else f"{comparison.folds} folds"
    add_facts(
        summary,
        [("Performance", one.z_name), ("Hyper-parameters", str(len(one.names))), ("No. of points", str(len(one.z)))],
        [
            ("Pairs", f"{len(comparison.candidates)}, {len(comparison.fits)} fitted"),
            ("Softness", one.softness),
            ("Cross-validation", scored + (f", {repeats} times" if repeats > 1 else "")),
        ],
    )
    table = comparison.table
    columns = [table["boundary"], table["density"], *([table["shape"]] if (table["shape"] != "levels").any() else [])]
    labels = [", ".join(pair) for pair in zip(*columns, strict=True)]
    rows = [[_cell(name, row[name]) for name in _HEADERS] for _, row in table.iterrows()]
    title = "Boundary, density" if len(columns) == 2 else "Boundary, density, shape"
    summary.tables.append(Section(title, labels, list(_HEADERS.values()), rows))
    add_messages(summary, comparison.messages)
    return summary


def _cell(column: Hashable, value: Any) -> str:
    """Return a value as the text of its column."""
    if pd.isna(value):
        return "-"
    if column == "df":
        return str(value)
    return f"{100 * value:.0f} %" if column == "agreement" else f"{value:.1f}"
