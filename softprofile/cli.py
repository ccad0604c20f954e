"""The command line: a thin door on `elbow` and `fit`."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import softprofile
from softprofile.errors import InputError, SoftProfileWarning

if TYPE_CHECKING:
    import pandas as pd

app = typer.Typer(
    help=(
        "Find where improvement levels off, from evaluated hyper-parameter configurations and their performance, "
        "and pick one configuration.\n\n"
        "[bold]elbow[/bold] is for one hyper-parameter (or a scree plot), [bold]fit[/bold] for any number of them, "
        "[bold]demo[/bold] for a first look, on data inside the package. "
        "Exit code 0: done. 2: the input cannot be used, one sentence on stderr says why."
    ),
    rich_markup_mode="rich",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def common(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.", is_eager=True)] = False,
) -> None:
    """Options that stand before a command."""
    if version:
        typer.echo(softprofile.__version__)
        raise typer.Exit


File = Annotated[Path, typer.Argument(help="CSV file with a header: one row an evaluated configuration.")]
ZColumn = Annotated[str, typer.Option("--z", metavar="COL", help="Column of the performance, such as train_error.")]
Density = Annotated[
    str,
    typer.Option(
        help=(
            "Density of z on each side: gaussian, gaussian-separate, laplace, laplace-separate, student-t:DF, poisson, "
            "binomial:TRIALS, scipy:NAME."
        )
    ),
]
Plot = Annotated[
    Path | None, typer.Option(metavar="FIG.png", help="Write the figure here; the ending sets the format.")
]


@app.command()
def elbow(
    file: File,
    z: ZColumn,
    u: Annotated[
        str | None,
        typer.Option(metavar="COL", help="Column of the candidate values; the order of the rows if not given."),
    ] = None,
    density: Density = "gaussian",
    plot: Plot = None,
) -> None:
    """Find the elbow of one sequence: the best of all splits into two groups (Zhu & Ghodsi, exact).

    Example: softprofile elbow screeplot.csv --z eigenvalue
    """
    with _one_sentence():
        table = _read(file, [z, *([u] if u else [])])
        result = softprofile.elbow(table[z], table[u] if u else None, density=density)
        typer.echo(str(result.summary()))
        if plot:
            _save(result.plot().figure, plot)


@app.command()
def fit(
    file: File,
    u: Annotated[list[str], typer.Option(metavar="COL", help="Column of a hyper-parameter; repeat for each.")],
    z: ZColumn,
    boundary: Annotated[
        str, typer.Option(help="linear, quadratic, network; auto is quadratic, or linear for one column.")
    ] = "auto",
    density: Density = "gaussian",
    softness: Annotated[str, typer.Option(help="soft (the paper's) or hard (the best partition).")] = "soft",
    transform: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[COL=]KIND",
            help="auto, log, standardize or none, for all columns or for one: --transform gamma=log. Repeat for each.",
        ),
    ] = None,
    n_starts: Annotated[int | None, typer.Option(help="Starts of the optimiser; more are slower and surer.")] = None,
    ridge: Annotated[float | None, typer.Option(help="Penalty on steepness; 0 is the paper's objective.")] = None,
    random_state: Annotated[int, typer.Option(help="Seed of the starts.")] = 0,
    preset: Annotated[str | None, typer.Option(help="'paper' is the paper's literal procedure.")] = None,
    plot: Plot = None,
    plot_z: Annotated[
        str | None, typer.Option(metavar="COL", help="Column to draw instead of --z, such as a test error.")
    ] = None,
    json: Annotated[Path | None, typer.Option(metavar="OUT.json", help="Write the whole fit here.")] = None,
) -> None:
    """Find the boundary where improvement has levelled off, and one representative configuration on it.

    Columns that are positive are logged and standardised, the others standardised.

    Example: softprofile fit surface.csv --u gamma --u h --z train_error --plot boundary.png
    """
    with _one_sentence():
        table = _read(file, [*u, z, *([plot_z] if plot_z else [])])
        result = softprofile.fit(
            table[u],
            table[z],
            boundary=boundary,
            density=density,
            softness=softness,
            transform=_transforms(transform or []),
            n_starts=n_starts,
            ridge=ridge,
            random_state=random_state,
            preset=preset,
        )
        typer.echo(str(result.summary()))
        if plot:
            drawn = result.plot(z=table[plot_z] if plot_z else None)
            _save((drawn if len(u) <= 2 else drawn.flat[0]).figure, plot)
        if json:
            result.to_json(json)
            typer.echo(f"Fit written to {json}")


@app.command()
def demo(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the figure and the fit.")] = Path("demo"),
) -> None:
    """Fit the training error of a support vector machine over its two hyper-parameters: the paper's Parkinson data."""
    with _one_sentence():
        surface = softprofile.datasets.load_surface("parkinson-svm")
        out.mkdir(parents=True, exist_ok=True)
        result = softprofile.fit(surface[["gamma", "h"]], surface["train_error"])
        typer.echo(str(result.summary()))
        _save(result.plot().figure, out / "parkinson.png")
        result.to_json(out / "parkinson.json")
        typer.echo(f"Fit written to {out / 'parkinson.json'}")


