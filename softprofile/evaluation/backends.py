"""What has to be known about joblib's backends: where they run, and how the death of a worker shows."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

NEW_WORKERS_SECONDS = 300.0


def active() -> Any:
    """The backend that joblib is set to."""
    from joblib.parallel import get_active_backend

    return get_active_backend()[0]


def is_on_this_machine(backend: Any) -> bool:
    """Whether its workers are processes on this machine."""
    parallel: Any = import_module("joblib.parallel")
    return type(backend) in (parallel.LokyBackend, parallel.MultiprocessingBackend)  # a cluster's may be a subclass


def shares_memory(backend: Any) -> bool:
    """Whether its workers are threads of this process."""
    return bool(getattr(backend, "supports_sharedmem", False))


def is_this_process(backend: Any, n_jobs: int | None) -> bool:
    """Whether nothing would run at the same time, or anywhere else."""
    import joblib

    parallel: Any = import_module("joblib.parallel")
    if isinstance(backend, parallel.SequentialBackend):
        return True
    return (is_on_this_machine(backend) or shares_memory(backend)) and joblib.effective_n_jobs(n_jobs) == 1


def is_death_of_worker(error: Exception) -> bool:
    """Whether this error of joblib says that a worker process ended: loky's, or dask's."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"


def wait_for_new_workers(backend: Any) -> None:
    """Let a cluster whose workers died take its time to start others, where joblib would give up after ten seconds."""
    if hasattr(backend, "wait_for_workers_timeout"):
        backend.wait_for_workers_timeout = max(backend.wait_for_workers_timeout or 0, NEW_WORKERS_SECONDS)


@contextmanager
def errors_told(backend: Any) -> Iterator[None]:
    """Let joblib know of tasks that dask gave up, as when they ended several workers: else it waits for ever."""
    if type(backend).__name__ != "DaskDistributedBackend":
        yield
        return
    submit = backend.submit

    def submit_and_tell(task: Any, callback: Any = None) -> Any:
        future = submit(task, callback)

        def tell(done: Any) -> None:
            error = done.exception()
            if error is not None and callback is not None:
                callback(error)

        future.add_done_callback(tell)
        return future

    backend.submit = submit_and_tell
    try:
        yield
    finally:
        del backend.submit
