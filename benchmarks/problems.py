"""Simulated surfaces to fit: two noisy levels and a curved boundary, in any number of hyper-parameters."""

from __future__ import annotations

import numpy as np

from softprofile.util.streams import random_stream
from softprofile.util.validation import Array


def surface(n: int, m: int = 2, seed: int = 0) -> tuple[Array, Array]:
    """Simulate uniform points on (-2, 2)^m; z is 10, or 13 outside an ellipsoid, with unit noise.

    Parameters
    ----------
    n : int
        Number of points.
    m : int, default 2
        Number of hyper-parameters.
    seed : int, default 0
        Seed of the random number generator.

    Returns
    -------
    U : ndarray of shape (n, m)
        Points.
    z : ndarray of shape (n,)
        Performance.
    """
    rng = random_stream(seed, "surface")
    U = rng.uniform(-2, 2, (n, m))
    distance = ((U + 1.5) ** 2 * np.linspace(1.0, 2.0, m)).mean(axis=1)
    z = 10.0 + 3.0 * (distance > np.median(distance)) + rng.standard_normal(n)
    return U, z
