"""The command that chooses a configuration: ``recommend``."""

from __future__ import annotations

import json as json_format
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import softprofile
from softprofile.doors.cli import options
from softprofile.doors.cli.application import app
from softprofile.doors.cli.exit_codes import report_errors, say
from softprofile.doors.cli.figures import figure_of, save_figure
from softprofile.doors.cli.inputs import read_table, require_column
from softprofile.util.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from softprofile.recommendation import Recommendation


@app.command()
def recommend(
    file: options.Data,
    z: options.ZColumn,
    better: Annotated[
        str | None,
        typer.Option(
            metavar="lower|higher",
            help="Which values of --z are better. Needed, unless evaluate --store has kept it in the folder.",
        ),
    ] = None,
    u: Annotated[
        list[str] | None,
        typer.Option(
            "--u",
            metavar="COL",
            help="Column of a hyper-parameter; repeat for each. Default: all columns that no other option names.",
        ),
    ] = None,
    se: Annotated[str | None, typer.Option(metavar="COL", help="Column of the standard errors of --z.")] = None,
    train: Annotated[
        str | None,
        typer.Option(
            metavar="COL", help="Column of the performance on training data; it shows which models are more complex."
        ),
    ] = None,
    cost: Annotated[
        str | None,
        typer.Option(metavar="COL", help="Column of the cost; among those as good, the cheapest is recommended."),
    ] = None,
    simpler: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COL=lower|higher",
            help="Which values of a hyper-parameter make a simpler model, as in depth=lower. Repeat for each column.",
        ),
    ] = None,
    tolerance: Annotated[
        float | None,
        typer.Option(help="Share of the improvement that may be given up. Default: it depends on the noise."),
    ] = None,
    rule: Annotated[
        str, typer.Option(metavar="edge|paper", help="edge: at the edge of the plateau. paper: Eq. (12).")
    ] = "edge",
    transform: options.Transforms = None,
    plot: options.Plot = None,
    json: Annotated[bool, typer.Option("--json", help="Print the recommendation as JSON.")] = False,
) -> None:
    """Recommend a configuration: as good as the best evaluated up to the noise, and at the edge of the plateau.

    Hyper-parameters may be categories. In the folder of evaluate --store, --se is the standard error of --z by default.

    Example: softprofile recommend results.csv --z cv_error --better lower --u gamma --u h
    """
    with report_errors():
        directions = _read_simpler(simpler or [])
        table, names, se, kept = _read_data(file, z, u, [se, train, cost])
        better = better or kept
        if better is None:
            raise InputError(f"say which values of {z!r} are better: --better lower or --better higher.")
        found = softprofile.recommend(
            table[names],
            table[z],
            better=better,
            z_se=table[se] if se else None,
            z_train=table[train] if train else None,
            cost=table[cost] if cost else None,
            simpler=directions or None,
            tolerance=tolerance,
            rule=rule,
            transform=options.read_transforms(transform or []),
        )
        if json:
            say(json_format.dumps(_as_data(found), indent=2))
        else:
            if u is None:
                say(f"Hyper-parameters: {', '.join(names)}\n")
            say(str(found.summary()))
        if plot:
            save_figure(figure_of(found.plot()), plot, silent=json)


def _read_data(
    file: Path, z: str, u: list[str] | None, others: list[str | None]
) -> tuple[pd.DataFrame, list[str], str | None, str | None]:
    """Return the table, the columns of the hyper-parameters, that of the standard errors, and which z are better."""
    se, *_ = others
    named = [column for column in (z, *(u or []), *others) if column]
    if file.is_dir():
        surface = softprofile.Surface.from_store(file)
        for column in named:
            require_column(file, surface.table, column)
        automatic = f"{z}_se"
        se = se or (automatic if automatic in surface else None)
        return surface.table, u or list(surface.parameters), se, surface.better
    table = read_table(file, named)
    names = u or [str(column) for column in table.columns if column not in named]
    if not names:
        raise InputError(f"{str(file)!r} has no column left for the hyper-parameters: name them with --u.")
    return table, names, se, None


def _read_simpler(given: list[str]) -> dict[str, str]:
    """Read texts such as ``depth=lower``."""
    for text in given:
        if "=" not in text:
            raise InputError(f"--simpler must be COL=lower or COL=higher, not {text!r}.")
    # The name of a column may contain an equals sign; the direction does not.
    return {name: direction for name, _, direction in (text.rpartition("=") for text in given)}


def _as_data(found: Recommendation) -> dict[str, Any]:
    """Return a recommendation as numbers, texts, lists and mappings; rows are counted from 0."""
    return {
        "index": found.index,
        "configuration": _plain(found.configuration),
        "z": float(found.z[found.index]),
        "better": found.better,
        "best_index": found.best_index,
        "loss": float(found.loss),
        "noise": _number(found.noise),
        "rule": found.rule,
        "edge_point": None if found.edge_point is None else _plain(found.edge_point),
        "reason": found.reason,
        "alternatives": [
            {"index": row, **_plain(found.alternatives.iloc[i])} for i, row in enumerate(found.as_good.tolist())
        ],
        "messages": [{"code": each.code, "severity": each.severity, "text": each.text} for each in found.messages],
    }


def _plain(row: pd.Series[Any]) -> dict[str, Any]:
    """Return a row as a mapping that JSON can hold; a missing value is null."""
    return {str(name): _number(value) for name, value in row.items()}


def _number(value: Any) -> Any:
    """Return a value that JSON can hold: null if it is missing or infinite."""
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
