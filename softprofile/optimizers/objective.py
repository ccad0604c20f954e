"""What an optimiser sees: a function of many parameter vectors at once, and what it finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from softprofile.validation import Array

#: Parameters (starts, p) -> values (starts,) and gradients (starts, p); of one start, (p,) -> a number and (p,).
Objective = Callable[[Array], tuple[Array, Array]]


class Minima(NamedTuple):
    """Where each start ended, and the value there."""

    parameters: Array
    values: Array
