"""What an optimiser finds."""

from __future__ import annotations

from typing import NamedTuple

from softprofile.util.validation import Array


class Minima(NamedTuple):
    """Where each start ended, and the value there."""

    parameters: Array
    values: Array
