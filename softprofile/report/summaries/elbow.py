"""Summary of an elbow."""

from __future__ import annotations

from softprofile.fitting.elbow import Elbow
from softprofile.report.shown_edge import shown_edge
from softprofile.report.summaries.shapes import add_all_messages, add_levels, edge_facts, edge_rows, shape_facts
from softprofile.report.summaries.side_densities import add_densities, density_text, good_side_facts
from softprofile.report.summaries.summary import Section, Summary, add_facts, number


def summarize_elbow(elbow: Elbow, tolerance: float | None = None) -> Summary:
    """Return the data, the split, the densities or levels and the edge of an elbow."""
    curve = elbow.curve
    if curve is None:
        edge = None if tolerance is None else elbow.edge(tolerance)
        split = [("Threshold", f"{elbow.u_name} <= {number(elbow.threshold)}")]
    else:
        edge = shown_edge(curve, tolerance)
        split = [("Corner" if elbow.shape.flat_side else "Middle", f"{elbow.u_name} = {number(elbow.threshold)}")]
    summary = Summary("Elbow by profile likelihood")
    add_facts(
        summary,
        [
            ("Values", elbow.z_name),
            ("Candidates", elbow.u_name),
            ("No. of points", str(len(elbow.z))),
            ("Density", density_text(elbow)),
            *shape_facts(elbow),
            *good_side_facts(elbow),
        ],
        [
            ("Elbow after", f"{elbow.index} points"),
            *split,
            ("Log-likelihood", number(elbow.loglik)),
            *([("Splits compared", str(len(elbow.splits)))] if curve is None else []),
            *edge_facts(edge),
        ],
    )
    if curve is None:
        add_densities(summary, elbow)
    else:
        add_levels(summary, curve)
    rows = edge_rows(edge)
    if rows:
        summary.tables.append(Section("Points", list(rows), [elbow.u_name, elbow.z_name], list(rows.values())))
    add_all_messages(summary, elbow.messages, edge)
    return summary
