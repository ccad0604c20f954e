"""Centres of gravity, the representative point on the boundary, and the nearest evaluated point.

All in transformed coordinates: that is the geometry the boundary was fitted in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from softprofile.util.validation import Array

_SEGMENT_POINTS = 513
_SAME_ROOT = 1e-9


@dataclass(frozen=True)
class Representative:
    """The point on the boundary, and what had to be decided to find it."""

    point: Array
    crossings: Array
    messages: tuple[str, ...]


def masses(z: Array) -> tuple[Array, str | None]:
    """|z_i|, or |z_i - min z| with a message where z changes sign (Section 2.6.1)."""
    if np.all(z >= 0) or np.all(z <= 0):
        return np.abs(z), None
    shift = float(z.min())
    return z - shift, f"z changes sign, so masses are z - ({shift:g}): the representative point depends on this shift."


def centers_of_gravity(V: Array, z: Array, sides: npt.NDArray[np.int64]) -> tuple[Array, tuple[str, ...]]:
    """Mean of the points of each side, weighted by mass: Eq. (11). Shape (2, m)."""
    mass, message = masses(z)
    messages = [message] if message else []
    centres = []
    for side in (1, 2):
        weights = mass[sides == side]
        if not weights.sum() > 0:
            messages.append(f"all masses of side {side} are zero, so its centre is the plain mean of its points.")
            weights = np.ones_like(weights)
        # Divided by the largest first: masses of 1e300 must not overflow in the sum.
        centres.append(np.average(V[sides == side], axis=0, weights=weights / weights.max()))
    return np.array(centres), tuple(messages)


def representative_point(
    g: Callable[[Array], Array], centres: Array, V: Array, sides: npt.NDArray[np.int64]
) -> Representative:
    """Where the segment between the two centres crosses g = 0.

    Of several crossings the one nearest the segment's middle is taken. If there is none, both centres lie on one side
    of a curved boundary; then the way from the middle to the nearest evaluated point of the other side is followed.
    """
    first, second = centres
    crossings = _crossings(g, first, second)
    middle = (first + second) / 2
    if len(crossings):
        chosen = crossings[np.argmin(np.linalg.norm(crossings - middle, axis=1))]
        several = (
            f"the segment between the centres crosses the boundary {len(crossings)} times: "
            "the crossing nearest its middle is taken.",
        )
        return Representative(chosen, crossings, several if len(crossings) > 1 else ())
    held = 2 if g(middle[None, :])[0] > 0 else 1
    others = V[sides != held]
    target = others[np.argmin(np.linalg.norm(others - middle, axis=1))]
    crossings = _crossings(g, middle, target)
    if not len(crossings):
        # Only if g at the target is zero up to rounding.
        crossings = target[None, :]
    return Representative(
        crossings[0],
        crossings,
        (
            f"both centres of gravity lie on side {held}, so the segment between them does not cross the boundary: "
            f"the crossing on the way from its middle to the nearest point of side {3 - held} is taken.",
        ),
    )


def nearest_index(V: Array, point: Array, among: npt.NDArray[np.bool_]) -> int:
    """Index of the point of V nearest to `point`, Eq. (12); the first of those equally near."""
    candidates = np.flatnonzero(among)
    return int(candidates[np.argmin(np.linalg.norm(V[candidates] - point, axis=1))])


def _crossings(g: Callable[[Array], Array], start: Array, end: Array) -> Array:
    """All sign changes of g on the segment, each a bracketed root, in order from `start`."""

    def along(t: float) -> float:
        return float(g((start + t * (end - start))[None, :])[0])

    steps = np.linspace(0.0, 1.0, _SEGMENT_POINTS)
    above = g(start + steps[:, None] * (end - start)) > 0
    roots = [_root(along, steps[k], steps[k + 1]) for k in np.flatnonzero(above[1:] != above[:-1])]
    # A boundary that only touches the segment changes sign twice at one point.
    distinct = [root for i, root in enumerate(roots) if i == 0 or root - roots[i - 1] > _SAME_ROOT]
    return start + np.array(distinct)[:, None] * (end - start)


def _root(along: Callable[[float], float], low: float, high: float) -> float:
    ends = along(low), along(high)
    if ends[0] * ends[1] >= 0:
        # One end is zero up to the rounding in which one point and many are evaluated.
        return low if abs(ends[0]) < abs(ends[1]) else high
    return float(brentq(along, low, high, xtol=1e-15, rtol=1e-14))
