"""Fits for tests of the diagnostics."""

from __future__ import annotations

from typing import Any

import numpy as np

import softprofile as sp


def two_levels(
    n: int = 60, seed: int = 0, spread: float = 1.0, noise: str = "normal", **options: Any
) -> sp.BoundaryFit:
    """Fit two levels separated by a line; the noise of the upper one is `spread` times as large."""
    rng = np.random.default_rng(seed)
    U = rng.uniform(-2, 2, (n, 2))
    high = U[:, 0] + 0.5 * U[:, 1] > 0
    errors = rng.laplace(size=n) if noise == "laplace" else rng.standard_normal(n)
    z = np.where(high, 40 + spread * errors, 30 + errors)
    return sp.fit(U, z, **{"boundary": "linear", "transform": "standardize", **options})
