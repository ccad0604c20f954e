"""The same function for many arguments: here, in processes, or on the cluster that joblib is set to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from softprofile.errors import InputError
from softprofile.progress import progress_bar

T = TypeVar("T")


def run_all(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], n_jobs: int | None, unit: str) -> list[T]:
    """``[function(*task) for task in tasks]`` by `n_jobs` processes, as joblib counts them, with a progress bar."""
    if n_jobs is not None and (isinstance(n_jobs, bool) or not isinstance(n_jobs, int | np.integer) or n_jobs == 0):
        raise InputError(f"n_jobs must be a whole number other than 0, or None, not {n_jobs!r}.")
    import joblib

    results = joblib.Parallel(n_jobs=n_jobs, return_as="generator")(joblib.delayed(function)(*task) for task in tasks)
    return list(progress_bar(results, unit, total=len(tasks)))
