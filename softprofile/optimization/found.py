"""What a search returns."""

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
        Whether no other partition of the family is likelier (hard searches).
    """

    parameters: Array
    ridge: float
    n_starts: int
    certified: bool = False
