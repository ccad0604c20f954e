"""Summaries in the manner of statsmodels, with its table classes: text, HTML and LaTeX from one object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import zip_longest
from textwrap import wrap

import numpy as np
from statsmodels.iolib.table import SimpleTable
from statsmodels.iolib.tableformatting import fmt_latex, fmt_txt

from softprofile.boundaries import LinearInParameters
from softprofile.plateau import MonteCarlo, PlateauTest
from softprofile.results import BoundaryFit, Elbow, SideTheta

_COORDINATES = {"log": "(log {u} - {c}) / {s}", "standardize": "({u} - {c}) / {s}", "none": "{u}"}

Facts = Sequence[tuple[str, str]]


@dataclass
class Summary:
    """Tables under one title, all brought to one width, with notes below."""

    title: str
    tables: list[Section] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def as_text(self) -> str:
        """Plain text."""
        natural = [str(table.simple_table()).splitlines() for table in self.tables]
        width = max(len(lines[0]) for lines in natural)
        bodies = [
            str(table.simple_table(widen=width - len(lines[0])))
            for table, lines in zip(self.tables, natural, strict=True)
        ]
        rule = "=" * width
        notes = ["\n".join(wrap(note, width)) for note in self.notes]
        first, *others = (body.split("\n", 1)[1] for body in bodies)
        dashes = "-" * width
        return "\n".join(
            [self.title.center(width).rstrip(), rule, first, *(f"{dashes}\n{o}" for o in others), rule, *notes]
        )

    def as_html(self) -> str:
        """HTML tables."""
        tables = "\n".join(table.escaped().simple_table().as_html() for table in self.tables)
        notes = "".join(f"\n<p>{escape(note)}</p>" for note in self.notes)
        return f"<p><b>{self.title}</b></p>\n{tables}{notes}"

    def as_latex(self) -> str:
        """LaTeX tabulars."""
        return "\n\n".join(
            [self.title, *(table.simple_table().as_latex_tabular() for table in self.tables), *self.notes]
        )

    def _repr_html_(self) -> str:
        return self.as_html()

    def __str__(self) -> str:
        return self.as_text()

    __repr__ = __str__


@dataclass
class Section:
    """One table: labels on the left, a header above each column."""

    title: str
    labels: Sequence[str]
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    align: str = "r"

    def escaped(self) -> Section:
        """The same with names that HTML would take for its own made harmless."""
        labels, headers = ([escape(text) for text in texts] for texts in (self.labels, self.headers))
        return replace(self, labels=labels, headers=headers, rows=[[escape(cell) for cell in row] for row in self.rows])

    def simple_table(self, widen: int = 0) -> SimpleTable:
        """As statsmodels' table, its first column `widen` characters wider than it need be."""
        stubs = [self.title, *self.labels] if self.headers else list(self.labels)
        width = max(map(len, stubs)) + widen
        table = SimpleTable(
            [list(self.headers), *map(list, self.rows)] if self.headers else [list(row) for row in self.rows],
            stubs=[stub.ljust(width) for stub in stubs],
            txt_fmt={**fmt_txt, "data_aligns": self.align, "colsep": "  "},
            ltx_fmt=fmt_latex,
        )
        if self.headers:
            table[0].dec_below = "header_dec_below"
        return table


def summarize_elbow(elbow: Elbow) -> Summary:
    """Data, split and densities of an elbow."""
    summary = Summary("Elbow by profile likelihood")
    add_facts(
        summary,
        [
            ("Values", elbow.z_name),
            ("Candidates", elbow.u_name),
            ("No. of points", str(len(elbow.z))),
            ("Density", _density_text(elbow)),
        ],
        [
            ("Elbow after", f"{elbow.index} points"),
            ("Threshold", f"{elbow.u_name} <= {number(elbow.threshold)}"),
            ("Log-likelihood", number(elbow.loglik)),
            ("Splits compared", str(len(elbow.splits))),
        ],
    )
    _add_densities(summary, elbow.theta, elbow.sides)
    add_messages(summary, elbow.messages)
    return summary


