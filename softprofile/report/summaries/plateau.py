"""Summary of a plateau test."""

from __future__ import annotations

import numpy as np

from softprofile.report.summaries.summary import Section, Summary, add_facts, number
from softprofile.trust.plateau import MonteCarlo, PlateauTest


def summarize_plateau(test: PlateauTest) -> Summary:
    """Both questions, their statistics and p-values, and the answer."""
    summary = Summary("Test of the plateau")
    add_facts(
        summary,
        [("Performance", test.z_name), ("Verdict", test.verdict)],
        [("Level", number(test.level)), ("Null hypothesis", "sorted samples" if test.population else "permutations")],
    )
    one = f"one {test.population} population" if test.population else "one level"
    looks = {f"two levels against {one}": test.change}
    if test.steady is not None:
        looks["two levels against a ramp"] = test.steady
    headers = ["nats", "95 % of null below", "draws", "p-value"]
    summary.tables.append(Section("Question", list(looks), headers, [_look(look) for look in looks.values()]))
    if test.rates is not None:
        rows = [[number(rate)] for rate in test.rates]
        summary.tables.append(Section("Change beside a ramp", ["side 1", "side 2"], ["rate"], rows))
    summary.notes.append(test.sentence)
    return summary


def _look(look: MonteCarlo) -> list[str]:
    return [number(look.statistic), number(np.quantile(look.null, 0.95)), str(look.n), f"{look.p_value:.3g}"]
