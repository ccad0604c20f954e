"""The command ``softprofile``: its help, its version and its exit codes."""

from __future__ import annotations

from typing import Annotated

import typer

import softprofile
from softprofile.doors.cli.exit_codes import EXIT_CODES, report_errors
from softprofile.util.user_modules import import_user_module

app = typer.Typer(
    help=(
        "Find where improvement levels off, from evaluated hyper-parameter configurations and their performance, "
        "and pick one configuration.\n\n"
        "Use [bold]elbow[/bold] for one hyper-parameter (or a scree plot), [bold]fit[/bold] for any number of "
        "hyper-parameters, [bold]recommend[/bold] to choose a configuration, and [bold]evaluate[/bold] to run your "
        "model over a grid. To check a fit, use [bold]test-plateau[/bold] (is there a plateau?), "
        "[bold]bootstrap[/bold] (confidence intervals), "
        "[bold]diagnose[/bold] (model checks), [bold]focus[/bold] (is the grid adequate?) and [bold]refine[/bold] "
        "(which configurations to evaluate next). [bold]compare[/bold] helps to choose boundary and density. "
        "[bold]demo[/bold] shows an example on data inside the package.\n\n"
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
    plugin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE",
            help="Import a module that registers densities or boundaries of your own; repeat for each. It precedes the "
            "command: softprofile --plugin my_families fit ...",
        ),
    ] = None,
) -> None:
    """Handle the options that precede a command."""
    if version:
        typer.echo(softprofile.__version__)
        raise typer.Exit
    with report_errors():
        for module in plugin or []:
            import_user_module(module)


def main() -> None:
    """Run the ``softprofile`` command."""
    app()
