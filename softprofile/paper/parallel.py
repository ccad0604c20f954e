"""Many model fits at once, in processes of their own, with a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from softprofile.progress import progress_bar

T = TypeVar("T")


def run(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], jobs: int, unit: str) -> list[T]:
    """``[function(*task) for task in tasks]`` by `jobs` processes.

    Processes, not threads: R runs one call at a time, and there is one R in each process.
    """
    import joblib

    workers = joblib.Parallel(n_jobs=min(jobs, len(tasks)), backend="loky", return_as="generator")
    results = workers(joblib.delayed(function)(*task) for task in tasks)
    return list(progress_bar(_Sized(results, len(tasks)), unit))


class _Sized(Generic[T]):
    """An iterator of known length, so that a bar shows how much is left."""

    def __init__(self, items: Iterator[T], length: int) -> None:
        self.items, self.length = items, length

    def __iter__(self) -> Iterator[T]:
        return self.items

    def __len__(self) -> int:
        return self.length
