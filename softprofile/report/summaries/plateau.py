"""Summary of a plateau test."""

from __future__ import annotations

import numpy as np

from softprofile.report.summaries.summary import Section, Summary, add_facts, number
from softprofile.trust.plateau import MonteCarlo, PlateauTest


def summarize_plateau(test: PlateauTest) -> Summary:
    """Return the statistics and p-values of both tests, and the verdict."""
    summary = Summary("Test of the plateau")
    add_facts(
        summary,
        [("Performance", test.z_name), ("Verdict", test.verdict)],
        [("Level", number(test.level)), ("Null hypothesis", "sorted samples" if test.population else "permutations")],
    )
    one = f"one {test.population} population" if test.population else "one level"
    model = "two levels" if test.shape == "levels" else test.shape
    tests = {f"{model} against {one}": test.change}
    if test.steady is not None:
        tests[f"{model} against {'a ramp' if test.shape == 'levels' else 'a linear trend'}"] = test.steady
    headers = ["nats", "95 % of null below", "draws", "p-value"]
    summary.tables.append(Section("Question", list(tests), headers, [_row(each) for each in tests.values()]))
    if test.rates is not None:
        rows = [[number(rate)] for rate in test.rates]
        summary.tables.append(Section("Change beside a ramp", ["side 1", "side 2"], ["rate"], rows))
    summary.notes.append(test.sentence)
    return summary


def _row(test: MonteCarlo) -> list[str]:
    """Return statistic, 95 % quantile under the null hypothesis, number of draws and p-value."""
    return [number(test.statistic), number(np.quantile(test.null, 0.95)), str(test.n), f"{test.p_value:.3g}"]
