"""Centres of gravity, the representative point on the boundary, and the nearest evaluated point (Section 2.6.1).

Everything is in transformed coordinates, in which the boundary was fitted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from softprofile.util.messages import Message
from softprofile.util.validation import Array

_SEGMENT_POINTS = 513
_SAME_ROOT = 1e-9


@dataclass(frozen=True)
class Representative:
    """The representative point.

    Attributes
    ----------
    point : array of shape (m,)
        The point on the boundary.
    crossings : array of shape (k, m)
        All crossings of the segment, one of which is the point.
    messages : tuple of Message
        Caveats about the choice of the point.
    """

    point: Array
    crossings: Array
    messages: tuple[Message, ...]


def masses(z: Array) -> tuple[Array, tuple[Message, ...]]:
    """Return the masses of the points: ``|z_i|``, or ``z_i - min z`` if z changes sign (Section 2.6.1).

    Parameters
    ----------
    z : array of shape (n,)
        Performance of each configuration.

    Returns
    -------
    mass : array of shape (n,)
        The masses, none of them negative.
    messages : tuple of Message
        A message if z changes sign, else empty.
    """
    if np.all(z >= 0) or np.all(z <= 0):
        return np.abs(z), ()
    shift = float(z.min())
    text = f"z changes sign, so masses are z - ({shift:g}): the representative point depends on this shift."
    return z - shift, (Message("masses-shifted", text),)


def centers_of_gravity(V: Array, z: Array, sides: npt.NDArray[np.int64]) -> tuple[Array, tuple[Message, ...]]:
    """Return the centre of gravity of each side: the mean of its points weighted by mass, Eq. (11).

    Parameters
    ----------
    V : array of shape (n, m)
        Configurations in transformed coordinates.
    z : array of shape (n,)
        Performance of each configuration.
    sides : integer array of shape (n,)
        Side 1 or 2 of each configuration.

    Returns
    -------
    centres : array of shape (2, m)
        The centres of side 1 and side 2.
    messages : tuple of Message
        Caveats about the masses.
    """
    mass, shifted = masses(z)
    messages = list(shifted)
    centres = []
    for side in (1, 2):
        weights = mass[sides == side]
        if not weights.sum() > 0:
            text = f"all masses of side {side} are zero, so its centre is the unweighted mean of its points."
            messages.append(Message("masses-zero", text))
            weights = np.ones_like(weights)
        # Divided by the largest first, so that the sum of masses such as 1e300 does not overflow.
        centres.append(np.average(V[sides == side], axis=0, weights=weights / weights.max()))
    return np.array(centres), tuple(messages)


def representative_point(
    g: Callable[[Array], Array], centres: Array, V: Array, sides: npt.NDArray[np.int64]
) -> Representative:
    """Return the point where the segment between the two centres crosses g = 0.

    Of several crossings, the one nearest the middle of the segment is used. If there is none, both centres lie on one
    side of a curved boundary; then the segment from the middle to the nearest evaluated point of the other side is
    used instead.

    Parameters
    ----------
    g : callable
        Values of the boundary at an array of points of shape (k, m).
    centres : array of shape (2, m)
        Centres of gravity of side 1 and side 2.
    V : array of shape (n, m)
        Configurations in transformed coordinates.
    sides : integer array of shape (n,)
        Side 1 or 2 of each configuration.

    Returns
    -------
    Representative
        The point, all crossings, and caveats.
    """
    first, second = centres
    crossings = _crossings(g, first, second)
    middle = (first + second) / 2
    if len(crossings):
        chosen = crossings[np.argmin(np.linalg.norm(crossings - middle, axis=1))]
        if len(crossings) == 1:
            return Representative(chosen, crossings, ())
        text = (
            f"the segment between the centres crosses the boundary {len(crossings)} times: "
            "the crossing nearest its middle is used."
        )
        return Representative(chosen, crossings, (Message("several-crossings", text),))
    held = 2 if g(middle[None, :])[0] > 0 else 1
    others = V[sides != held]
    target = others[np.argmin(np.linalg.norm(others - middle, axis=1))]
    crossings = _crossings(g, middle, target)
    if not len(crossings):
        # This happens only if g at the target is zero up to rounding.
        crossings = target[None, :]
    text = (
        f"both centres of gravity lie on side {held}, so the segment between them does not cross the boundary: "
        f"the crossing between its middle and the nearest point of side {3 - held} is used."
    )
    return Representative(crossings[0], crossings, (Message("centres-on-one-side", text),))


def nearest_index(V: Array, point: Array, among: npt.NDArray[np.bool_]) -> int:
    """Return the index of the evaluated configuration nearest to a point, Eq. (12).

    Parameters
    ----------
    V : array of shape (n, m)
        Configurations in transformed coordinates.
    point : array of shape (m,)
        The point.
    among : boolean array of shape (n,)
        The configurations to choose from.

    Returns
    -------
    int
        Row of the nearest configuration; the first one if several are equally near.
    """
    candidates = np.flatnonzero(among)
    return int(candidates[np.argmin(np.linalg.norm(V[candidates] - point, axis=1))])


def _crossings(g: Callable[[Array], Array], start: Array, end: Array) -> Array:
    """All sign changes of g on the segment, found by bracketing, in order from `start`."""

    def along(t: float) -> float:
        return float(g((start + t * (end - start))[None, :])[0])

    steps = np.linspace(0.0, 1.0, _SEGMENT_POINTS)
    above = g(start + steps[:, None] * (end - start)) > 0
    roots = [_root(along, steps[k], steps[k + 1]) for k in np.flatnonzero(above[1:] != above[:-1])]
    # Where the boundary only touches the segment, g changes sign twice at one point.
    distinct = [root for i, root in enumerate(roots) if i == 0 or root - roots[i - 1] > _SAME_ROOT]
    return start + np.array(distinct)[:, None] * (end - start)


def _root(along: Callable[[float], float], low: float, high: float) -> float:
    ends = along(low), along(high)
    if ends[0] * ends[1] >= 0:
        # One end is zero up to rounding, which differs between evaluating one point and many.
        return low if abs(ends[0]) < abs(ends[1]) else high
    return float(brentq(along, low, high, xtol=1e-15, rtol=1e-14))
