"""Summaries of bootstraps of a fit and of an elbow."""

from __future__ import annotations

import numpy as np

from softprofile.report.shown_edge import is_boundary, share_text, shown_edge
from softprofile.report.summaries.summary import Section, Summary, add_facts, add_messages, number
from softprofile.trust.bootstrap.boundary_bootstrap import BoundaryBootstrap
from softprofile.trust.bootstrap.elbow_bootstrap import ElbowBootstrap
from softprofile.util.row_numbers import RowLabel

LEVEL = 0.9
_MOST_ROWS = 5


def summarize_boundary_bootstrap(result: BoundaryBootstrap) -> Summary:
    """Return intervals of the representative point, the number of points in the band, and the choices by frequency."""
    fit = result.fit
    summary = Summary("Bootstrap of a plateau boundary")
    band = result.band(level=LEVEL)["in band"]
    add_facts(
        summary,
        [("Kind", result.kind), ("Search", result.search), ("Boundary", fit.boundary.name)],
        [
            ("Replicates", _replicates(result.n, result.failures)),
            ("In the 90 % band", f"{int(band.sum())} of {len(band)} points"),
            ("Configurations chosen", str(len(result.chosen))),
        ],
    )
    tables = {"Representative point": result.intervals(LEVEL)}
    edge = shown_edge(fit)
    if edge is not None and not is_boundary(edge):
        tables[f"Edge, {share_text(edge)} left"] = result.edge_intervals(edge.tolerance, LEVEL)
    for title, intervals in tables.items():
        rows = [[number(value) for value in row] for row in intervals.to_numpy()]
        summary.tables.append(Section(title, list(fit.names), ["90 % from", "estimate", "to"], rows))
    chosen = result.chosen.head(_MOST_ROWS)
    cells = [[*map(number, row[: len(fit.names) + 1]), f"{row[-1]:.1%}"] for row in chosen.to_numpy(dtype=float)]
    labels = [RowLabel(row) for row in chosen.index]
    summary.tables.append(Section("Nearest evaluated", labels, [*fit.names, fit.z_name, "chosen in"], cells))
    summary.notes.append(result.caveat)
    add_messages(summary, result.messages)
    return summary


def summarize_elbow_bootstrap(result: ElbowBootstrap) -> Summary:
    """Return the bootstrap and likelihood intervals of the threshold, and the most frequent thresholds."""
    e = result.elbow
    summary = Summary("Bootstrap of an elbow")
    relation = "<=" if e.curve is None else "="
    add_facts(
        summary,
        [("Kind", result.kind), ("Threshold", f"{e.u_name} {relation} {number(e.threshold)}")],
        [("Replicates", _replicates(result.n, result.failures)), ("No. of points", str(len(e.z)))],
    )
    low, _, high = result.interval(LEVEL)
    rows = [[number(low), number(high)], [number(end) for end in e.likelihood_interval(LEVEL)]]
    labels = ["bootstrap", "likelihood"]
    summary.tables.append(Section("90 % interval", labels, ["from", "to"], rows))
    table = result.probabilities
    order = np.argsort(-table["probability"].to_numpy(), kind="stable")[:_MOST_ROWS]
    likeliest = table.iloc[order]
    cells = [[f"{p:.1%}", f"{relative:.3g}"] for p, relative in likeliest.to_numpy()]
    labels = [f"{e.u_name} <= {number(u)}" for u in likeliest.index]
    summary.tables.append(Section("Threshold", labels, ["probability", "relative likelihood"], cells))
    summary.notes.append(result.caveat)
    add_messages(summary, result.messages)
    return summary


def _replicates(n: int, failures: dict[str, int]) -> str:
    """Return the number of replicates, with the number that failed."""
    failed = sum(failures.values())
    return f"{n}, {failed} failed" if failed else str(n)
