"""The command `softprofile` itself: its help, its version, and what its exit codes mean."""

from __future__ import annotations

from typing import Annotated

import typer

import softprofile
from softprofile.doors.cli.exit_codes import EXIT_CODES

app = typer.Typer(
    help=(
        "Find where improvement levels off, from evaluated hyper-parameter configurations and their performance, "
        "and pick one configuration.\n\n"
        "[bold]elbow[/bold] is for one hyper-parameter (or a scree plot), [bold]fit[/bold] for any number of them, "
        "[bold]evaluate[/bold] runs your model over a grid of them. Of a fit, [bold]test-plateau[/bold] says whether "
        "there is a plateau at all, [bold]bootstrap[/bold] how sure the answer is, [bold]diagnose[/bold] what may be "
        "wrong with it, [bold]focus[/bold] whether the grid was the right one and [bold]refine[/bold] what to evaluate "
        "next; [bold]compare[/bold] helps to choose boundary and density. [bold]demo[/bold] is for a first look, on "
        "data inside the package.\n\n"
        "Exit codes: " + " ".join(f"{int(code)}: {code.meaning}" for code in EXIT_CODES)
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


def main() -> None:
    """Entry point of the `softprofile` command."""
    app()
