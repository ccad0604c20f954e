"""Results of a run: a table with goals, curves and growth exponents, as Markdown, CSV and PNG."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """A job compared with a peer.

    Attributes
    ----------
    job : str
        What is timed.
    peer : str
        What it is compared with.
    goal : str
        Goal in words; empty if there is none.
    measured : str
        Result in words.
    ratio : float
        The ratio measured.
    reached : bool or None
        Whether the goal was reached; None if there is no goal.
    """

    job: str
    peer: str
    goal: str
    measured: str
    ratio: float
    reached: bool | None


@dataclass(frozen=True)
class Curve:
    """Times by size of the problem.

    Attributes
    ----------
    what : str
        Label of the curve.
    sizes : tuple of float
        Sizes of the problem.
    seconds : tuple of float
        Time at each size.
    """

    what: str
    sizes: tuple[float, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class Growth:
    """Growth of cost: time is proportional to a power of the size.

    Attributes
    ----------
    what : str
        What is timed.
    sizes : tuple of float
        Sizes of the problem.
    exponent : float
        The estimated power.
    """

    what: str
    sizes: tuple[float, ...]
    exponent: float


@dataclass
class Findings:
    """All results of a run.

    Attributes
    ----------
    rows : list of Row
        Jobs compared with peers.
    curves : list of Curve
        Times to draw.
    growths : list of Growth
        Growth exponents.
    notes : list of str
        What was omitted or extrapolated.
    """

    rows: list[Row] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    growths: list[Growth] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Findings) -> None:
        """Append the results of another part of the run."""
        for name in ("rows", "curves", "growths", "notes"):
            getattr(self, name).extend(getattr(other, name))


def slower(job: str, peer: str, ratio: float, at_most: float | None) -> Row:
    """Make the row of a job that may take at most a multiple of its peer's time.

    Parameters
    ----------
    job, peer : str
        The job and what it is compared with.
    ratio : float
        Our time divided by the peer's.
    at_most : float or None
        Largest ratio that reaches the goal; None if there is no goal.

    Returns
    -------
    Row
        The row.
    """
    goal = "" if at_most is None else f"<= {at_most:g} x its time"
    return Row(job, peer, goal, f"{ratio:.2f} x its time", ratio, None if at_most is None else ratio <= at_most)


def faster(job: str, peer: str, speedup: float, at_least: float | None, also: bool = True, detail: str = "") -> Row:
    """Make the row of a job that should be a multiple of times faster than its peer.

    Parameters
    ----------
    job, peer : str
        The job and what it is compared with.
    speedup : float
        The peer's time divided by ours.
    at_least : float or None
        Smallest speedup that reaches the goal; None if there is no goal.
    also : bool, default True
        A further condition of the goal.
    detail : str, optional
        Text to append to the result.

    Returns
    -------
    Row
        The row.
    """
    goal = "" if at_least is None else f">= {at_least:g} x faster"
    reached = None if at_least is None else speedup >= at_least and also
    return Row(job, peer, goal, f"{speedup:,.1f} x faster{detail}", speedup, reached)


def markdown_table(rows: Sequence[Row]) -> str:
    """Make the table of jobs.

    Parameters
    ----------
    rows : sequence of Row
        Jobs compared with peers.

    Returns
    -------
    str
        Markdown table.
    """
    lines = ["| job | peer in the same run | goal | measured | reached |", "|---|---|---|---|---|"]
    said = {True: "yes", False: "**no**", None: ""}
    lines += [f"| {row.job} | {row.peer} | {row.goal} | {row.measured} | {said[row.reached]} |" for row in rows]
    return "\n".join(lines)


def markdown_page(findings: Findings, picture: str | None) -> str:
    """Make the page docs/speed.md.

    Parameters
    ----------
    findings : Findings
        All results of a run.
    picture : str or None
        File name of the figure, if there is one.

    Returns
    -------
    str
        Markdown page.
    """
    parts = [
        "# Speed",
        "`make bench` writes this page. Every number is a ratio of two times measured alternately in the same run, or "
        "the growth of one time with the size of the problem. Each time is the minimum of several repeats, on one "
        "thread; only the simulation runs on two cores.",
        markdown_table(findings.rows),
    ]
    if findings.notes:
        parts.append("\n".join(f"- {note}" for note in findings.notes))
    if picture is not None:
        parts += ["## One dimension", f"![Time of one search by length of the sequence]({picture})"]
    if findings.growths:
        lines = ["| job | sizes | exponent |", "|---|---|---|"]
        lines += [
            f"| {growth.what} | {', '.join(f'{size:,.0f}' for size in growth.sizes)} | {growth.exponent:.2f} |"
            for growth in findings.growths
        ]
        words = "Time is proportional to size to the power of the exponent: the slope of log time on log size."
        parts += ["## Growth of cost", words, "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """Write the table of jobs as CSV.

    Parameters
    ----------
    rows : sequence of Row
        Jobs compared with peers.
    path : Path
        File to write.
    """
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["job", "peer", "goal", "measured", "ratio", "reached"])
        for row in rows:
            reached = "" if row.reached is None else str(row.reached).lower()
            writer.writerow([row.job, row.peer, row.goal, row.measured, f"{row.ratio:.4g}", reached])


def draw(curves: Sequence[Curve], path: Path) -> None:
    """Draw time against n on logarithmic axes.

    Parameters
    ----------
    curves : sequence of Curve
        Times to draw.
    path : Path
        Image file to write.
    """
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
