"""The region that was evaluated, as an even grid of points, so that the density of the evaluations does not matter."""

from __future__ import annotations

import numpy as np
from scipy.stats import qmc

from softprofile.util.validation import Array

# Grid points along each coordinate, by number of coordinates; beyond three, Sobol points.
_GRID = {1: 2001, 2: 101, 3: 25}
_SOBOL_EXPONENT = 13


def even_grid(V: Array) -> Array:
    """Return points that cover the box of the configurations evenly.

    Parameters
    ----------
    V : array of shape (n, m)
        Configurations in transformed coordinates.

    Returns
    -------
    array of shape (k, m)
        The points.

    Examples
    --------
    >>> import numpy as np
    >>> even_grid(np.array([[0.0, 1.0], [2.0, 5.0], [1.0, 2.0]])).shape
    (10201, 2)
    """
    low, high = V.min(axis=0), V.max(axis=0)
    m = V.shape[1]
    if m in _GRID:
        axes = np.meshgrid(*[np.linspace(a, b, _GRID[m]) for a, b in zip(low, high, strict=True)], indexing="ij")
        return np.stack(axes, axis=-1).reshape(-1, m)
    return low + (high - low) * qmc.Sobol(m, scramble=False).random_base2(_SOBOL_EXPONENT)