@app.command()
def data(
    download: Annotated[
        str | None, typer.Option(metavar="NAME", help="Download this data set into your cache, unless it is here.")
    ] = None,
) -> None:
    """List the paper's data sets and the surfaces inside the package: where each is, its licence, its checksum.

    Files are looked for in the folder that SOFTPROFILE_DATA names, then in your cache.

    Example: softprofile data --download forest-fires
    """
    from softprofile.datasets import catalogue

    with _one_sentence():
        typer.echo("\n".join(catalogue.download(download)) if download is not None else catalogue.listing())


@app.command()
def reproduce(
    name: Annotated[
        str, typer.Argument(help="forest-fires, parkinson, mnist, happiness, co-emission, simulation, or all.")
    ],
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Fit all models again, instead of using the surface in the package.")
    ] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder to write into.")] = Path("reproduced"),
    jobs: Annotated[int, typer.Option(help="Processes at the same time; -1 is one for each core.")] = 1,
    preset: Annotated[str | None, typer.Option(help="mnist: paper, desk or smoke.")] = None,
    reps: Annotated[int | None, typer.Option(help="simulation: number of repetitions.")] = None,
    fixed_design: Annotated[
        bool, typer.Option("--fixed-design", help="simulation: the same points in all repetitions, as in the paper.")
    ] = False,
) -> None:
    """Reproduce an example of the paper: figures, tables, fits, and a page with the paper's figures beside ours.

    All of it is written into DIR/NAME; "all" makes each example that can be made here, and an index of their pages.

    Example: softprofile reproduce parkinson --out reproduced
    """
    from softprofile import paper

    options = {"preset": preset, "reps": reps, "fixed_design": fixed_design or None}
    with _one_sentence():
        paper.reproduce(name, out, recompute=recompute, jobs=jobs, report=typer.echo, **options)


@app.command("r-status")
def r_status() -> None:
    """Say which R, rpy2 and R packages are here, and how to install what is missing."""
    import r_bridge

    typer.echo(str(r_bridge.status()))


def main() -> None:
    """Entry point of the `softprofile` command."""
    app()


@contextmanager
def _one_sentence() -> Iterator[None]:
    """Errors in the input end with one sentence and code 2; warnings are in the summary already."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SoftProfileWarning)
            yield
    except (ValueError, ImportError, OSError) as error:
        typer.echo(f"softprofile: {error}", err=True)
        sys.exit(2)


def _read(file: Path, columns: list[str]) -> pd.DataFrame:
    import pandas as pd

    if not file.is_file():
        raise InputError(f"there is no file {str(file)!r}.")
    try:
        table = pd.read_csv(file)
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as error:
        raise InputError(f"{str(file)!r} cannot be read as CSV ({str(error).strip()}).") from None
    missing = [column for column in columns if column not in table.columns]
    if missing:
        raise InputError(f"{str(file)!r} has no column {missing[0]!r}: it has {', '.join(map(str, table.columns))}.")
    return table


def _transforms(given: list[str]) -> str | dict[str, str]:
    for_all = [text for text in given if "=" not in text]
    by_column = dict(text.split("=", 1) for text in given if "=" in text)
    if len(for_all) > 1 or (for_all and by_column):
        raise InputError("give --transform once for all columns, or as COL=KIND for each.")
    return for_all[0] if for_all else (by_column or "auto")


def _save(figure: object, path: Path) -> None:
    figure.savefig(path, dpi=150)  # type: ignore[attr-defined]
    typer.echo(f"Figure written to {path}")


if __name__ == "__main__":
    main()
