"""The command ``evaluate``: run a function of the user over a grid of configurations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import softprofile
from softprofile.doors.cli import options
from softprofile.doors.cli.application import app
from softprofile.doors.cli.exit_codes import ExitCode, report_errors, say
from softprofile.util.errors import InputError


@app.command()
def evaluate(
    objective: Annotated[
        str,
        typer.Argument(metavar="MODULE:FUNCTION", help="Function to evaluate; modules in this folder are found."),
    ],
    param: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=VALUES",
            help="Values of a hyper-parameter: h=0.1,0.2 or h=FROM:TO:COUNT (:log for a log scale). Repeat for each.",
        ),
    ],
    store: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder that stores each evaluation; a second run evaluates only what is missing."
        ),
    ] = None,
    jobs: options.Jobs = 1,
    repeats: Annotated[int, typer.Option(help="Number of evaluations per configuration; they are averaged.")] = 1,
    random_state: Annotated[int, typer.Option("--random-state", "--seed", help="Seed of the evaluations.")] = 0,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Stop an evaluation that takes longer, and record it as failed."),
    ] = None,
    better: Annotated[
        str | None,
        typer.Option(
            metavar="lower|higher",
            help="Which values of the metrics are better; the store keeps it for the other commands.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="TABLE.csv", help="Write the surface to this file.")] = None,
) -> None:
    """Evaluate your function at every combination of hyper-parameters.

    The function is called as FUNCTION(gamma=..., h=...), with rng= as well if it has that parameter, or as
    FUNCTION(config, rng). It returns a number or a dict of numbers.

    Example: softprofile evaluate models:train --param gamma=1e3:1e6:7:log --param h=0.1,0.2 --store runs --jobs 2
    """
    from softprofile.evaluation.command import import_objective, read_params

    with report_errors():
        if store is None and out is None:
            raise InputError("give --store DIR or --out TABLE.csv: else the results would be lost.")
        function, grid = import_objective(objective), softprofile.grid(**read_params(param))
        surface = softprofile.evaluate(
            function,
            grid,
            n_jobs=jobs,
            store=store,
            repeats=repeats,
            random_state=random_state,
            time_limit=time_limit,
            better=better,
        )
        say(repr(surface))
        for message in surface.messages:
            typer.echo(f"{message.severity.capitalize()}: {message}", err=True)
        if out:
            surface.to_csv(out)
            typer.echo(f"Surface written to {out}")
        if store:
            typer.echo(f"Evaluations kept in {store}: softprofile fit {store} finds the boundary")
        if surface.n_missing:
            raise typer.Exit(ExitCode.INTERRUPTED)
