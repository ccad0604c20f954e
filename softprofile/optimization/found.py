"""The result of a search."""

from __future__ import annotations

from typing import NamedTuple

from softprofile.util.validation import Array


class Found(NamedTuple):
    """Parameters of the best boundary found, and how it was found.

    Attributes
    ----------
    parameters : array of shape (p,)
        w, in transformed coordinates.
    ridge : float
        The ridge of the objective that w minimises.
    n_starts : int
        Number of starts.
    certified : bool
        Whether the partition is proven to be the best of the family (hard searches only).
    """

    parameters: Array
    ridge: float
    n_starts: int
    certified: bool = False
