"""Summary of a fitted boundary."""

from __future__ import annotations

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.good_side import side_label
from softprofile.report.summaries.side_densities import add_densities, density_text, good_side_facts
from softprofile.report.summaries.summary import Section, Summary, add_facts, add_messages, number

_COORDINATES = {"log": "(log {u} - {c}) / {s}", "standardize": "({u} - {c}) / {s}", "none": "{u}"}


def summarize_fit(fit: BoundaryFit) -> Summary:
    """Return the data, transform, boundary, densities and points of a fit."""
    kind = "softened profile likelihood" if fit.softness == "soft" else "profile likelihood"
    summary = Summary(f"Plateau boundary by {kind}")
    add_facts(
        summary,
        [
            ("Performance", fit.z_name),
            ("Hyper-parameters", str(len(fit.names))),
            ("No. of points", str(len(fit.z))),
            ("Density", density_text(fit)),
            ("Boundary", fit.boundary.name),
            *fit.boundary.describe(fit.parameters, fit.names),
        ],
        [
            ("Log-likelihood", number(fit.loglik)),
            ("Softness", fit.softness),
            ("Ridge", number(fit.ridge)),
            ("Parameters", str(len(fit.parameters))),
            ("Search", "proven best" if fit.certified else f"best of {fit.n_starts} starts"),
            *good_side_facts(fit),
        ],
    )
    _add_transform(summary, fit)
    terms = fit.boundary.term_names(fit.names)
    if terms is not None:
        rows = [[number(value)] for value in fit.parameters]
        summary.tables.append(Section("Boundary g, in these coordinates", terms, ["coefficient"], rows))
    add_densities(summary, fit)
    _add_points(summary, fit)
    add_messages(summary, fit.messages)
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


def _add_points(summary: Summary, fit: BoundaryFit) -> None:
    """Add a table of the centres of gravity, the representative point and the nearest points."""
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
    summary.tables.append(Section("Points", list(rows), [*fit.names, fit.z_name], list(rows.values())))
