"""Average evaluations into a surface."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from softprofile.evaluation.configurations import Configurations
from softprofile.evaluation.records import Key, Record
from softprofile.evaluation.store import Store, read_store
from softprofile.surfaces.provenance import UNKNOWN, Provenance
from softprofile.surfaces.surface import Surface
from softprofile.util.messages import Message


def surface_from_store(folder: str | Path) -> Surface:
    """Average the evaluations that a store holds so far."""
    store = read_store(folder)
    asked = max([store.meta.repeats, *(repeat + 1 for _, repeat in store.records)])
    made_by = provenance(store.meta.objective, store.meta.random_state, asked, store.folder)
    surface = make_surface(Configurations(store.meta.grid), store.records, asked, made_by, store.meta.better)
    return with_messages(surface, dropped_messages(store, surface))


def provenance(objective: str, random_state: int, repeats: int, folder: Path | None) -> Provenance:
    """Describe how `evaluate` computed a surface."""
    return Provenance(
        description=f"Metrics returned by the objective {objective}.",
        source="evaluated in this process" if folder is None else f"store {str(folder)!r}",
        command=f"softprofile.evaluate({objective}, grid, repeats={repeats}, random_state={random_state})",
    )


def make_surface(
    configurations: Configurations,
    records: Mapping[Key, Record],
    repeats: int,
    made_by: Provenance = UNKNOWN,
    better: str | None = None,
) -> Surface:
    """Average the records of each configuration, in the order of their repeats."""
    found = [
        [records[row, repeat] for repeat in range(repeats) if (row, repeat) in records]
        for row in range(len(configurations))
    ]
    # A dict for its order: metrics as they first appear.
    metrics = tuple(dict.fromkeys(name for row in found for record in row for name in record.metrics))
    table = configurations.table()
    for name in metrics:
        values = [[record.metrics[name] for record in row if name in record.metrics] for row in found]
        table[name] = [float(np.mean(v)) if v else math.nan for v in values]
        if repeats > 1:
            table[f"{name}_se"] = [standard_error(v) for v in values]
    table["n_done"] = [sum(not record.error for record in row) for row in found]
    table["error"] = [next((record.error for record in row if record.error), "") for row in found]
    return Surface(table, configurations.names, metrics, repeats, provenance=made_by, better=better)


def standard_error(values: list[float]) -> float:
    """Standard error of the mean, s / sqrt(n), where s has the divisor n - 1; nan for a single value."""
    with np.errstate(invalid="ignore"):
        return float(np.std(values, ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.nan


def with_messages(surface: Surface, messages: list[Message]) -> Surface:
    """Add `messages` to a surface, and those about what failed and what is not finished."""
    told = list(messages)
    n = len(surface.table)
    if surface.n_failed:
        first: Any = next(error for error in surface.table["error"] if error)
        text = f"{surface.n_failed} of {n} configurations failed; the first error is {first}"
        told.append(Message("evaluations-failed", text))
    if surface.n_missing:
        text = f"{surface.n_missing} of {n} configurations are not finished: evaluate again with the same store."
        told.append(Message("evaluations-unfinished", text))
    return replace(surface, messages=tuple(told))


def dropped_messages(store: Store, surface: Surface) -> list[Message]:
    """Say how many records were cut off or damaged, if any evaluation is missing."""
    dropped = store.dropped()
    if not dropped or not surface.n_missing:
        return []
    text = (
        f"{dropped} record(s) in the store {str(store.folder)!r} were cut off or damaged and are dropped: "
        "what they held is evaluated again."
    )
    return [Message("records-dropped", text)]
