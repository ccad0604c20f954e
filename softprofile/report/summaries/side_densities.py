"""The densities of the two sides, in the summaries of elbows and of fits."""

from __future__ import annotations

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow
from softprofile.fitting.good_side import side_label
from softprofile.report.summaries.summary import Section, Summary, number


def add_densities(summary: Summary, result: Elbow | BoundaryFit) -> None:
    """Add a table of the fitted parameters of both sides."""
    theta, sides = result.theta, result.sides
    rows = [[str(int(np.sum(sides == side))), *map(number, theta[side].values())] for side in (1, 2)]
    labels = [side_label(side, result.better) for side in (1, 2)]
    summary.tables.append(Section("Densities", labels, ["points", *theta[1]], rows))


def good_side_facts(result: Elbow | BoundaryFit) -> list[tuple[str, str]]:
    """Return the good side as a fact to list, or nothing if it is not known."""
    return [] if result.good_side is None else [("Good side", f"{result.good_side} ({result.better} is better)")]


def density_text(result: Elbow | BoundaryFit) -> str:
    """Return the name of the density, with its arguments."""
    options = {key: value for key, value in result.density.options().items() if key != "inner"}
    arguments = ", ".join(f"{key}={value}" for key, value in options.items())
    return f"{result.density.name} ({arguments})" if arguments else result.density.name
