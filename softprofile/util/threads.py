"""One thread for the linear algebra library while a fit runs.

The matrices of a fit are small. Divided among threads they cost many times more than alone, the more so where other
programs want the processor too. Whoever fits much does so in processes.
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
    """Hold the library to one thread.

    It has one setting for the whole process: where fits overlap, the first of them sets it and gives the library back
    what it had. Two would each take the other's setting for the original, and leave it behind.
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
    """Found once: looking through all that the process has loaded takes as long as a small fit."""
    import numpy.linalg  # noqa: F401
    import scipy.linalg  # noqa: F401
    from threadpoolctl import ThreadpoolController

    with warnings.catch_warnings():
        # Which OpenMP libraries other packages brought along is not for a fit to speak of.
        warnings.simplefilter("ignore", RuntimeWarning)
        return ThreadpoolController()
