"""Recommend a configuration: U, z -> Recommendation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.recommendation.choice import accepted_loss, choose_simplest, find_as_good, find_best
from softprofile.recommendation.coordinates import Coordinates, choose_coordinates
from softprofile.recommendation.edge import EdgeSearch
from softprofile.recommendation.failures import GAP, Mask, find_failures
from softprofile.recommendation.inputs import RULES, Search, read_search
from softprofile.recommendation.levelling import (
    OPTIMUM_INSIDE,
    STILL_IMPROVING,
    UNKNOWN,
    Levelling,
    find_levelling,
)
from softprofile.recommendation.levels_of_categories import Levels, read_levels
from softprofile.recommendation.lucky import find_lucky_best
from softprofile.recommendation.noise import noise_near_top
from softprofile.recommendation.paper import fit_levels
from softprofile.recommendation.reasons import Grounds, describe_configuration, reason_of_edge, reason_of_paper
from softprofile.recommendation.results import Recommendation
from softprofile.recommendation.simplicity import (
    ASSUMED,
    COST,
    NONE,
    Simplicity,
    by_assumption,
    by_cost,
    by_training,
    by_user,
    unordered,
)
from softprofile.recommendation.surface import Group, Surface, smooth_surface
from softprofile.util.errors import require_choice
from softprofile.util.messages import Message, warn
from softprofile.util.validation import is_constant

if TYPE_CHECKING:
    import pandas as pd

# A second lone best above a plateau is rare, a third one is no longer alone.
_MOST_LUCKY = 2


def recommend(
    U: Any,
    z: Any,
    *,
    better: str,
    z_se: Any = None,
    z_train: Any = None,
    cost: Any = None,
    simpler: Any = None,
    tolerance: float | None = None,
    rule: str = "edge",
    transform: Any = "auto",
) -> Recommendation:
    r"""Recommend one of the evaluated configurations.

    The recommended configuration is as good as the best evaluated up to noise, and the simplest of those: the one
    nearest to the edge of the plateau. The reason says what is given up against the best evaluated.

    Parameters
    ----------
    U : DataFrame, array-like of shape (n, m) or dict of columns
        Evaluated configurations, one row per configuration. Categories, booleans and None are allowed.
    z : array-like of shape (n,)
        Performance of each configuration, preferably a cross-validated score. NaN where the evaluation failed.
    better : {"lower", "higher"}
        Which z is better.
    z_se : array-like of shape (n,), optional
        Standard errors of z.
    z_train : array-like of shape (n,), optional
        Training scores, with the orientation of z. They show which configurations are more complex.
    cost : array-like of shape (n,), optional
        Cost of each configuration: time, number of parameters, support vectors. The cheapest configuration is then
        recommended rather than the simplest.
    simpler : dict of str to {"lower", "higher"}, optional
        Which values of a column make a simpler model, such as ``{"C": "lower"}``.
    tolerance : float, optional
        Share of the improvement that may be given up, between 0 and 1. The improvement is the distance between the best
        z and the poorer quartile. By default, the noise may be given up, or 2.5 % of the improvement if that is more.
    rule : {"edge", "paper"}, default "edge"
        "paper" is Eq. (12): the configuration nearest to the representative point of two levels. It may be worse than
        the best evaluated by any amount.
    transform : str, sequence of str or dict, default "auto"
        Transform of the columns, as in `fit`.

    Returns
    -------
    Recommendation
        The configuration, the reason, the alternatives and caveats. If there is nothing to compare, the best evaluated
        is returned, with the reason.

    Raises
    ------
    InputError
        If an argument cannot be used.

    Warns
    -----
    SoftProfileWarning
        One warning per message of severity "warning".

    See Also
    --------
    fit : Fit the boundary where improvement levels off.

    Notes
    -----
    1. Configurations that failed are left out: those without a finite z, and those below a gap of 1000 times the range
       of all better ones.
    2. z is smoothed by a Gaussian process in transformed coordinates, separately for each combination of categories,
       booleans and None. Poor scores are compressed first, so that a long tail does no harm.
    3. The noise is the smallest of three estimates near the top: restricted likelihood, leave-one-out residuals, and
       the standard errors. A lone best score that its neighbours do not support is set aside.
    4. A configuration is as good as the best if both its z and its smoothed z are worse by no more than the noise, or
       2.5 % of the improvement if that is more.
    5. Of those, the cheapest or simplest is recommended, and never one that is more complex than the best. The order
       comes from `cost`, else from `simpler`, else from the trend of `z_train`. Without these, the poor side is
       assumed to be the simpler one wherever z levels off towards one end of a hyper-parameter; if there is no such
       end, the recommended configuration is the best of the smoothed ones.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> depth = np.arange(1, 13)
    >>> rng = np.random.default_rng(0)
    >>> score = 0.9 - 0.4 * np.exp(-depth / 1.5) + 0.003 * rng.normal(size=12)
    >>> r = sp.recommend({"depth": depth}, score, better="higher", simpler={"depth": "lower"})
    >>> r.configuration.to_dict()
    {'depth': 7}
    >>> print(r.reason)  # doctest: +NORMALIZE_WHITESPACE
    depth=7 has z 0.9002, 0.00076 below that of the best evaluated (depth=8: 0.9009), within the noise of 0.002, and is
    simpler in the direction given by simpler=.
    """
    require_choice(rule, RULES, "rule")
    search = read_search(U, z, better, z_se, z_train, cost, simpler, tolerance)
    levels = read_levels(search.table)
    coordinates = choose_coordinates(levels.numbers, list(search.table.columns), transform)
    result = _examine(search, levels, coordinates)
    found = _by_paper(result, transform) if rule == "paper" else _by_edge(result)
    warn(*found.messages)
    return found


@dataclass(frozen=True)
class _Examined:
    """The search with all that does not depend on the rule."""

    search: Search
    levels: Levels
    coordinates: Coordinates
    failed: Mask
    lucky: tuple[int, ...]
    used: Mask
    surface: Surface
    best: int
    noise: float
    accepted: float
    messages: tuple[Message, ...]

    @property
    def best_evaluated(self) -> int:
        """The row with the best score of all, lucky or not."""
        return self.lucky[0] if self.lucky else self.best

    @property
    def group(self) -> Group | None:
        """The smoothed group of the best configuration."""
        return self.surface.smoothed.get(int(self.levels.groups[self.best]))


def _examine(search: Search, levels: Levels, coordinates: Coordinates) -> _Examined:
    """Leave out failures, smooth, estimate the noise, and set lucky scores aside."""
    score, groups, V = search.score, levels.groups, coordinates.V
    failed = find_failures(score)
    messages = [*_failure_messages(search, failed), *coordinates.messages]
    used = ~failed
    lucky: list[int] = []
    while True:
        surface = smooth_surface(V, groups, score, used)
        best = find_best(score, surface.fitted, used, V, groups)
        likelihood = surface.likelihood_noise(int(groups[best]))
        z_se = None if search.z_se is None else search.z_se[used]
        noise = noise_near_top(score[used], surface.fitted[used], surface.loo_residuals[used], likelihood, z_se)
        noise = noise if surface.smoothed else 0.0
        row = find_lucky_best(score, used, groups, surface, noise) if len(lucky) < _MOST_LUCKY else None
        if row is None:
            break
        lucky.append(row)
        used = used & (np.arange(len(score)) != row)
    if lucky:
        text = (
            "the best z, in row {row}, is far better than the configurations around it predict, and is set aside: "
            "evaluate it again."
        )
        messages.append(Message("lucky-best", text, tuple(lucky)))
    improvement = surface.improvement if surface.smoothed or search.tolerance is not None else 0.0
    accepted = accepted_loss(noise, improvement, search.tolerance)
    return _Examined(
        search, levels, coordinates, failed, tuple(lucky), used, surface, best, noise, accepted, tuple(messages)
    )


def _by_edge(examined: _Examined) -> Recommendation:
    """Apply the guard and the order of simplicity."""
    search, surface, V, groups = examined.search, examined.surface, examined.coordinates.V, examined.levels.groups
    best, group = examined.best, examined.group
    levelling = None if group is None else find_levelling(group, surface.improvement, examined.noise)
    order = _order(examined, levelling)
    as_good = find_as_good(search.score, surface.fitted, examined.used, best, examined.accepted)
    pick = choose_simplest(as_good, best, order, surface.fitted, V, groups)
    messages = [*examined.messages, *_direction_messages(order), *_levelling_messages(examined, levelling)]
    own = surface.smoothed.get(int(groups[pick]))
    edge = None if own is None else _edge_search(examined, own)
    verdict = UNKNOWN if levelling is None else levelling.verdict
    obstacle = _obstacle(examined)
    if obstacle:
        messages.append(Message("nothing-to-compare", f"{obstacle}."))
    grounds = _grounds(examined, pick, order.source, int(as_good.sum()), obstacle)
    return _result(
        examined, pick, as_good, "edge", order.source, verdict, reason_of_edge(grounds), messages, edge_search=edge
    )


def _edge_search(examined: _Examined, group: Group) -> EdgeSearch:
    """Return what is needed to find the edge of the plateau in one group."""
    search, coordinates, columns = examined.search, examined.coordinates, group.columns
    return EdgeSearch(
        numbers=coordinates.numbers[np.ix_(group.rows, columns)],
        names=tuple(coordinates.names[j] for j in columns),
        z=search.z[group.rows],
        z_name=search.z_name,
        better=search.better,
        transform=coordinates.transform.take(columns),
        improvement=examined.surface.improvement,
        tolerance=search.tolerance,
    )


def _by_paper(examined: _Examined, transform: Any) -> Recommendation:
    """Apply Eq. (12) to the configurations with the levels of the best, without a guard."""
    import pandas as pd

    search, best = examined.search, examined.best_evaluated
    groups, coordinates = examined.levels.groups, examined.coordinates
    finite = np.isfinite(search.score)
    rows = np.flatnonzero(finite & (groups == groups[best]))
    columns = _edge_columns(examined, best).tolist()
    names = [coordinates.names[j] for j in columns]
    numbers = pd.DataFrame(examined.levels.numbers[np.ix_(rows, coordinates.columns[columns])], columns=names)
    kinds = transform if isinstance(transform, str) else {name: _kind(transform, name, search) for name in names}
    fitted = fit_levels(numbers, pd.Series(search.z[rows], name=search.z_name), kinds) if names else "no column varies"
    as_good = find_as_good(search.score, examined.surface.fitted, examined.used, examined.best, examined.accepted)
    if isinstance(fitted, str):
        text = f"two levels cannot be fitted ({fitted.rstrip('.')}), so the best evaluated configuration is taken"
        grounds = _grounds(examined, best, NONE, int(as_good.sum()), text)
        messages = [*examined.messages, Message("nothing-to-compare", f"{text}.", severity="warning")]
        return _result(
            examined, best, as_good, "paper", NONE, UNKNOWN, reason_of_edge(replace(grounds, lucky=False)),
            messages,
        )  # fmt: skip
    pick = int(rows[fitted.nearest_index()])
    grounds = _grounds(examined, pick, NONE, int(as_good.sum()), "")
    messages = [
        *(message for message in examined.messages if message.code not in ("lucky-best", "failures-left-out")),
        *fitted.messages,
    ]
    return _result(
        examined, pick, as_good, "paper", NONE, UNKNOWN, reason_of_paper(grounds), messages, levels_fit=fitted
    )


def _order(examined: _Examined, levelling: Levelling | None) -> Simplicity:
    """Return the order of simplicity from the first source that has one."""
    search, V, groups = examined.search, examined.coordinates.V, examined.levels.groups
    orders: list[Simplicity | None] = []
    if search.cost is not None and np.isfinite(search.cost[examined.best]):
        orders.append(by_cost(search.cost))
    if search.simpler:
        orders.append(by_user(search.table, examined.coordinates.names, V, search.simpler, examined.best))
    if search.train is not None:
        orders.append(by_training(V, groups, search.train, examined.used))
    found = next((order for order in orders if order is not None), None)
    if found is None and not orders and levelling is not None and examined.group is not None:
        members = groups == groups[examined.best]
        found = by_assumption(V, members, examined.group.columns, levelling.towards_good)
    return unordered(len(V)) if found is None else found


def _grounds(examined: _Examined, pick: int, source: str, as_good: int, obstacle: str) -> Grounds:
    search, best = examined.search, examined.best_evaluated
    cost = search.cost if source == COST else None
    return Grounds(
        pick=_described(search.table, pick),
        best=_described(search.table, best),
        z_name=search.z_name,
        z=float(search.z[pick]),
        z_best=float(search.z[best]),
        better=search.better,
        accepted=examined.accepted,
        noise=examined.noise,
        source=source,
        as_good=as_good,
        obstacle=obstacle,
        lucky=bool(examined.lucky),
        costs=None if cost is None else (float(cost[pick]), float(cost[best])),
        tolerance=search.tolerance,
    )


def _described(table: pd.DataFrame, row: int) -> str:
    return describe_configuration({name: table[name].tolist()[row] for name in table.columns})


def _obstacle(examined: _Examined) -> str:
    """Return why nothing could be compared with the best, if so."""
    score = examined.search.score[examined.used]
    if len(score) == 1:
        return "it is the only configuration with a usable z"
    if is_constant(score):
        return "z is the same everywhere, so there is nothing to choose by"
    if not examined.surface.smoothed:
        return "there are too few configurations, or too few different z, to estimate the noise"
    return ""


def _counted(rows: Mask) -> str:
    return "1 configuration" if rows.sum() == 1 else f"{int(rows.sum())} configurations"


def _are(rows: Mask) -> str:
    return "is" if rows.sum() == 1 else "are"


def _rows_of(rows: Mask) -> str:
    """Return the placeholder for the row numbers of a message."""
    return "row {row}" if rows.sum() == 1 else "rows {rows}"


def _failure_messages(search: Search, failed: Mask) -> list[Message]:
    missing = ~np.isfinite(search.score)
    below = failed & ~missing
    messages = []
    if missing.any():
        text = f"{_counted(missing)} without a finite z {_are(missing)} left out: {_rows_of(missing)}."
        messages.append(Message("missing-left-out", text, tuple(np.flatnonzero(missing).tolist())))
    if below.any():
        text = (
            f"{_counted(below)} {_are(below)} left out as failed, because a gap of more than {GAP:g} times the range "
            f"of all better z lies above: {_rows_of(below)}."
        )
        messages.append(Message("failures-left-out", text, tuple(np.flatnonzero(below).tolist())))
    return messages


def _direction_messages(order: Simplicity) -> list[Message]:
    if order.source != ASSUMED:
        return []
    text = (
        "which side is the simpler one is not known, and the poor side is assumed to be: give z_train, cost or simpler "
        "to be sure."
    )
    return [Message("direction-assumed", text)]


def _levelling_messages(examined: _Examined, levelling: Levelling | None) -> list[Message]:
    group, search = examined.group, examined.search
    if levelling is None or group is None:
        return []
    names = [examined.coordinates.names[j] for j in group.columns.tolist()]
    if levelling.verdict == OPTIMUM_INSIDE:
        inside = [name for name, ends in zip(names, levelling.good_ends, strict=True) if not ends.any()]
        text = (
            f"{search.z_name} is best inside the range of {' and '.join(inside)} and worse at both ends: this is an "
            "optimum, not a plateau, so the recommended configuration stays close to the best evaluated."
        )
        return [Message("optimum-inside", text)]
    if levelling.verdict != STILL_IMPROVING:
        return []
    values = examined.coordinates.numbers[np.ix_(group.rows, group.columns)]
    ends = [
        f"{name} {'above' if sign > 0 else 'below'} {(column.max() if sign > 0 else column.min()):.4g}"
        for name, sign, column in zip(names, levelling.improving, values.T, strict=True)
        if sign
    ]
    training = (
        ""
        if search.train is not None
        else (" A training score may improve for ever: if this is one, recommend by a cross-validated score.")
    )
    text = (
        f"{search.z_name} still improves at the end of the range, so there is no plateau yet: extend "
        f"{' and '.join(ends)}.{training}"
    )
    return [Message("still-improving", text)]


def _loss_messages(examined: _Examined, loss: float, rule: str) -> list[Message]:
    """Say so if the recommended configuration is worse than the best evaluated by more than the noise.

    It is a note if the loss is one that the rule accepts, and a warning otherwise.
    """
    if loss <= examined.noise or (examined.lucky and rule == "edge"):
        return []
    usual = accepted_loss(examined.noise, examined.surface.improvement, None)
    accepted = loss <= usual or (rule == "edge" and examined.search.tolerance is not None)
    side = "above" if examined.search.better == "lower" else "below"
    noise = f", and the noise is {examined.noise:.2g}" if examined.noise > 0 else ""
    text = f"the recommended configuration is {loss:.2g} {side} the best evaluated{noise}."
    return [Message("worse-than-best", text, severity="note" if accepted else "")]


def _result(
    examined: _Examined,
    pick: int,
    as_good: Mask,
    rule: str,
    direction: str,
    verdict: str,
    reason: str,
    messages: list[Message],
    edge_search: EdgeSearch | None = None,
    levels_fit: BoundaryFit | None = None,
) -> Recommendation:
    search, groups = examined.search, examined.levels.groups
    best = examined.best_evaluated
    loss = float(search.score[best] - search.score[pick])
    rows = np.flatnonzero(as_good)
    rows = rows[np.argsort(-search.score[rows], kind="stable")]
    return Recommendation(
        index=pick,
        best_index=best,
        reason=reason,
        loss=loss,
        noise=examined.noise,
        accepted_loss=examined.accepted,
        rule=rule,
        better=search.better,
        direction=direction,
        verdict=verdict,
        U=search.table,
        z=search.z,
        z_name=search.z_name,
        as_good=rows,
        group=np.flatnonzero(~examined.failed & (groups == groups[pick])),
        coordinates=examined.coordinates,
        edge_search=edge_search,
        levels_fit=levels_fit,
        messages=(*messages, *_loss_messages(examined, loss, rule)),
    )


def _edge_columns(examined: _Examined, pick: int) -> npt.NDArray[np.int64]:
    """Return the coordinates that vary in the group of the recommended configuration."""
    groups, numbers = examined.levels.groups, examined.coordinates.numbers
    rows = np.flatnonzero(np.isfinite(examined.search.score) & (groups == groups[pick]))
    own = examined.surface.smoothed.get(int(groups[pick]))
    if own is not None:
        return own.columns
    return np.array([j for j in range(numbers.shape[1]) if _varies(numbers[rows, j])], dtype=np.int64)


def _varies(column: npt.NDArray[np.float64]) -> bool:
    return len(column) > 0 and bool(np.isfinite(column).all()) and not is_constant(column)


def _kind(transform: Any, name: str, search: Search) -> str:
    """Return the transform of one column, when one is given per column."""
    if hasattr(transform, "get"):
        return str(transform.get(name, "auto"))
    return str(list(transform)[list(search.table.columns).index(name)])
