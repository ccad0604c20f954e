"""Summary of a fitted boundary."""

from __future__ import annotations

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.edge import Edge
from softprofile.fitting.good_side import side_label
from softprofile.report.shown_edge import shown_edge
from softprofile.report.summaries.shapes import add_all_messages, add_levels, edge_facts, edge_rows, shape_facts
from softprofile.report.summaries.side_densities import add_densities, density_text, good_side_facts
from softprofile.report.summaries.summary import Section, Summary, add_facts, number

_COORDINATES = {"log": "(log {u} - {c}) / {s}", "standardize": "({u} - {c}) / {s}", "none": "{u}"}


def summarize_fit(fit: BoundaryFit, tolerance: float | None = None) -> Summary:
    """Return the data, transform, boundary, densities or levels, points and edge of a fit."""
    curve = fit.shape.has_curve
    edge = shown_edge(fit, tolerance)
    kind = "softened profile likelihood" if fit.softness == "soft" and not curve else "profile likelihood"
    summary = Summary(f"Plateau boundary by {kind}")
    add_facts(
        summary,
        [
            ("Performance", fit.z_name),
            ("Hyper-parameters", str(len(fit.names))),
            ("No. of points", str(len(fit.z))),
            ("Density", density_text(fit)),
            *shape_facts(fit),
            ("Boundary", fit.boundary.name),
            *fit.boundary.describe(fit.parameters, fit.names),
        ],
        [
            ("Log-likelihood", number(fit.loglik)),
            *([] if curve else [("Softness", fit.softness)]),
            ("Ridge", number(fit.ridge)),
            ("Parameters", str(len(fit.parameters))),
            ("Search", "proven best" if fit.certified else f"best of {fit.n_starts} starts"),
            *good_side_facts(fit),
            *edge_facts(edge),
        ],
    )
    _add_transform(summary, fit)
    terms = fit.boundary.term_names(fit.names)
    if terms is not None:
        rows = [[number(value)] for value in fit.parameters]
        summary.tables.append(Section("Boundary g, in these coordinates", terms, ["coefficient"], rows))
    add = add_levels if curve else add_densities
    add(summary, fit)
    _add_points(summary, fit, edge)
    add_all_messages(summary, fit.messages, edge)
    return summary


def _add_transform(summary: Summary, fit: BoundaryFit) -> None:
    """Add a table of the hyper-parameters: range, transform and coordinate."""
    rows = []
    for j, (name, kind) in enumerate(zip(fit.names, fit.transform.kinds, strict=True)):
        centre, scale = number(fit.transform.centres[j]), number(fit.transform.scales[j])
        formula = _COORDINATES[kind].format(u=name, c=centre, s=scale).replace("- -", "+ ")
        rows.append([number(fit.U[:, j].min()), number(fit.U[:, j].max()), kind, formula])
    summary.tables.append(
        Section("Hyper-parameter", fit.names, ["smallest", "largest", "transform", "coordinate"], rows)
    )


def _add_points(summary: Summary, fit: BoundaryFit, edge: Edge | None) -> None:
    """Add a table of the centres of gravity, the representative points and the nearest points."""
    centres = fit.centers_of_gravity.to_numpy()
    rows = {
        f"centre of gravity, {side_label(1, fit.better)}": [*map(number, centres[0]), ""],
        f"centre of gravity, {side_label(2, fit.better)}": [*map(number, centres[1]), ""],
        "representative point": [*map(number, fit.representative_point), ""],
    }
    overall = fit.nearest_index()
    for side in (1, 2):
        row = fit.nearest_index(side)
        marks = [*(["good"] if side == fit.good_side else []), *(["overall"] if row == overall else [])]
        label = f"nearest evaluated, side {side}" + (f" ({', '.join(marks)})" if marks else "")
        rows[label] = [*map(number, fit.nearest_point(side)), number(fit.z[row])]
    rows |= edge_rows(edge)
    summary.tables.append(Section("Points", list(rows), [*fit.names, fit.z_name], list(rows.values())))
