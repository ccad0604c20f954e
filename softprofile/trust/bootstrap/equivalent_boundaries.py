"""Sampling from the set of equivalent boundaries: those that split the points in the same way.

The likelihood of a partition does not determine where in the gap between the two sides the boundary lies; only the
ridge does. If g is linear in w, the equivalent boundaries form a cone: all w for which g has the same signs.
"""

from __future__ import annotations

import numpy as np

from softprofile.util.validation import Array

_STEPS = 50
_FIRST_RADIUS = 0.75


def draw_equivalent_boundary(features: Array, w: Array, rng: np.random.Generator) -> Array:
    r"""Draw a random boundary that leaves all points on the same side as `w` does, by hit-and-run sampling.

    The direction of the draw is uniform in the cone :math:`\{w : s_i x_i^T w > 0\}` intersected with the unit ball,
    where :math:`s_i = \pm 1` are the sides and :math:`x_i` the features. Its length is that of `w`. Steps are normal
    with the covariance of Dikin's ellipsoid at `w`, which adapts them to the shape of the cone. 50 steps suffice from
    the middle of the cone, where the ridge leaves the boundary.

    Parameters
    ----------
    features : ndarray of shape (n, p)
        Features of the points; g is ``features @ w``.
    w : ndarray of shape (p,)
        Parameters of the boundary.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of shape (p,)
        Parameters of the equivalent boundary; `w` itself if a point lies on the boundary.

    Examples
    --------
    >>> features = np.column_stack([[1.0, 2.0, 5.0, 6.0], np.ones(4)])
    >>> slope, constant = draw_equivalent_boundary(features, np.array([2.0, -7.0]), np.random.default_rng(0))
    >>> bool(2 < -constant / slope < 5)  # the threshold stays in the gap between 2 and 5
    True
    """
    values = features @ w
    if np.any(values == 0) or not np.all(np.isfinite(values)):
        return w
    length = float(np.linalg.norm(w))
    constraints = np.sign(values)[:, None] * features
    point = w * (_FIRST_RADIUS / length)
    steps = _directions(constraints, point, rng)
    reach = constraints @ steps.T
    slack = constraints @ point
    for step, change, t in zip(steps, reach.T, rng.random(_STEPS), strict=True):
        low, high = _chord(point, step, slack, change)
        move = low + t * (high - low)
        point = point + move * step
        slack = slack + move * change
    inside = constraints @ point
    # In a very thin cone rounding may have moved the point across a constraint.
    return point * (length / float(np.linalg.norm(point))) if np.all(inside > 0) else w


def _directions(constraints: Array, point: Array, rng: np.random.Generator) -> Array:
    """Draw the directions of all steps, with the covariance of Dikin's ellipsoid at `point`."""
    relative = constraints / (constraints @ point)[:, None]
    # The unit ball is a constraint too and contributes the curvature of its barrier.
    precision = relative.T @ relative + np.eye(len(point)) / (1 - _FIRST_RADIUS**2)
    root = np.linalg.cholesky(precision)
    return np.linalg.solve(root.T, rng.standard_normal((len(point), _STEPS))).T


def _chord(point: Array, step: Array, slack: Array, change: Array) -> tuple[float, float]:
    """Find the lowest and highest multiple of the step that stay in the cone and in the unit ball."""
    square, half, rest = float(step @ step), float(point @ step), float(point @ point) - 1.0
    root = np.sqrt(max(half**2 - square * rest, 0.0))
    with np.errstate(divide="ignore"):
        ends = -slack / change
    low = max((-half - root) / square, float(np.max(ends, where=change > 0, initial=-np.inf)))
    high = min((-half + root) / square, float(np.min(ends, where=change < 0, initial=np.inf)))
    return min(low, 0.0), max(high, 0.0)
