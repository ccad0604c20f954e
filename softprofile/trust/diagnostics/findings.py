"""Warnings of a diagnosis: each names a problem, its size and a remedy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.model.densities.location_scale import CommonScale
from softprofile.trust.diagnostics.checks import DENSITY, DISPERSION, FEWEST, LEVEL, VARIANCE, Check
from softprofile.trust.diagnostics.leverage import Leverage
from softprofile.trust.diagnostics.residuals import Tails

#: Significance level of each of the five or six tests, so that about one in twenty sound fits has a warning.
LEVEL_OF_TESTS = 0.01
#: Probability that the most extreme z is called an outlier if there is none.
LEVEL_OF_OUTLIERS = 0.05
#: Smallest share of the variance within a side, explained by the hyper-parameters, that is reported.
_WORTH_A_WORD = 0.1
_MOST_NAMED = 5


def findings(fit: BoundaryFit, checks: Sequence[Check], left_out: Leverage, tails: Tails | None) -> Iterator[str]:
    """Yield one sentence per problem found."""
    yield from _small_sides(fit)
    for check in checks:
        if check.p_value < LEVEL_OF_TESTS:
            yield from _failed(fit, check)
    if tails is not None:
        yield from _outliers(fit, tails)
    yield from _influential(fit, left_out)


def _small_sides(fit: BoundaryFit) -> Iterator[str]:
    for side in (1, 2):
        points = int(np.sum(fit.sides == side))
        if points < FEWEST:
            yield (
                f"side {side} holds only {points} of {len(fit.z)} points, too few to judge its level or spread: "
                "evaluate more configurations there, or doubt the boundary."
            )


def _failed(fit: BoundaryFit, check: Check) -> Iterator[str]:
    chance = "p < 0.001" if check.p_value < 0.001 else f"p = {check.p_value:.3f}"
    if check.name == VARIANCE and isinstance(fit.density, CommonScale):
        yield (
            f"the standard deviation of z is {check.effect:.2g} times larger on one side than on the other ({chance}), "
            f"but {fit.density.name} takes it to be the same: try density={fit.density.name + '-separate'!r}."
        )
    elif check.name == DISPERSION:
        more = "more" if check.effect > 1 else "less"
        yield (
            f"counts on side {check.side} vary {more} than {fit.density.name} says, {check.effect:.2g} times its "
            f"variance ({chance}): try another density, such as 'gaussian-separate'."
        )
    elif check.name == DENSITY:
        yield (
            f"z on side {check.side} does not follow the fitted {fit.density.name} density ({chance}): "
            "look at its Q-Q plot, and compare others with softprofile.compare."
        )
    elif check.name == LEVEL and check.effect > _WORTH_A_WORD:
        yield (
            f"side {check.side} is not level: the hyper-parameters explain {100 * check.effect:.0f} % of the variance "
            f"of z within it ({chance}), so look at the plot whether the boundary follows a visible change."
        )


def _outliers(fit: BoundaryFit, tails: Tails) -> Iterator[str]:
    n = len(fit.z)
    far = np.flatnonzero(tails.two_sided() * n < LEVEL_OF_OUTLIERS)
    if len(far):
        farthest = far[np.argmin(tails.two_sided()[far])]
        lie, their, them = ("lies", "its", "it") if len(far) == 1 else ("lie", "their", "them")
        yield (
            f"{_configurations(far)} {lie} far outside the {fit.density.name} density of {their} side "
            f"(z = {fit.z[farthest]:.4g} in row {farthest}): check {them}, or take a density with heavier tails."
        )


def _influential(fit: BoundaryFit, left_out: Leverage) -> Iterator[str]:
    without = left_out.rows[~np.isfinite(left_out.moves)]
    if len(without):
        yield f"without {_configurations(without)} there is no boundary: all rests on single points; evaluate more."
    strong = np.flatnonzero(left_out.influential & np.isfinite(left_out.moves))
    if len(strong):
        farthest = strong[np.argmax(left_out.moves[strong])]
        which = "it" if len(strong) == 1 else f"row {left_out.rows[farthest]}"
        yield (
            f"the representative point hangs on {_configurations(left_out.rows[strong])}: without {which} the point "
            f"moves by {left_out.moves[farthest]:.2g} standard deviations of the hyper-parameters; check that value, "
            "and evaluate more configurations nearby."
        )
    changed = left_out.nearest_changes & np.isfinite(left_out.moves)
    if changed.any():
        others = np.unique(left_out.nearest[changed])
        yield (
            f"leaving out one configuration changes the nearest evaluated one, row {fit.nearest_index()}, in "
            f"{int(changed.sum())} of {len(changed)} cases, to {_configurations(others)}: "
            "take these as equally good answers."
        )


def _configurations(rows: np.ndarray) -> str:
    named = ", ".join(str(row) for row in rows[:_MOST_NAMED])
    more = f" and {len(rows) - _MOST_NAMED} more" if len(rows) > _MOST_NAMED else ""
    return f"the configuration in row {named}" if len(rows) == 1 else f"the configurations in rows {named}{more}"
