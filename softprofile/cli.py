"""The command line: a thin door on `elbow`, `evaluate` and `fit`."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import softprofile
from softprofile.errors import InputError, SoftProfileWarning

if TYPE_CHECKING:
    import pandas as pd

    from softprofile.results import BoundaryFit

_INTERRUPTED = 130  # what shells give for a program stopped by Ctrl-C

app = typer.Typer(
    help=(
        "Find where improvement levels off, from evaluated hyper-parameter configurations and their performance, "
        "and pick one configuration.\n\n"
        "[bold]elbow[/bold] is for one hyper-parameter (or a scree plot), [bold]fit[/bold] for any number of them, "
        "[bold]evaluate[/bold] runs your model over a grid of them, [bold]demo[/bold] is for a first look, on data "
        "inside the package. "
        "Exit code 0: done. 2: the input cannot be used, one sentence on stderr says why. "
        "130: evaluate was interrupted."
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
    file: Annotated[
        Path,
        typer.Argument(
            help="CSV file with a header, one row an evaluated configuration; or the folder that evaluate --store made."
        ),
    ],
    u: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COL", help="Column of a hyper-parameter; repeat for each. All, if not given, for a folder."
        ),
    ] = None,
    z: Annotated[
        str | None,
        typer.Option(
            metavar="COL", help="Column of the performance, such as train_error; may be left out if a folder has one."
        ),
    ] = None,
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
        options: dict[str, Any] = {
            "boundary": boundary,
            "density": density,
            "softness": softness,
            "transform": _transforms(transform or []),
            "n_starts": n_starts,
            "ridge": ridge,
            "random_state": random_state,
            "preset": preset,
        }
        if file.is_dir():
            table, result = _fit_store(file, u, z, options)
        else:
            if not u or z is None:
                raise InputError(
                    "name the columns of a CSV file: --u for each hyper-parameter, --z for the performance."
                )
            table = _read(file, [*u, z])
            result = softprofile.fit(table[u], table[z], **options)
        if plot_z:
            _require_column(file, table, plot_z)
        typer.echo(str(result.summary()))
        if plot:
            drawn = result.plot(z=table[plot_z] if plot_z else None)
            _save((drawn if len(result.names) <= 2 else drawn.flat[0]).figure, plot)
        if json:
            result.to_json(json)
            typer.echo(f"Fit written to {json}")


@app.command()
def evaluate(
    objective: Annotated[
        str,
        typer.Argument(metavar="MODULE:FUNCTION", help="The function to evaluate; modules here are found."),
    ],
    param: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=VALUES",
            help="Values of a hyper-parameter: h=0.1,0.2 or FROM:TO:COUNT, with :log for a log scale. Repeat for each.",
        ),
    ],
    store: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder that keeps each evaluation; run again, only what is missing is done."),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "--n-jobs", help="Processes at the same time; -1 is one for each core.")
    ] = 1,
    repeats: Annotated[int, typer.Option(help="Evaluations of each configuration; they are averaged.")] = 1,
    random_state: Annotated[int, typer.Option("--random-state", "--seed", help="Seed of the evaluations.")] = 0,
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="End an evaluation that takes longer; it has failed then.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="TABLE.csv", help="Write the surface here.")] = None,
) -> None:
    """Evaluate a function of yours at every combination of hyper-parameters.

    It is called as FUNCTION(gamma=..., h=...), with rng= too if it has that parameter, or as FUNCTION(config, rng), and
    returns a number or a dict of numbers.

    Example: softprofile evaluate models:train --param gamma=1e3:1e6:7:log --param h=0.1,0.2 --store runs --jobs 2
    """
    from softprofile.evaluation.command import import_objective, read_params

    with _one_sentence():
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
        )
        typer.echo(repr(surface))
        for message in surface.messages:
            typer.echo(f"Warning: {message}", err=True)
        if out:
            surface.to_csv(out)
            typer.echo(f"Surface written to {out}")
        if store:
            typer.echo(f"Evaluations kept in {store}: softprofile fit {store} finds the boundary")
        if surface.n_missing:
            raise typer.Exit(_INTERRUPTED)


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
    for column in columns:
        _require_column(file, table, column)
    return table


def _require_column(file: Path, table: pd.DataFrame, column: str) -> None:
    if column not in table.columns:
        raise InputError(f"{str(file)!r} has no column {column!r}: it has {', '.join(map(str, table.columns))}.")


def _fit_store(
    folder: Path, u: list[str] | None, z: str | None, options: dict[str, Any]
) -> tuple[pd.DataFrame, BoundaryFit]:
    """The fit to a store, and the rows of its surface that the fit was made from."""
    from softprofile.evaluation.surface_fits import usable_rows

    surface = softprofile.Surface.from_store(folder)
    result = softprofile.fit_surface(surface, z, parameters=u, **options)
    rows, _ = usable_rows(surface.table, result.z_name)
    return surface.table[rows], result


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
