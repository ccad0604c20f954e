"""What a run found: a table with goals, curves to draw, exponents; as Markdown, CSV and PNG."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """A job beside its peer: the goal, the ratio measured, and whether it was reached (None: no goal was set)."""

    job: str
    peer: str
    goal: str
    measured: str
    ratio: float
    reached: bool | None


@dataclass(frozen=True)
class Curve:
    """Time against size."""

    what: str
    sizes: tuple[float, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class Growth:
    """How cost grows: time is about size to the power `exponent`."""

    what: str
    sizes: tuple[float, ...]
    exponent: float


@dataclass
class Findings:
    """All of one run; `notes` say what was left out or scaled."""

    rows: list[Row] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    growths: list[Growth] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Findings) -> None:
        """Take over what another part of the run found."""
        for name in ("rows", "curves", "growths", "notes"):
            getattr(self, name).extend(getattr(other, name))


def slower(job: str, peer: str, ratio: float, at_most: float | None) -> Row:
    """A row for a job that may take so many times as long as its peer."""
    goal = "" if at_most is None else f"<= {at_most:g} x its time"
    return Row(job, peer, goal, f"{ratio:.2f} x its time", ratio, None if at_most is None else ratio <= at_most)


def faster(job: str, peer: str, speedup: float, at_least: float | None, also: bool = True, detail: str = "") -> Row:
    """A row for a job that has to be so many times faster than its peer; `also` is a further condition."""
    goal = "" if at_least is None else f">= {at_least:g} x faster"
    reached = None if at_least is None else speedup >= at_least and also
    return Row(job, peer, goal, f"{speedup:,.1f} x faster{detail}", speedup, reached)


def markdown_table(rows: Sequence[Row]) -> str:
    """The table of jobs."""
    lines = ["| job | peer in the same run | goal | measured | reached |", "|---|---|---|---|---|"]
    said = {True: "yes", False: "**no**", None: ""}
    lines += [f"| {row.job} | {row.peer} | {row.goal} | {row.measured} | {said[row.reached]} |" for row in rows]
    return "\n".join(lines)


def markdown_page(findings: Findings, picture: str | None) -> str:
    """The whole page on speed."""
    parts = [
        "# Speed",
        "`make bench` writes this page: every figure is a ratio of two times taken by turns in one run, or the growth "
        "of one time with the size of the problem. Each is the least of several repeats, on one thread; the simulation "
        "alone runs on two cores.",
        markdown_table(findings.rows),
    ]
    if findings.notes:
        parts.append("\n".join(f"- {note}" for note in findings.notes))
    if picture is not None:
        parts += ["## One dimension", f"![Time of one search against the length of the sequence]({picture})"]
    if findings.growths:
        lines = ["| cost of | sizes | time grows as size to the power |", "|---|---|---|"]
        lines += [
            f"| {growth.what} | {', '.join(f'{size:,.0f}' for size in growth.sizes)} | {growth.exponent:.2f} |"
            for growth in findings.growths
        ]
        parts += ["## How cost grows", "Slopes of straight lines through log time against log size.", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """The table of jobs as CSV."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["job", "peer", "goal", "measured", "ratio", "reached"])
        for row in rows:
            reached = "" if row.reached is None else str(row.reached).lower()
            writer.writerow([row.job, row.peer, row.goal, row.measured, f"{row.ratio:.4g}", reached])


def draw(curves: Sequence[Curve], path: Path) -> None:
    """Time against n, on logarithmic axes, a name at the end of each line."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    FigureCanvasAgg(figure)
    ax = figure.subplots()
    for curve in curves:
        ours = curve.what.startswith("elbow")
        ax.plot(curve.sizes, curve.seconds, "o-" if ours else "s--", markersize=4, label=curve.what)
    ax.set(xscale="log", yscale="log", xlabel="length of the sequence, n", ylabel="seconds for one search")
    ax.grid(alpha=0.3)
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.savefig(path, dpi=130)
