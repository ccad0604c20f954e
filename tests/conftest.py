"""Hypothesis: the same examples on every machine, or, with --hypothesis-profile=thorough, many new ones.

No test leaves a figure to the next.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("softprofile", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("softprofile")


@pytest.fixture(autouse=True)
def _no_figures() -> Iterator[None]:
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
