"""A progress bar for what takes longer than a moment: shown on a terminal only, and after two seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

DELAY_SECONDS = 2.0


def progress_bar(items: Iterable[T], unit: str) -> Iterator[T]:
    """Iterate over `items`, with a bar if it lasts and somebody is looking."""
    if not sys.stderr.isatty():
        yield from items
        return
    from tqdm.auto import tqdm

    yield from tqdm(items, desc="softprofile", unit=f" {unit}", delay=DELAY_SECONDS, leave=False)
