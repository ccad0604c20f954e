"""What an evaluation gives: a table of the configurations and their performance."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from softprofile.evaluation.configurations import Configurations
from softprofile.evaluation.records import Key, Record
from softprofile.evaluation.store import Store, read_store
from softprofile.util.messages import Message

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Surface:
    """Evaluated configurations.

    Attributes
    ----------
    table
        One row a configuration: its parameters; the mean of each metric over the repeats and, with more than one
        repeat, its standard error ``<metric>_se``; ``n_done``, how many repeats gave a result; ``error``, that of the
        first repeat that failed, else empty.
    parameters, metrics
        Names of the columns.
    repeats
        How many evaluations of each configuration were asked for.
    messages : tuple of Message
        Caveats: see `softprofile.Message`.
    """

    table: pd.DataFrame
    parameters: tuple[str, ...]
    metrics: tuple[str, ...]
    repeats: int
    messages: tuple[Message, ...] = ()

    @property
    def n_failed(self) -> int:
        """How many configurations failed, in any of their repeats."""
        return int((self.table["error"] != "").sum())

    @property
    def n_missing(self) -> int:
        """How many configurations are neither evaluated in all repeats nor failed: the run was stopped before."""
        return int(((self.table["error"] == "") & (self.table["n_done"] < self.repeats)).sum())

    def to_csv(self, path: str | Path) -> None:
        """Write the table."""
        self.table.to_csv(path, index=False)

    @classmethod
    def from_store(cls, folder: str | Path) -> Surface:
        """What is in a store so far."""
        store = read_store(folder)
        asked = max([store.meta.repeats, *(repeat + 1 for _, repeat in store.records)])
        surface = make_surface(Configurations(store.meta.grid), store.records, asked)
        return with_messages(surface, dropped_messages(store, surface))

    def __repr__(self) -> str:
        counts = [(self.n_failed, "failed"), (self.n_missing, "not finished")]
        notes = "".join(f"; {count} {what}" for count, what in counts if count)
        repeats = f", {self.repeats} repeats" if self.repeats > 1 else ""
        return (
            f"Surface({len(self.table)} configurations of {', '.join(self.parameters)}{repeats}; "
            f"{', '.join(self.metrics) or 'no results'}{notes})"
        )

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p>{escape(repr(self))}</p>{self.table.to_html(max_rows=20)}"


def make_surface(configurations: Configurations, records: Mapping[Key, Record], repeats: int) -> Surface:
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
    return Surface(table, configurations.names, metrics, repeats)


def standard_error(values: list[float]) -> float:
    """Of the mean: s / sqrt(n), where s has the divisor n - 1; not defined for one value."""
    with np.errstate(invalid="ignore"):
        return float(np.std(values, ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.nan


def with_messages(surface: Surface, messages: list[Message]) -> Surface:
    """The same surface with `messages`, and those about configurations that failed or are not finished."""
    told = list(messages)
    n = len(surface.table)
    if surface.n_failed:
        first: Any = next(error for error in surface.table["error"] if error)
        text = f"{surface.n_failed} of {n} configurations failed; the first error is {first}"
        told.append(Message("evaluations-failed", text))
    if surface.n_missing:
        text = f"{surface.n_missing} of {n} configurations are not finished: evaluate again with the same store."
        told.append(Message("evaluations-unfinished", text))
    return Surface(surface.table, surface.parameters, surface.metrics, surface.repeats, tuple(told))


def dropped_messages(store: Store, surface: Surface) -> list[Message]:
    """A message about records that were cut off, as long as something is missing."""
    dropped = store.dropped()
    if not dropped or not surface.n_missing:
        return []
    text = (
        f"{dropped} record(s) in the store {str(store.folder)!r} were cut off or damaged and are dropped: "
        "what they held is evaluated again."
    )
    return [Message("records-dropped", text)]
