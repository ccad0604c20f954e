"""The part of a summary that elbows and fits share: their densities."""

from __future__ import annotations

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow, SideTheta
from softprofile.report.summaries.summary import Section, Summary, number


def add_densities(summary: Summary, theta: SideTheta, sides: np.ndarray) -> None:
    """Add a table of the fitted parameters of either side."""
    rows = [[str(int(np.sum(sides == side))), *map(number, theta[side].values())] for side in (1, 2)]
    summary.tables.append(Section("Densities", ["side 1", "side 2"], ["points", *theta[1]], rows))


def density_text(result: Elbow | BoundaryFit) -> str:
    """Name of the density, with its arguments."""
    options = {key: value for key, value in result.density.options().items() if key != "inner"}
    arguments = ", ".join(f"{key}={value}" for key, value in options.items())
    return f"{result.density.name} ({arguments})" if arguments else result.density.name
