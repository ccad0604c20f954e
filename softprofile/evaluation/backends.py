"""Properties of joblib's backends: where their workers run, and how a dead worker is reported."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

NEW_WORKERS_SECONDS = 300.0


def active() -> Any:
    """Return the active joblib backend."""
    from joblib.parallel import get_active_backend

    return get_active_backend()[0]


def is_on_this_machine(backend: Any) -> bool:
    """Check whether the workers are processes on this machine."""
    parallel: Any = import_module("joblib.parallel")
    # Not isinstance: the backend of a cluster may be a subclass.
    return type(backend) in (parallel.LokyBackend, parallel.MultiprocessingBackend)


def shares_memory(backend: Any) -> bool:
    """Check whether the workers are threads of this process."""
    return bool(getattr(backend, "supports_sharedmem", False))


def is_this_process(backend: Any, n_jobs: int | None) -> bool:
    """Check whether the evaluations would run sequentially in this process."""
    import joblib

    parallel: Any = import_module("joblib.parallel")
    if isinstance(backend, parallel.SequentialBackend):
        return True
    return (is_on_this_machine(backend) or shares_memory(backend)) and joblib.effective_n_jobs(n_jobs) == 1


def is_death_of_worker(error: Exception) -> bool:
    """Check whether an error raised by joblib means that a worker process died, under loky or dask."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"


def wait_for_new_workers(backend: Any) -> None:
    """Give a cluster more time than joblib's ten seconds to replace workers that died."""
    if hasattr(backend, "wait_for_workers_timeout"):
        backend.wait_for_workers_timeout = max(backend.wait_for_workers_timeout or 0, NEW_WORKERS_SECONDS)


@contextmanager
def errors_reported(backend: Any) -> Iterator[None]:
    """Report to joblib the tasks that dask abandoned, for which joblib would otherwise wait forever.

    Dask abandons a task that killed several workers.
    """
    if type(backend).__name__ != "DaskDistributedBackend":
        yield
        return
    submit = backend.submit

    def submit_and_report(task: Any, callback: Any = None) -> Any:
        future = submit(task, callback)

        def report(done: Any) -> None:
            error = done.exception()
            if error is not None and callback is not None:
                callback(error)

        future.add_done_callback(report)
        return future

    backend.submit = submit_and_report
    try:
        yield
    finally:
        del backend.submit
