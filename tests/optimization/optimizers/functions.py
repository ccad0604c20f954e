"""Test functions with known minima."""

from __future__ import annotations

import numpy as np

from softprofile.model.objective import Objective
from softprofile.util.validation import Array


def bowl(p: int) -> tuple[Objective, Array]:
    """Return 7 + (w - c)' A (w - c), where A has eigenvalues from 1 to 10, and c."""
    rng = np.random.default_rng(p)
    centre = rng.standard_normal(p)
    turned, _ = np.linalg.qr(rng.standard_normal((p, p)))
    matrix = turned @ np.diag(np.linspace(1, 10, p)) @ turned.T

    def objective(w: Array) -> tuple[Array, Array]:
        away = w - centre
        return 7 + ((away @ matrix) * away).sum(axis=-1), 2 * away @ matrix

    return objective, centre


def rosenbrock(w: Array) -> tuple[Array, Array]:
    """Return sum 100 (w_{k+1} - w_k^2)^2 + (1 - w_k)^2, with minimum at (1, ..., 1), and its gradient."""
    bend, rest = w[..., 1:] - w[..., :-1] ** 2, 1 - w[..., :-1]
    gradient = np.zeros_like(w)
    gradient[..., :-1] = -400 * bend * w[..., :-1] - 2 * rest
    gradient[..., 1:] += 200 * bend
    return (100 * bend**2 + rest**2).sum(axis=-1), gradient
