"""Functions whose minima are known."""

from __future__ import annotations

import numpy as np

from softprofile.model.objective import Objective
from softprofile.util.validation import Array


def bowl(p: int) -> tuple[Objective, Array]:
    """7 + (w - c)' A (w - c) with curvatures from 1 to 10, and c."""
    rng = np.random.default_rng(p)
    centre = rng.standard_normal(p)
    turned, _ = np.linalg.qr(rng.standard_normal((p, p)))
    matrix = turned @ np.diag(np.linspace(1, 10, p)) @ turned.T

    def objective(w: Array) -> tuple[Array, Array]:
        away = w - centre
        return 7 + ((away @ matrix) * away).sum(axis=-1), 2 * away @ matrix

    return objective, centre


def rosenbrock(w: Array) -> tuple[Array, Array]:
    """sum 100 (w_{k+1} - w_k^2)^2 + (1 - w_k)^2, lowest at (1, ..., 1)."""
    bend, rest = w[..., 1:] - w[..., :-1] ** 2, 1 - w[..., :-1]
    gradient = np.zeros_like(w)
    gradient[..., :-1] = -400 * bend * w[..., :-1] - 2 * rest
    gradient[..., 1:] += 200 * bend
    return (100 * bend**2 + rest**2).sum(axis=-1), gradient
