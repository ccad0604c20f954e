"""Commands about the grid: ``focus`` and ``refine``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import softprofile
from softprofile.doors.cli import options
from softprofile.doors.cli.application import app
from softprofile.doors.cli.exit_codes import say
from softprofile.doors.cli.figures import figure_of, save_figure
from softprofile.doors.cli.inputs import takes_a_fit
from softprofile.fitting.boundary_fit import BoundaryFit


@app.command()
@takes_a_fit
def focus(fit: BoundaryFit) -> None:
    """Check whether the evaluated configurations cover the boundary, and how to extend or refine them.

    Example: softprofile focus fit.json
    """
    findings = fit.focus()
    for finding in findings:
        say(f"{finding.severity.capitalize()}: {finding.sentence}")
    if not findings:
        say("Nothing is wrong with the focus of these configurations.")


@app.command()
@takes_a_fit
def refine(
    fit: BoundaryFit,
    n: Annotated[int, typer.Option("--n", "-n", help="Number of configurations to propose.")] = 10,
    random_state: Annotated[int, typer.Option(help="Seed of the proposals.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="NEXT.csv", help="Write the proposals to this file. Default: stdout.")
    ] = None,
    plot: options.Plot = None,
) -> None:
    """Propose configurations to evaluate next: near the boundary, and beyond an edge where the grid is too short.

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
        save_figure(figure_of(softprofile.plotting.plot_proposals(fit, proposals)), plot)
