"""What a worker does with one task: look it up in the store, else evaluate it and store the record."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from softprofile.evaluation.isolation import attempt_isolated
from softprofile.evaluation.objectives import Shipped, attempt
from softprofile.evaluation.records import Record, Task
from softprofile.evaluation.store import Store, read_store
from softprofile.util.errors import InputError

_stores: dict[str, Store] = {}
_opening = threading.Lock()


@dataclass(frozen=True)
class Job:
    """What all tasks of one run share."""

    objective: Shipped
    style: str
    entropy: int
    time_limit: float | None
    folder: Path
    store_id: str


def run_task(job: Job, task: Task, deaths: int) -> tuple[Record, bool]:
    """Return the record of a task, and whether it is in the store.

    A cluster reassigns the tasks of a worker that died, including those that were finished but not yet collected.
    These are found in the store and not evaluated twice.
    """
    store = _store(job)
    if store is not None:
        store.refresh()
        known = store.records.get((task.row, task.repeat))
        if known is not None:
            return known, True
    record = evaluate_task(job, task, deaths)
    if store is not None:
        store.append(record)
    return record, store is not None


def evaluate_task(job: Job, task: Task, deaths: int = 0) -> Record:
    """Evaluate a task, in an isolated process if it has a time limit or may have killed a worker before."""
    if job.time_limit is not None or deaths:
        return attempt_isolated(job.objective, job.style, job.entropy, task, job.time_limit, deaths)
    return attempt(job.objective.load(), job.style, job.entropy, task)


def _store(job: Job) -> Store | None:
    """Open the store once per process; None if its folder is not visible here, as on another machine."""
    with _opening:
        if job.store_id not in _stores:
            try:
                store = read_store(job.folder)
            except (InputError, OSError):
                return None
            if store.meta.id != job.store_id:
                return None
            for old in _stores.values():
                old.close()
            _stores.clear()
            _stores[job.store_id] = store
        return _stores[job.store_id]
