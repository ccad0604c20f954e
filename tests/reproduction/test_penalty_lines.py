"""The forest fires example along one penalty."""

from __future__ import annotations

import numpy as np

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.reproduction.penalty_lines import crossings


def test_crossings_lie_on_the_boundary() -> None:
    table = load_surface("forest-fires-enet").table
    fitted = sp.fit(table[["lambda1", "lambda2"]], table["train_mse"])
    (at,) = crossings(fitted, "lambda1", 1.0)
    assert abs(fitted.decision_function([[at, 1.0]])[0]) < 1e-2 * np.ptp(fitted.values)
    (at,) = crossings(fitted, "lambda2", 0.1)
    assert abs(fitted.decision_function([[0.1, at]])[0]) < 1e-2 * np.ptp(fitted.values)
    assert crossings(fitted, "lambda2", 30.0) == []
