"""No window is opened, and no figure stays behind."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib.pyplot as plt
import pytest


@pytest.fixture(autouse=True)
def _agg() -> Iterator[None]:
    plt.switch_backend("agg")
    yield
    assert not plt.get_fignums(), "a figure was left open"
    plt.close("all")
