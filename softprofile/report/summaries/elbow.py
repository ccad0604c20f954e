"""Summary of an elbow."""

from __future__ import annotations

from softprofile.fitting.elbow import Elbow
from softprofile.report.summaries.side_densities import add_densities, density_text, good_side_facts
from softprofile.report.summaries.summary import Summary, add_facts, add_messages, number


def summarize_elbow(elbow: Elbow) -> Summary:
    """Return the data, the split and the densities of an elbow."""
    summary = Summary("Elbow by profile likelihood")
    add_facts(
        summary,
        [
            ("Values", elbow.z_name),
            ("Candidates", elbow.u_name),
            ("No. of points", str(len(elbow.z))),
            ("Density", density_text(elbow)),
            *good_side_facts(elbow),
        ],
        [
            ("Elbow after", f"{elbow.index} points"),
            ("Threshold", f"{elbow.u_name} <= {number(elbow.threshold)}"),
            ("Log-likelihood", number(elbow.loglik)),
            ("Splits compared", str(len(elbow.splits))),
        ],
    )
    add_densities(summary, elbow)
    add_messages(summary, elbow.messages)
    return summary
