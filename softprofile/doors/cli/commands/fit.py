"""Commands that find a boundary: ``elbow`` and ``fit``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import softprofile
from softprofile.doors.cli import options
from softprofile.doors.cli.application import app
from softprofile.doors.cli.exit_codes import report_errors, say
from softprofile.doors.cli.figures import figure_of, save_figure
from softprofile.doors.cli.inputs import fit_data, read_table, require_column


@app.command()
def elbow(
    file: options.File,
    z: options.ZColumn,
    u: Annotated[
        str | None,
        typer.Option(
            metavar="COL", help="Column of the candidate values. Default: 1, 2, ... in the order of the rows."
        ),
    ] = None,
    density: options.Density = "gaussian",
    plot: options.Plot = None,
) -> None:
    """Find the elbow of a sequence: the best split into two groups (Zhu & Ghodsi), by exact search.

    Example: softprofile elbow screeplot.csv --z eigenvalue
    """
    with report_errors():
        table = read_table(file, [z, *([u] if u else [])])
        result = softprofile.elbow(table[z], table[u] if u else None, density=density)
        say(str(result.summary()))
        if plot:
            save_figure(result.plot().figure, plot)


@app.command()
def fit(
    file: options.Data,
    u: options.UColumns = None,
    z: options.OptionalZ = None,
    boundary: options.Boundary = "auto",
    density: options.Density = "gaussian",
    softness: options.Softness = "soft",
    transform: options.Transforms = None,
    n_starts: options.Starts = None,
    ridge: options.Ridge = None,
    random_state: options.Seed = 0,
    preset: options.Preset = None,
    plot: options.Plot = None,
    plot_z: Annotated[
        str | None, typer.Option(metavar="COL", help="Column to plot instead of --z, such as a test error.")
    ] = None,
    json: Annotated[Path | None, typer.Option(metavar="OUT.json", help="Save the fit to this file.")] = None,
) -> None:
    """Find the boundary where improvement levels off, and a representative point on it.

    By default positive columns are logged and standardised, and the others standardised.

    Example: softprofile fit surface.csv --u gamma --u h --z train_error --plot boundary.png
    """
    with report_errors():
        given = options.FitOptions(u, z, boundary, density, softness, transform, n_starts, ridge, random_state, preset)
        table, result = fit_data(file, given)
        if plot_z:
            require_column(file, table, plot_z)
        say(str(result.summary()))
        if plot:
            save_figure(figure_of(result.plot(z=table[plot_z] if plot_z else None)), plot)
        if json:
            result.to_json(json)
            say(f"Fit written to {json}")
