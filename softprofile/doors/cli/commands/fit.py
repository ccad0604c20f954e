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
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.good_side import side_label


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
    better: options.Better = None,
    plot: options.Plot = None,
) -> None:
    """Find the elbow of a sequence: the best split into two groups (Zhu & Ghodsi), by exact search.

    Example: softprofile elbow screeplot.csv --z eigenvalue
    """
    with report_errors():
        table = read_table(file, [z, *([u] if u else [])])
        result = softprofile.elbow(table[z], table[u] if u else None, density=density, better=better)
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
    better: options.Better = None,
    side: Annotated[
        str | None,
        typer.Option(
            metavar="good|1|2", help="Also print the configuration on this side that is nearest to the point."
        ),
    ] = None,
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
        given = options.FitOptions(
            u, z, boundary, density, softness, transform, n_starts, ridge, random_state, preset, better
        )
        table, result = fit_data(file, given)
        if plot_z:
            require_column(file, table, plot_z)
        nearest = _nearest(result, side) if side else None
        say(str(result.summary()))
        if nearest:
            say(nearest)
        if plot:
            save_figure(figure_of(result.plot(z=table[plot_z] if plot_z else None)), plot)
        if json:
            result.to_json(json)
            say(f"Fit written to {json}")


def _nearest(fit: BoundaryFit, side: str) -> str:
    """Return the configuration nearest to the representative point on a side, in words."""
    wanted = int(side) if side in ("1", "2") else side
    row = fit.nearest_index(wanted)
    values = ", ".join(f"{name} = {value:g}" for name, value in fit.nearest_point(wanted).items())
    return (
        f"Nearest evaluated on {side_label(int(fit.sides[row]), fit.better)}: {values} ({fit.z_name} = {fit.z[row]:g})"
    )
