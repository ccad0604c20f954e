"""The linear boundary g(u) = b'u + c: a threshold in one dimension, a hyperplane in more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from softprofile.model.boundaries.linear_in_parameters import LinearInParameters
from softprofile.util.validation import Array


class Linear(LinearInParameters):
    """Linear boundary, g(u) = b'u + c.

    It is a threshold in one dimension and a hyperplane in more.

    Examples
    --------
    >>> from softprofile.boundaries import Linear
    >>> Linear().term_names(["gamma", "h"])
    ['gamma', 'h', 'constant']
    """

    name: str = "linear"

    def n_parameters(self, m: int) -> int:
        """Return m + 1: m slopes and a constant."""
        return m + 1

    def design(self, U: Array) -> Array:
        """Return the features (u, 1)."""
        return np.column_stack([U, np.ones(len(U))])

    def term_names(self, names: Sequence[str]) -> list[str]:
        """Return the names of the columns and "constant"."""
        return [*names, "constant"]
