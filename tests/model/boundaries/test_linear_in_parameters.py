"""A user-defined boundary that is linear in w needs only its features."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from softprofile.model.boundaries import LinearInParameters, get_boundary
from softprofile.util.validation import Array


class Cubic(LinearInParameters):
    name = "cubic"

    def n_parameters(self, m: int) -> int:
        return 3 * m + 1

    def design(self, U: Array) -> Array:
        return np.column_stack([U**3, U**2, U, np.ones(len(U))])

    def term_names(self, names: Sequence[str]) -> list[str]:
        return [*(f"{name}^{power}" for power in (3, 2, 1) for name in names), "constant"]


def test_features_define_the_boundary() -> None:
    cubic = Cubic()
    assert get_boundary(cubic) is cubic
    U, w = np.array([[2.0], [-1.0]]), np.array([1.0, 0.0, -3.0, 1.0])
    design = cubic.design(U)
    np.testing.assert_array_equal(cubic.value(design, w), [3.0, 3.0])
    np.testing.assert_array_equal(cubic.gradient(design, w), [[8, 4, 2, 1], [-1, 1, -1, 1]])
    assert cubic.coefficients(w, ["u"]) == {"u^3": 1.0, "u^2": 0.0, "u^1": -3.0, "constant": 1.0}
