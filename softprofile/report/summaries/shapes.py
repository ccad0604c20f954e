"""The shape of a curve and the edge of the plateau, in the summaries of elbows and of fits."""

from __future__ import annotations

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.edge import Edge
from softprofile.fitting.elbow import Elbow
from softprofile.fitting.good_side import side_label
from softprofile.report.shown_edge import share_text
from softprofile.report.summaries.summary import Facts, Section, Summary, add_messages, number
from softprofile.util.messages import Message


def shape_facts(result: Elbow | BoundaryFit) -> Facts:
    """Return the shape of a curve as a fact to list, with its link or flat side; nothing for two levels."""
    shape = result.shape
    if not shape.has_curve:
        return []
    options = ", ".join(f"{key} {value}" for key, value in shape.options().items())
    return [("Shape", f"{shape.name} ({options})" if options else shape.name)]


def edge_facts(edge: Edge | None) -> Facts:
    """Return the level of z on the edge and the share of the improvement left there."""
    if edge is None:
        return []
    return [
        ("Edge of the plateau", f"{edge.fit.z_name} = {number(edge.level)}"),
        ("Improvement left", share_text(edge)),
    ]


def add_levels(summary: Summary, fit: BoundaryFit) -> None:
    """Add a table of the levels of a curve: two of a transition, or the level and the far end of a ramp."""
    rows = [[str(int(np.sum(fit.sides == side))), *map(number, fit.theta[side].values())] for side in (1, 2)]
    flat = fit.shape.flat_side
    what = {side: "" if flat is None else ", flat" if side == flat else ", far end of the slope" for side in (1, 2)}
    labels = [side_label(side, fit.better) + what[side] for side in (1, 2)]
    summary.tables.append(Section("Levels of the curve", labels, ["points", *fit.theta[1]], rows))


def edge_rows(edge: Edge | None) -> dict[str, list[str]]:
    """Return the rows of a table of points: the representative point of the edge, and the nearest beyond it."""
    if edge is None:
        return {}
    fit, row = edge.fit, edge.nearest_index()
    nearest = "nearest evaluated beyond the edge" if edge.inside.any() else "nearest evaluated (none beyond the edge)"
    return {
        "representative point of the edge": [*map(number, edge.point), number(edge.level)],
        nearest: [*map(number, fit.U[row]), number(fit.z[row])],
    }


def add_all_messages(summary: Summary, messages: tuple[Message, ...], edge: Edge | None) -> None:
    """Add the messages of a result, and those of its edge that the result does not have."""
    of_edge = () if edge is None else tuple(each for each in edge.messages if each not in messages)
    add_messages(summary, (*messages, *of_edge))
