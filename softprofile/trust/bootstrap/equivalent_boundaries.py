"""A boundary drawn at random from those that split the points in the same way.

Between the points that it separates a boundary may lie anywhere: the likelihood of the partition is the same, and only
the ridge puts it in the middle. For a g that is linear in w these boundaries are the cone of all w with the same signs.
"""

from __future__ import annotations

import numpy as np

from softprofile.util.validation import Array

_STEPS = 50
_FIRST_RADIUS = 0.75


def draw_equivalent_boundary(features: Array, w: Array, rng: np.random.Generator) -> Array:
    r"""Draw w uniformly from directions with the same sides of all points, by hit-and-run; its length is kept.

    Uniform in the cone :math:`\{w : s_i x_i^T w > 0\}`, with :math:`s_i` the sides and :math:`x_i` the features, cut
    off at length one. Directions of steps have the covariance of Dikin's ellipsoid at the boundary given, which has
    the shape of the cone about it; 50 steps are enough from the middle of the cone, where a ridge leaves the boundary.
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
    # Rounding may have led over an edge of a very thin cone.
    return point * (length / float(np.linalg.norm(point))) if np.all(inside > 0) else w


def _directions(constraints: Array, point: Array, rng: np.random.Generator) -> Array:
    relative = constraints / (constraints @ point)[:, None]
    # The ball bounds the cone, so its curvature belongs to the ellipsoid too.
    precision = relative.T @ relative + np.eye(len(point)) / (1 - _FIRST_RADIUS**2)
    root = np.linalg.cholesky(precision)
    return np.linalg.solve(root.T, rng.standard_normal((len(point), _STEPS))).T


def _chord(point: Array, step: Array, slack: Array, change: Array) -> tuple[float, float]:
    """The multiples of the step that stay in the cone and in the unit ball."""
    square, half, rest = float(step @ step), float(point @ step), float(point @ point) - 1.0
    root = np.sqrt(max(half**2 - square * rest, 0.0))
    with np.errstate(divide="ignore"):
        ends = -slack / change
    low = max((-half - root) / square, float(np.max(ends, where=change > 0, initial=-np.inf)))
    high = min((-half + root) / square, float(np.min(ends, where=change < 0, initial=np.inf)))
    return min(low, 0.0), max(high, 0.0)
