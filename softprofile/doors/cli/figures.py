"""Figures that a command writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from softprofile.util.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def save_figure(figure: Any, path: Path, *, silent: bool = False) -> None:
    """Write a figure, in the format given by the extension of the path, and say so."""
    supported = figure.canvas.get_supported_filetypes()
    if path.suffix.lower().lstrip(".") not in supported:
        raise InputError(f"a figure cannot be written as {str(path)!r}: its name must end in .{', .'.join(supported)}.")
    import matplotlib.pyplot as plt

    figure.savefig(path, dpi=150)
    plt.close(figure)
    if not silent:
        typer.echo(f"Figure written to {path}")


def figure_of(drawn: Any) -> Figure:
    """Return the figure of the axes, or array of axes, that a plot returns."""
    return (drawn.flat[0] if hasattr(drawn, "flat") else drawn).figure
