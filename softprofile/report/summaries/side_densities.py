"""The densities of the two sides, in the summaries of elbows and of fits."""

from __future__ import annotations

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow, SideTheta
from softprofile.report.summaries.summary import Section, Summary, number


def add_densities(summary: Summary, theta: SideTheta, sides: np.ndarray) -> None:
    """Add a table of the fitted parameters of both sides."""
    rows = [[str(int(np.sum(sides == side))), *map(number, theta[side].values())] for side in (1, 2)]
    summary.tables.append(Section("Densities", ["side 1", "side 2"], ["points", *theta[1]], rows))


def density_text(result: Elbow | BoundaryFit) -> str:
    """Return the name of the density, with its arguments."""
    options = {key: value for key, value in result.density.options().items() if key != "inner"}
    arguments = ", ".join(f"{key}={value}" for key, value in options.items())
    return f"{result.density.name} ({arguments})" if arguments else result.density.name
