"""Calls of one function with many arguments: in this process, in others, or on the cluster joblib is set to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from softprofile.util.errors import InputError
from softprofile.util.progress import progress_bar

T = TypeVar("T")


def require_jobs(n_jobs: Any) -> int | None:
    """Check a number of processes.

    Parameters
    ----------
    n_jobs : int or None
        Number of processes as in joblib: -1 is one per core, None is what joblib is set to.

    Returns
    -------
    int or None
        The same number.

    Raises
    ------
    InputError
        If it is not a whole number other than 0, or None.
    """
    if n_jobs is None:
        return None
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int | np.integer) or n_jobs == 0:
        raise InputError(f"n_jobs must be a whole number other than 0, or None, not {n_jobs!r}.")
    return int(n_jobs)


def results(function: Callable[..., T], tasks: Iterable[tuple[Any, ...]], n_jobs: int | None) -> Iterator[T]:
    """Call a function with each of many argument tuples.

    Parameters
    ----------
    function : callable
        The function.
    tasks : iterable of tuple
        Its arguments, one tuple per call.
    n_jobs : int or None
        Number of processes as in joblib; 1 is this process itself.

    Returns
    -------
    iterator
        ``function(*task)`` for each task, in the order of the tasks.
    """
    if require_jobs(n_jobs) == 1:
        return (function(*task) for task in tasks)
    import joblib

    parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator")
    return iter(parallel(joblib.delayed(function)(*task) for task in tasks))


def run_all(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], n_jobs: int | None, unit: str) -> list[T]:
    """Call a function with each of many argument tuples, and show a progress bar.

    Parameters
    ----------
    function : callable
        The function.
    tasks : sequence of tuple
        Its arguments, one tuple per call.
    n_jobs : int or None
        Number of processes as in joblib; 1 is this process itself.
    unit : str
        What the progress bar counts, such as "fits".

    Returns
    -------
    list
        ``function(*task)`` for each task, in the order of the tasks.
    """
    return list(progress_bar(results(function, tasks, n_jobs), unit, total=len(tasks)))
