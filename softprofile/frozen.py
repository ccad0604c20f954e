"""Dataclasses whose arrays cannot be changed."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np


class FrozenArrays:
    """A base of frozen dataclasses: every array is a read-only copy, also once unpickled.

    Nothing that is done later to the user's data changes a result.
    """

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                copy = value.copy()
                copy.setflags(write=False)
                object.__setattr__(self, field.name, copy)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()
