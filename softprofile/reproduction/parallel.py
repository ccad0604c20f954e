"""Many model fits at once, in processes of their own, with a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from softprofile.util.jobs import run_all

T = TypeVar("T")


def run(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], jobs: int, unit: str) -> list[T]:
    """``[function(*task) for task in tasks]`` by `jobs` processes.

    Processes, not threads: R runs one call at a time, and there is one R in each process.
    """
    import joblib

    with joblib.parallel_config(backend="loky"):
        return run_all(function, tasks, min(jobs, len(tasks)), unit)