def summarize_fit(fit: BoundaryFit) -> Summary:
    """Data, transform, boundary, densities and points of a fit."""
    kind = "softened profile likelihood" if fit.softness == "soft" else "profile likelihood"
    summary = Summary(f"Plateau boundary by {kind}")
    add_facts(
        summary,
        [
            ("Performance", fit.z_name),
            ("Hyper-parameters", str(len(fit.names))),
            ("No. of points", str(len(fit.z))),
            ("Density", _density_text(fit)),
            ("Boundary", fit.boundary.name),
            *fit.boundary.describe(fit.parameters, fit.names),
        ],
        [
            ("Log-likelihood", number(fit.loglik)),
            ("Softness", fit.softness),
            ("Ridge", number(fit.ridge)),
            ("Parameters", str(len(fit.parameters))),
            ("Search", "proven best" if fit.certified else f"best of {fit.n_starts} starts"),
        ],
    )
    _add_transform(summary, fit)
    if isinstance(fit.boundary, LinearInParameters):
        terms = fit.boundary.term_names(fit.names)
        rows = [[number(value)] for value in fit.parameters]
        summary.tables.append(Section("Boundary g, in these coordinates", terms, ["coefficient"], rows))
    _add_densities(summary, fit.theta, fit.sides)
    _add_points(summary, fit)
    add_messages(summary, fit.messages)
    return summary


def summarize_plateau(test: PlateauTest) -> Summary:
    """Both questions, their statistics and p-values, and the answer."""
    summary = Summary("Test of the plateau")
    add_facts(
        summary,
        [("Performance", test.z_name), ("Verdict", test.verdict)],
        [("Level", number(test.level)), ("Null hypothesis", "sorted samples" if test.population else "permutations")],
    )
    one = f"one {test.population} population" if test.population else "one level"
    looks = {f"two levels against {one}": test.change}
    if test.steady is not None:
        looks["two levels against a ramp"] = test.steady
    headers = ["nats", "95 % of null below", "draws", "p-value"]
    summary.tables.append(Section("Question", list(looks), headers, [_look(look) for look in looks.values()]))
    if test.rates is not None:
        rows = [[number(rate)] for rate in test.rates]
        summary.tables.append(Section("Change beside a ramp", ["side 1", "side 2"], ["rate"], rows))
    summary.notes.append(test.sentence)
    return summary


def _look(look: MonteCarlo) -> list[str]:
    return [number(look.statistic), number(np.quantile(look.null, 0.95)), str(look.n), f"{look.p_value:.3g}"]


def _add_transform(summary: Summary, fit: BoundaryFit) -> None:
    rows = []
    for j, (name, kind) in enumerate(zip(fit.names, fit.transform.kinds, strict=True)):
        centre, scale = number(fit.transform.centres[j]), number(fit.transform.scales[j])
        formula = _COORDINATES[kind].format(u=name, c=centre, s=scale).replace("- -", "+ ")
        rows.append([number(fit.U[:, j].min()), number(fit.U[:, j].max()), kind, formula])
    summary.tables.append(
        Section("Hyper-parameter", fit.names, ["smallest", "largest", "transform", "coordinate"], rows)
    )


def _add_points(summary: Summary, fit: BoundaryFit) -> None:
    centres = fit.centers_of_gravity.to_numpy()
    rows = {
        "centre of gravity, side 1": [*map(number, centres[0]), ""],
        "centre of gravity, side 2": [*map(number, centres[1]), ""],
        "representative point": [*map(number, fit.representative_point), ""],
    }
    overall = fit.nearest_index()
    for side in (1, 2):
        row = fit.nearest_index(side)
        label = f"nearest evaluated, side {side}" + (" (overall)" if row == overall else "")
        rows[label] = [*map(number, fit.nearest_point(side)), number(fit.z[row])]
    summary.tables.append(Section("Points", list(rows), [*fit.names, fit.z_name], list(rows.values())))


def _add_densities(summary: Summary, theta: SideTheta, sides: np.ndarray) -> None:
    rows = [[str(int(np.sum(sides == side))), *map(number, theta[side].values())] for side in (1, 2)]
    summary.tables.append(Section("Densities", ["side 1", "side 2"], ["points", *theta[1]], rows))


def add_facts(summary: Summary, left: Facts, right: Facts) -> None:
    """Two columns of labels and texts."""
    pairs = list(zip_longest(left, right, fillvalue=("", "")))
    labels = [f"{label}:" if label else "" for (label, _), _ in pairs]
    rows = [[text, f"{label}:" if label else "", other] for (_, text), (label, other) in pairs]
    summary.tables.append(Section("", labels, [], rows, align="l"))


def add_messages(summary: Summary, messages: Sequence[str]) -> None:
    """The messages, numbered, below the tables."""
    for position, message in enumerate(messages, 1):
        summary.notes.append(f"Warning {position}: {message}")


def _density_text(result: Elbow | BoundaryFit) -> str:
    options = {key: value for key, value in result.density.options().items() if key != "inner"}
    arguments = ", ".join(f"{key}={value}" for key, value in options.items())
    return f"{result.density.name} ({arguments})" if arguments else result.density.name


def number(value: float) -> str:
    """Five digits of it."""
    return f"{value:.5g}"
