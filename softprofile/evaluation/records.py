"""Records of finished evaluations, each stored as one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

Key = tuple[int, int]


class Task(NamedTuple):
    """One evaluation to run: the row of the grid, the number of the repeat, and the configuration."""

    row: int
    repeat: int
    config: dict[str, Any]


class Record(NamedTuple):
    """One finished evaluation: its metrics, or the error it raised."""

    row: int
    repeat: int
    metrics: dict[str, float]
    error: str
    seconds: float

    @property
    def key(self) -> Key:
        """Row and repeat, which identify an evaluation."""
        return self.row, self.repeat

    def to_line(self) -> bytes:
        """Serialize to one line of JSON, including the line end."""
        return (json.dumps(self._asdict()) + "\n").encode()


def failed(task: Task, error: str, seconds: float) -> Record:
    """Return the record of an evaluation that gave no result."""
    return Record(task.row, task.repeat, {}, error, seconds)


def read_record(line: bytes) -> Record | None:
    """Parse a line; None if it does not hold a record."""
    try:
        found = json.loads(line)
        return Record(
            row=_whole(found["row"]),
            repeat=_whole(found["repeat"]),
            metrics={str(name): float(value) for name, value in found["metrics"].items()},
            error=str(found["error"]),
            seconds=float(found["seconds"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def merge(records: dict[Key, Record], new: Iterable[Record]) -> None:
    """Add records in place; of two for the same evaluation, keep the first one that has a result, else the first."""
    for record in new:
        old = records.get(record.key)
        if old is None or (old.error and not record.error):
            records[record.key] = record


def _whole(value: Any) -> int:
    if isinstance(value, int) and value >= 0:
        return value
    raise ValueError(f"{value!r} is not a non-negative integer")
