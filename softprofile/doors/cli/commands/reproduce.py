"""Commands for examples and installation: ``demo``, ``data``, ``reproduce`` and ``r-status``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import softprofile
from softprofile.doors.cli import options
from softprofile.doors.cli.application import app
from softprofile.doors.cli.exit_codes import report_errors
from softprofile.doors.cli.figures import save_figure


@app.command()
def demo(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the figure and the fit.")] = Path("demo"),
) -> None:
    """Fit an example: the training error of a support vector machine on the paper's Parkinson data."""
    with report_errors():
        surface = softprofile.datasets.load_surface("parkinson-svm")
        out.mkdir(parents=True, exist_ok=True)
        result = softprofile.fit(surface[["gamma", "h"]], surface["train_error"])
        typer.echo(str(result.summary()))
        save_figure(result.plot().figure, out / "parkinson.png")
        result.to_json(out / "parkinson.json")
        typer.echo(f"Fit written to {out / 'parkinson.json'}")


@app.command()
def data(
    download: Annotated[
        str | None, typer.Option(metavar="NAME", help="Download this data set into your cache, unless it is available.")
    ] = None,
) -> None:
    """List the paper's data sets and the surfaces inside the package: location, licence and checksum.

    Files are searched in the folder named by SOFTPROFILE_DATA, then in your cache.

    Example: softprofile data --download forest-fires
    """
    from softprofile.datasets import catalogue

    with report_errors():
        typer.echo("\n".join(catalogue.download(download)) if download is not None else catalogue.listing())


@app.command()
def reproduce(
    name: Annotated[
        str,
        typer.Argument(
            help="introduction, forest-fires, parkinson, mnist, happiness, co-emission, simulation, or all."
        ),
    ],
    recompute: Annotated[
        bool,
        typer.Option("--recompute", help="Train all models again, instead of using the surface inside the package."),
    ] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder to write into.")] = Path("reproduced"),
    jobs: options.Jobs = 1,
    preset: Annotated[str | None, typer.Option(help="mnist: paper, full, desk or smoke.")] = None,
    reps: Annotated[int | None, typer.Option(help="simulation: number of repetitions.")] = None,
    fixed_design: Annotated[
        bool,
        typer.Option(
            "--fixed-design", help="simulation: the same points in all repetitions, as we infer for the paper."
        ),
    ] = False,
) -> None:
    """Reproduce an example of the paper: figures, tables, fits, and a page that shows the paper's results beside ours.

    The files are written to DIR/NAME: the page as Markdown and as HTML, and claims.csv with the paper's statements and
    a verdict for each. The last lines count the verdicts. With "all", every example that can run here is reproduced,
    with an index page.

    Example: softprofile reproduce parkinson --out reproduced
    """
    from softprofile import reproduction

    given = {"preset": preset, "reps": reps, "fixed_design": fixed_design or None}
    with report_errors():
        reproduction.reproduce(name, out, recompute=recompute, jobs=jobs, report=typer.echo, **given)


@app.command("r-status")
def r_status() -> None:
    """Show which R, rpy2 and R packages are installed, and how to install what is missing."""
    with report_errors():
        import r_bridge

        typer.echo(str(r_bridge.status()))
