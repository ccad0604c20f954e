"""The same function for many arguments: here, in processes, or on the cluster that joblib is set to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from softprofile.util.errors import InputError
from softprofile.util.progress import progress_bar

T = TypeVar("T")


def require_jobs(n_jobs: Any) -> int | None:
    """A number of processes as joblib counts them: -1 is one for each core, None what joblib is set to."""
    if n_jobs is None:
        return None
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int | np.integer) or n_jobs == 0:
        raise InputError(f"n_jobs must be a whole number other than 0, or None, not {n_jobs!r}.")
    return int(n_jobs)


def results(function: Callable[..., T], tasks: Iterable[tuple[Any, ...]], n_jobs: int | None) -> Iterator[T]:
    """``function(*task)`` for each of the tasks, in their order, by `n_jobs` processes; 1 is this process itself."""
    if require_jobs(n_jobs) == 1:
        return (function(*task) for task in tasks)
    import joblib

    parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator")
    return iter(parallel(joblib.delayed(function)(*task) for task in tasks))


def run_all(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], n_jobs: int | None, unit: str) -> list[T]:
    """All results, with a progress bar."""
    return list(progress_bar(results(function, tasks, n_jobs), unit, total=len(tasks)))
