"""Surfaces of the paper's examples: bundled with the package or computed anew, and the sentences that say which."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from softprofile.datasets.bundled import BUNDLED_SOURCE, SURFACES, load_surface
from softprofile.reproduction.page import number
from softprofile.surfaces.surface import Surface

if TYPE_CHECKING:
    import pandas as pd

COMPUTED_SOURCE = "computed in this process"


def computed_surface(
    table: pd.DataFrame, bundled: str, engine: str, *, preset: str = "", device: str = "", command: str = ""
) -> Surface:
    """Make a surface of models fitted in this process.

    Parameters
    ----------
    table : DataFrame
        Two columns of hyper-parameters, then the training and the test error.
    bundled : str
        Name of the bundled surface that was computed anew.
    engine : {"r", "python"}
        Language that fitted the models.
    preset, device : str
        Set of training options and device, where there are any.
    command : str
        Command that computes the surface; by default that of the bundled surface.

    Returns
    -------
    Surface
        With this provenance.
    """
    known = SURFACES[bundled]
    provenance = replace(
        known, source=COMPUTED_SOURCE, engine=engine, preset=preset, device=device, command=command or known.command
    )
    names = tuple(map(str, table.columns))
    return Surface(table, names[:2], names[2:], provenance=provenance)


def is_bundled(surface: Surface) -> bool:
    """Check whether the values come from the package."""
    return surface.provenance.source == BUNDLED_SOURCE


def page_command(surface: Surface, example: str) -> str:
    """Return the command that makes the page of an example from this surface."""
    return f"softprofile reproduce {example}" if is_bundled(surface) else surface.provenance.command


def origin(surface: Surface, r_package: str) -> str:
    """Say in one or two sentences where the values come from."""
    if is_bundled(surface):
        return (
            f"The surface is `{surface.provenance.name}` from the package, computed with R's `{r_package}`; "
            "`--recompute` fits all models again."
        )
    who = (
        f"R's `{r_package}`"
        if surface.provenance.engine == "r"
        else f"softprofile's Python engine, which is used if R's `{r_package}` is not installed"
    )
    return f"All models were fitted for this page, by {who}. {difference_from_bundled(surface)}"


def difference_from_bundled(surface: Surface) -> str:
    """Say how far the surface is from the bundled surface of the same name."""
    known = load_surface(surface.provenance.name)
    settings = list(known.parameters)
    if len(surface) != len(known) or not np.allclose(surface[settings], known[settings], rtol=1e-12, atol=0):
        return "Its configurations differ from those of the surface in the package."
    apart = {metric: float(np.abs(surface[metric] - known[metric]).max()) for metric in known.metrics}
    listed = " and ".join(f"{number(value, 2)} in {metric}" for metric, value in apart.items())
    return f"The largest differences from the surface in the package are {listed}."


def write_table(surface: Surface, folder: Path, name: str) -> dict[str, str]:
    """Write the table; return the file name and what the file holds."""
    file = f"{name}.csv"
    surface.to_csv(folder / file)
    return {file: f"the surface: {', '.join(surface.columns)}"}
