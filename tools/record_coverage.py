"""Take the figures of docs/studies/coverage-*.csv into the package and into docs/uncertainty.md."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from softprofile.trust.bootstrap.coverage import NOMINAL

_ROOT = Path(__file__).parents[1]
_PACKAGED = _ROOT / "softprofile" / "trust" / "bootstrap" / "coverage.csv"
_PAGE = _ROOT / "docs" / "uncertainty.md"
_BEGIN, _END = "<!-- coverage -->\n", "<!-- end of coverage -->\n"
# What an interval of each kind is about.
_TARGETS = {"residual": "design", "pairs": "population", "parametric": "design"}


def figures(boundaries: pd.DataFrame, elbows: pd.DataFrame) -> pd.DataFrame:
    """One row for each kind and problem: what the package quotes."""
    rows = []
    for row in boundaries.to_dict("records"):
        problem = f"{row['surface']}, shift {row['shift']:g}"
        for what, column in (("interval", _TARGETS[row["kind"]]), ("band", "band")):
            rows.append((what, row["kind"], problem, row[column], row[f"{column} se"], row["data sets"]))
    for row in elbows.to_dict("records"):
        problem = f"n = {row['n']}, shift {row['shift']:g}"
        rows.append(("threshold", row["kind"], problem, row["covered"], row["covered se"], row["data sets"]))
    table = pd.DataFrame(rows, columns=["what", "kind", "problem", "coverage", "se", "data sets"])
    return table.round({"coverage": 4, "se": 4})


def page_table(table: pd.DataFrame) -> str:
    """Coverage in per cent, with its standard error in brackets: a row for each problem, a column for each kind."""
    parts = []
    for what, heading in (
        ("interval", "Intervals of the representative point"),
        ("band", "Band: share of the true boundary"),
        ("threshold", "Intervals of a threshold"),
    ):
        here = table[table["what"] == what]
        kinds = list(dict.fromkeys(here["kind"]))
        lines = [f"| {heading} | {' | '.join(kinds)} |", "|---" * (len(kinds) + 1) + "|"]
        for problem, rows in here.groupby("problem", sort=False):
            cells = [f"{100 * c:.0f} ({100 * se:.0f})" for c, se in zip(rows["coverage"], rows["se"], strict=True)]
            lines.append(f"| {problem} | {' | '.join(cells)} |")
        parts.append("\n".join(lines))
    short = table[table["coverage"] + 2 * table["se"] < NOMINAL]
    named = [
        f"{what}, {kind}: {' and '.join(rows['problem'])}" for (what, kind), rows in short.groupby(["what", "kind"])
    ]
    shortfalls = f"Short of {NOMINAL:.0%} by more than twice the standard error: {'; '.join(named) or 'none'}."
    counts = sorted(set(table["data sets"]))
    note = f"In per cent, standard errors in brackets; {' or '.join(map(str, counts))} data sets each."
    return "\n\n".join([*parts, f"{note} {shortfalls}"]) + "\n"


def main() -> None:
    """Write both files."""
    tables = (pd.read_csv(_ROOT / "docs" / "studies" / f"coverage-{number}.csv") for number in (1, 2))
    table = figures(*tables)
    table.to_csv(_PACKAGED, index=False)
    before, rest = _PAGE.read_text(encoding="utf-8").split(_BEGIN)
    after = rest.split(_END)[1]
    _PAGE.write_text(before + _BEGIN + "\n" + page_table(table) + "\n" + _END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
