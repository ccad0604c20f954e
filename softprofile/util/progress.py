"""Progress bars, shown only on a terminal and only after two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")

DELAY_SECONDS = 2.0

_begun: ContextVar[float | None] = ContextVar("_begun", default=None)


@contextmanager
def one_job() -> Iterator[None]:
    """Count the two seconds from here for all progress bars inside, not for each of them.

    Yields
    ------
    None
        Nothing.
    """
    token = _begun.set(time.monotonic())
    try:
        yield
    finally:
        _begun.reset(token)


def progress_bar(items: Iterable[T], unit: str, total: int | None = None, done: int = 0) -> Iterator[T]:
    """Iterate over items, with a progress bar on a terminal if it takes long.

    Parameters
    ----------
    items : iterable
        The items.
    unit : str
        What the bar counts, such as "fits".
    total : int, optional
        Number of items; needed if `items` has no length.
    done : int, default 0
        How many items were done before.

    Yields
    ------
    object
        Each item.
    """
    if not sys.stderr.isatty():
        yield from items
        return
    from tqdm.auto import tqdm

    begun = _begun.get()
    waited = 0.0 if begun is None else time.monotonic() - begun
    delay = max(DELAY_SECONDS - waited, 0.0)
    yield from tqdm(items, desc="softprofile", unit=f" {unit}", delay=delay, leave=False, total=total, initial=done)
