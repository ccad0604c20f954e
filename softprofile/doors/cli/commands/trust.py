"""Commands that check a fit: ``bootstrap``, ``test-plateau``, ``diagnose`` and ``compare``."""

from __future__ import annotations

from typing import Annotated

import typer

import softprofile
from softprofile.doors.cli import options
from softprofile.doors.cli.application import app
from softprofile.doors.cli.exit_codes import report_errors, say
from softprofile.doors.cli.figures import figure_of, save_figure
from softprofile.doors.cli.inputs import read_table, takes_a_fit
from softprofile.fitting.boundary_fit import BoundaryFit


@app.command()
@takes_a_fit
def bootstrap(
    fit: BoundaryFit,
    n: Annotated[int, typer.Option("--n", "-n", help="Number of replicates.")] = 500,
    kind: Annotated[str, typer.Option(help="How replicates are drawn: residual, pairs or parametric.")] = "residual",
    random_state: Annotated[int, typer.Option(help="Seed of the replicates.")] = 0,
    jobs: options.Jobs = 1,
    plot: options.Plot = None,
) -> None:
    """Bootstrap a fit: confidence intervals of the representative point, and a band of the boundary.

    Example: softprofile bootstrap fit.json --n 500 --plot sure.png
    """
    found = fit.bootstrap(n, kind=kind, n_jobs=jobs, random_state=random_state)
    say(str(found.summary()))
    if plot:
        save_figure(figure_of(found.plot()), plot)


@app.command("test-plateau")
@takes_a_fit
def plateau_test(
    fit: BoundaryFit,
    n: Annotated[int, typer.Option("--n", "-n", help="Largest number of permutations per test.")] = 199,
    level: Annotated[float, typer.Option(help="Significance level of the tests.")] = 0.05,
    random_state: Annotated[int, typer.Option(help="Seed of the permutations.")] = 0,
    jobs: options.Jobs = 1,
    plot: options.Plot = None,
) -> None:
    """Test whether there is a plateau: two levels, rather than noise or a steady change.

    Example: softprofile test-plateau fit.json
    """
    found = fit.test_plateau(n, level=level, n_jobs=jobs, random_state=random_state)
    say(str(found.summary()))
    if plot:
        save_figure(figure_of(found.plot()), plot)


@app.command()
@takes_a_fit
def diagnose(
    fit: BoundaryFit,
    random_state: Annotated[int, typer.Option(help="Seed of the simulated p-values.")] = 0,
    jobs: options.Jobs = 1,
    plot: options.Plot = None,
) -> None:
    """Check a fit: its densities, its variances, and influential configurations.

    Example: softprofile diagnose fit.json --plot diagnosis.png
    """
    found = fit.diagnose(n_jobs=jobs, random_state=random_state)
    say(str(found.summary()))
    if plot:
        save_figure(figure_of(found.plot()), plot)


@app.command()
def compare(
    file: options.File,
    u: Annotated[list[str], typer.Option("--u", metavar="COL", help="Column of a hyper-parameter; repeat for each.")],
    z: options.ZColumn,
    boundaries: Annotated[
        str, typer.Option(metavar="NAMES", help="Boundaries to compare, separated by commas.")
    ] = "linear,quadratic,network",
    densities: Annotated[
        str, typer.Option(metavar="NAMES", help="Densities to compare, separated by commas.")
    ] = "gaussian,laplace",
    folds: Annotated[int, typer.Option(help="Number of folds of the cross-validation.")] = 5,
    repeats: Annotated[int, typer.Option(help="Number of cross-validations, each with other folds.")] = 1,
    transform: options.Transforms = None,
    random_state: options.Seed = 0,
    better: options.Better = None,
    jobs: options.Jobs = 1,
    plot: options.Plot = None,
) -> None:
    """Compare boundaries and densities on the same data: likelihood, AIC, BIC and cross-validation.

    Example: softprofile compare surface.csv --u gamma --u h --z train_error
    """
    with report_errors():
        table = read_table(file, [*u, z])
        found = softprofile.compare(
            table[u],
            table[z],
            boundaries=_names(boundaries),
            densities=_names(densities),
            folds=folds,
            repeats=repeats,
            transform=options.read_transforms(transform or []),
            n_jobs=jobs,
            random_state=random_state,
            better=better,
        )
        say(str(found.summary()))
        if plot:
            save_figure(figure_of(found.plot()), plot)


def _names(text: str) -> list[str]:
    """Split a comma-separated list of names."""
    return [name.strip() for name in text.split(",") if name.strip()]
