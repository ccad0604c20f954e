"""One thread for the linear algebra library while a fit runs.

The matrices of a fit are small, and dividing them among threads makes a fit many times slower, even more so if other
programs use the processor. To run many fits, use processes.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

_held = threading.Lock()


@contextmanager
def one_thread() -> Iterator[None]:
    """Limit the linear algebra library to one thread.

    The limit holds for the whole process. If fits overlap in several threads, only the first of them sets and restores
    it; otherwise one fit would take the limit of another for the original setting, and leave it behind.

    Yields
    ------
    None
        Nothing.
    """
    if not _held.acquire(blocking=False):
        yield
        return
    try:
        with _libraries().limit(limits=1, user_api="blas"):
            yield
    finally:
        _held.release()


@cache
def _libraries() -> Any:
    """The libraries of the process, found once: looking for them takes as long as a small fit."""
    import numpy.linalg  # noqa: F401
    import scipy.linalg  # noqa: F401
    from threadpoolctl import ThreadpoolController

    with warnings.catch_warnings():
        # Silence threadpoolctl's warning about duplicate OpenMP runtimes.
        warnings.simplefilter("ignore", RuntimeWarning)
        return ThreadpoolController()
