"""Whether the grid was the right one, and what to evaluate next."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import softprofile
from softprofile.doors.cli import options
from softprofile.doors.cli.application import app
from softprofile.doors.cli.endings import say
from softprofile.doors.cli.figures import figure_of, save_figure
from softprofile.doors.cli.reading import on_a_fit
from softprofile.fitting.boundary_fit import BoundaryFit


@app.command()
@on_a_fit
def focus(fit: BoundaryFit) -> None:
    """Say what is wrong with the configurations that were evaluated, and which way to extend or refine them.

    Example: softprofile focus fit.json
    """
    findings = fit.focus()
    for finding in findings:
        say(f"{finding.severity.capitalize()}: {finding.sentence}")
    if not findings:
        say("Nothing is wrong with the focus of these configurations.")


@app.command()
@on_a_fit
def refine(
    fit: BoundaryFit,
    n: Annotated[int, typer.Option("--n", "-n", help="How many configurations to propose.")] = 10,
    random_state: Annotated[int, typer.Option(help="Seed of the proposals.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="NEXT.csv", help="Write them here; to stdout if not given.")
    ] = None,
    plot: options.Plot = None,
) -> None:
    """Propose the next configurations to evaluate: near the boundary, and beyond an edge where the grid ended too soon.

    Example: softprofile refine fit.json --n 10 --out next.csv
    """
    proposals = softprofile.refine(fit, n, random_state=random_state)
    text = proposals.to_csv(index=False, lineterminator="\n")
    if out:
        out.write_text(text, encoding="utf-8")
        say(f"{len(proposals)} configurations written to {out}")
    else:
        say(text.rstrip("\n"))
    if plot:
        from softprofile.report.plotting.proposals import plot_proposals

        save_figure(figure_of(plot_proposals(fit, proposals)), plot)
