"""Model fits in parallel processes, with a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from softprofile.util.jobs import run_all

T = TypeVar("T")


def run(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], jobs: int, unit: str) -> list[T]:
    """Compute ``[function(*task) for task in tasks]`` in parallel processes.

    Parameters
    ----------
    function : callable
        A function that can be pickled.
    tasks : sequence of tuple
        Positional arguments of each call.
    jobs : int
        Number of processes; -1 means one per core.
    unit : str
        What the progress bar counts, such as "splits".

    Returns
    -------
    list
        Results in the order of the tasks.

    Notes
    -----
    Processes are used instead of threads because each process has one R session, which runs one call at a time.
    """
    import joblib

    with joblib.parallel_config(backend="loky"):
        return run_all(function, tasks, min(jobs, len(tasks)), unit)
