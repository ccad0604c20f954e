"""Propose new configurations to evaluate: near the boundary, and beyond an edge of the grid."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import cKDTree
from scipy.special import expit

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.focus import FocusFinding, find_focus
from softprofile.fitting.focus_columns import Column, columns_of
from softprofile.fitting.good_side import side_label
from softprofile.util.errors import InputError, NoBoundaryError
from softprofile.util.messages import Message, warn
from softprofile.util.streams import random_stream
from softprofile.util.text import free_name
from softprofile.util.validation import Array, require_count

if TYPE_CHECKING:
    import pandas as pd

#: Computes the weight of candidates, by which their distance to the points already taken is multiplied.
CandidateWeight = Callable[[BoundaryFit, Array], Array]

_CANDIDATES = 4096
# Share of the proposals beyond edges: if a finding makes the answer unreliable, and if it is only a suggestion.
_BEYOND_IF_WARNED, _BEYOND_IF_SUGGESTED = 0.5, 0.25
# Proposals are rounded to this share of the range; more digits are meaningless.
_RESOLUTION = 1e-4
# Points at a smaller relative distance are the same.
_SAME = 1e-7


def refine(f: BoundaryFit, n: int = 10, *, random_state: int = 0) -> pd.DataFrame:
    r"""Propose the next configurations to evaluate.

    Most proposals fill the neighbourhood of the boundary or, for a transition or a ramp that knows which z is better,
    of the edge of the plateau. If `BoundaryFit.focus` finds that the grid should be extended beyond an edge, half of
    the proposals go there; a quarter if the finding is only a suggestion. If the fit knows which z is better, the range
    is not extended on the poor side.

    Parameters
    ----------
    f : BoundaryFit
        The fit.
    n : int, default 10
        Number of configurations to propose.
    random_state : int, default 0
        Seed of the candidates.

    Returns
    -------
    DataFrame
        One row per proposal: one column per hyper-parameter, in original units, and ``why``, the reason, with the side
        of the proposal if the fit knows which side is good. Integer hyper-parameters stay integer, and no proposal was
        evaluated before. Fewer than n rows, with a warning, if there are no more new integer configurations.

    Raises
    ------
    InputError
        If all configurations of whole numbers in the range were evaluated.

    See Also
    --------
    BoundaryFit.focus : Problems of the grid that determine the extensions.
    evaluate : Run an objective at the proposed configurations.

    Notes
    -----
    Near the boundary, proposals are chosen greedily among random candidates u. Each maximises

    .. math:: s (1 - s) \min_v |u - v|, \qquad s = 1 / (1 + \exp(-g / (h |\nabla g|)))

    in transformed coordinates, over the configurations v evaluated or proposed before. To first order
    :math:`g / |\nabla g|` is the distance to the boundary. The scale h is the median distance between neighbouring
    evaluated configurations, divided by the square root of the number of hyper-parameters. The side of a configuration
    many h away from the boundary is not in doubt. The edge of a curve is a level set of g too: there g is measured from
    its value at the edge. Beyond an edge, proposals are evenly spaced and near the
    representative point.

    Examples
    --------
    >>> import softprofile as sp
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
    >>> proposals = sp.refine(f, n=2)
    >>> proposals["why"].tolist()
    ['near the boundary', 'near the boundary']
    >>> list(proposals.columns)  # pass the hyper-parameters to sp.evaluate
    ['gamma', 'h', 'why']
    """
    import pandas as pd

    count = require_count(n, "n, the number of configurations,")
    rng = random_stream(require_count(random_state, "random_state", at_least=0))
    columns = columns_of(f)
    proposals = _Proposals(f, columns)
    for finding, share in _beyond_edges(f, count):
        for box in _boxes_beyond(columns, finding, share):
            proposals.add(1, box, _near_representative, rng, _reason(finding))
    level = _level_of_edge(f)
    reason = "near the boundary" if level is None else "near the edge of the plateau"
    near = partial(_near_boundary, level=level or 0.0)
    proposals.add(count - len(proposals.rows), _box(columns), near, rng, reason)
    if not proposals.rows:
        raise InputError("every configuration of whole numbers in this range was evaluated: extend the range.")
    if len(proposals.rows) < count:
        text = f"only {len(proposals.rows)} configurations of whole numbers are left to propose, not {count}."
        warn(Message("few-proposals-left", text))
    table = pd.DataFrame(np.array(proposals.rows), columns=list(f.names))
    for column in columns:
        if column.whole and np.abs(table[column.name]).max() < 2**53:
            table[column.name] = table[column.name].astype("int64")
    return table.assign(**{free_name("why", f.names): _with_sides(f, table, proposals.reasons)})


def _with_sides(f: BoundaryFit, table: pd.DataFrame, reasons: list[str]) -> list[str]:
    """Add the side of each proposal to its reason if the good side is known."""
    if f.good_side is None:
        return reasons
    sides = f.predict(table[list(f.names)])
    return [f"{reason}, {side_label(int(side), f.better)}" for reason, side in zip(reasons, sides, strict=True)]


class _Proposals:
    """The proposals so far, in original units, and the points that new ones must keep a distance from."""

    def __init__(self, fit: BoundaryFit, columns: list[Column]) -> None:
        self.fit, self.columns = fit, columns
        self.rows: list[Array] = []
        self.reasons: list[str] = []
        self._taken = fit.transformed

    def add(self, count: int, box: Array, weight: CandidateWeight, rng: np.random.Generator, reason: str) -> None:
        """Greedily take the candidates of the box with the largest weight times distance to all points taken."""
        originals = self._candidates(box, rng)
        points = self.fit.transform.apply(originals, self.fit.names)
        distances = np.asarray(cKDTree(self._taken).query(points)[0])
        weights = weight(self.fit, points)
        spread = math.sqrt(sum(column.span**2 for column in self.columns))
        for _ in range(count):
            best = int(np.argmax(np.where(distances > _SAME * spread, weights * distances, -1.0)))
            if not distances[best] > _SAME * spread:
                break
            self.rows.append(originals[best])
            self.reasons.append(reason)
            self._taken = np.vstack([self._taken, points[best]])
            distances = np.minimum(distances, np.linalg.norm(points - points[best], axis=1))

    def _candidates(self, box: Array, rng: np.random.Generator) -> Array:
        """Draw candidates uniformly from the box in transformed coordinates, rounded in original units."""
        low, high = box
        V = low + rng.random((_CANDIDATES, len(self.columns))) * (high - low)
        ends = np.array([[c.to_original(float(end)) for c, end in zip(self.columns, row, strict=True)] for row in box])
        originals = np.column_stack([_rounded(c, self.fit.transform.invert(V)[:, c.index]) for c in self.columns])
        return np.unique(np.clip(originals, *ends), axis=0)


def _level_of_edge(fit: BoundaryFit) -> float | None:
    """Return the value of g on the edge of the plateau; None for two levels, and if the good side is not known.

    The location of z is a monotone function of g, so that g is constant on the edge.
    """
    if fit.better is None or not fit.shape.has_curve:
        return None
    try:
        point = fit.edge().representative
    except NoBoundaryError:
        return None
    return float(fit.boundary.value(fit.boundary.design(point[None, :]), fit.parameters)[0])


def _near_boundary(fit: BoundaryFit, points: Array, level: float = 0.0) -> Array:
    """Compute the weight 4 s (1 - s), with s as in `refine` and g measured from a level."""

    def g(at: Array) -> Array:
        return fit.boundary.value(fit.boundary.design(at), fit.parameters) - level

    steps = 1e-4 * np.ptp(fit.transformed, axis=0)
    slopes = [
        (g(points + move) - g(points - move)) / (2 * size) for move, size in zip(np.diag(steps), steps, strict=True)
    ]
    values, steepness = g(points), np.linalg.norm(slopes, axis=0)
    distance = np.divide(np.abs(values), steepness, out=np.full(len(points), np.inf), where=steepness > 0)
    s = expit(distance / _spacing(fit.transformed))
    # Positive everywhere, so that the nearest candidates are taken if all are far from the boundary.
    return np.maximum(4 * s * (1 - s), np.finfo(float).tiny) + 1e-12 / (1 + distance)


def _near_representative(fit: BoundaryFit, points: Array) -> Array:
    """Compute a weight that falls like a Cauchy density with the distance from the representative point, in ranges."""
    return 1 / (1 + (((points - fit.representative) / np.ptp(fit.transformed, axis=0)) ** 2).sum(axis=1))


def _spacing(V: Array) -> float:
    """Compute the scale h of `refine`: the median nearest-neighbour distance over the square root of m."""
    distinct = np.unique(V, axis=0)
    return float(np.median(np.asarray(cKDTree(distinct).query(distinct, k=2)[0])[:, 1]) / math.sqrt(V.shape[1]))


def _beyond_edges(f: BoundaryFit, n: int) -> list[tuple[FocusFinding, int]]:
    """Pair each finding that asks for an extension with its number of proposals."""
    findings = [finding for finding in find_focus(f) if finding.direction != "between"]
    if not findings:
        return []
    warned = any(finding.severity == "warning" for finding in findings)
    total = math.ceil(n * (_BEYOND_IF_WARNED if warned else _BEYOND_IF_SUGGESTED))
    shares = [total // len(findings) + (k < total % len(findings)) for k in range(len(findings))]
    return [(finding, share) for finding, share in zip(findings, shares, strict=True) if share]


def _box(columns: list[Column]) -> Array:
    """Return the evaluated range in transformed coordinates: shape (2, m)."""
    return np.array([(column.levels[0], column.levels[-1]) for column in columns]).T


def _boxes_beyond(columns: list[Column], finding: FocusFinding, count: int) -> list[Array]:
    """Divide the region beyond the edge named by a finding into `count` slices of equal width."""
    column = next(each for each in columns if each.name == finding.parameter)
    cuts = np.linspace(column.to_transformed(finding.low), column.to_transformed(finding.high), count + 1)
    boxes = []
    for ends in pairwise(cuts):
        box = _box(columns)
        box[:, column.index] = ends
        boxes.append(box)
    return boxes


def _reason(finding: FocusFinding) -> str:
    edge = finding.high if finding.direction == "below" else finding.low
    return f"beyond the edge: {finding.parameter} {finding.direction} {edge:.4g}"


def _rounded(column: Column, values: Array) -> Array:
    """Round to whole numbers, or to about a ten thousandth of the range."""
    if column.whole:
        return np.round(values)
    if column.logged:
        # An absolute step of the logarithm is a relative step of the value.
        digits = math.ceil(-math.log10(min(_RESOLUTION * column.log_span, 1e-3)))
        magnitudes = np.floor(np.log10(values))
        return np.array([round(float(v), int(digits - e)) for v, e in zip(values, magnitudes, strict=True)])
    decimals = math.ceil(-math.log10(_RESOLUTION * float(np.ptp(column.original))))
    return np.array([round(float(v), decimals) for v in values])
