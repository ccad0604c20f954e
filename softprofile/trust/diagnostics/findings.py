"""Warnings of a diagnosis: each names a problem, its size and a remedy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.model.densities.location_scale import CommonScale
from softprofile.trust.diagnostics.checks import DENSITY, DISPERSION, FEWEST, LEVEL, TREND, VARIANCE, Check
from softprofile.trust.diagnostics.leverage import Leverage
from softprofile.trust.diagnostics.residuals import Tails
from softprofile.util.messages import Message
from softprofile.util.row_numbers import literal

#: Significance level of each of the five or six tests, so that about one in twenty sound fits has a warning.
LEVEL_OF_TESTS = 0.01
#: Probability that the most extreme z is called an outlier if there is none.
LEVEL_OF_OUTLIERS = 0.05
#: Smallest share of the variance within a side, explained by the hyper-parameters, that is reported.
_MIN_EXPLAINED_SHARE = 0.1


def findings(fit: BoundaryFit, checks: Sequence[Check], left_out: Leverage, tails: Tails | None) -> Iterator[Message]:
    """Yield one message per problem found."""
    yield from _small_sides(fit)
    for check in checks:
        if check.p_value < LEVEL_OF_TESTS:
            yield from _failed(fit, check)
    if tails is not None:
        yield from _outliers(fit, tails)
    yield from _influential(fit, left_out)


def _small_sides(fit: BoundaryFit) -> Iterator[Message]:
    for side in (1, 2):
        points = int(np.sum(fit.sides == side))
        if points < FEWEST:
            yield Message(
                "side-too-small",
                f"side {side} holds only {points} of {len(fit.z)} points, too few to judge its level or spread: "
                "evaluate more configurations there, or doubt the boundary.",
            )


def _failed(fit: BoundaryFit, check: Check) -> Iterator[Message]:
    chance = "p < 0.001" if check.p_value < 0.001 else f"p = {check.p_value:.3f}"
    if fit.shape.has_curve and check.name in (VARIANCE, DENSITY, TREND):
        yield from _failed_about_curve(fit, check, chance)
    elif check.name == VARIANCE and isinstance(fit.density, CommonScale):
        yield Message(
            "unequal-spread",
            f"the standard deviation of z is {check.effect:.2g} times larger on one side than on the other ({chance}), "
            f"but {fit.density.name} assumes that it is the same: try density={fit.density.name + '-separate'!r}.",
        )
    elif check.name == DISPERSION:
        more = "more" if check.effect > 1 else "less"
        yield Message(
            "wrong-dispersion",
            f"counts on side {check.side} vary {more} than {fit.density.name} says, {check.effect:.2g} times its "
            f"variance ({chance}): try another density, such as 'gaussian-separate'.",
        )
    elif check.name == DENSITY:
        yield Message(
            "density-misfit",
            f"z on side {check.side} does not follow the fitted {fit.density.name} density ({chance}): "
            "look at its Q-Q plot, and try other densities with compare().",
        )
    elif check.name == LEVEL and check.effect > _MIN_EXPLAINED_SHARE:
        yield Message(
            "side-not-level",
            f"side {check.side} is not level: the hyper-parameters explain {100 * check.effect:.0f} % of the variance "
            f"of z within it ({chance}), so check on the plot that the boundary follows a visible change.",
        )


def _failed_about_curve(fit: BoundaryFit, check: Check, chance: str) -> Iterator[Message]:
    if check.name == VARIANCE:
        yield Message(
            "unequal-spread",
            f"the standard deviation of z about the {fit.shape.name} is {check.effect:.2g} times larger on one side "
            f"than on the other ({chance}), but it is assumed to be the same: fit a transformed z, such as its "
            "logarithm, or use a density with heavier tails.",
        )
    elif check.name == DENSITY:
        yield Message(
            "density-misfit",
            f"z about the {fit.shape.name} does not follow the fitted {fit.density.name} density ({chance}): "
            "look at its residuals, and try other densities and shapes with compare().",
        )
    elif check.effect > _MIN_EXPLAINED_SHARE:
        yield Message(
            "trend-left",
            f"the {fit.shape.name} leaves a trend on side {check.side}: the hyper-parameters explain "
            f"{100 * check.effect:.0f} % of the variance of its residuals there ({chance}), so try another boundary or "
            "shape with compare().",
        )


def _outliers(fit: BoundaryFit, tails: Tails) -> Iterator[Message]:
    probabilities = tails.two_sided()
    far = np.flatnonzero(probabilities * len(fit.z) < LEVEL_OF_OUTLIERS)
    if len(far):
        farthest_first = far[np.argsort(probabilities[far], kind="stable")]
        lie, their, them = ("lies", "its", "it") if len(far) == 1 else ("lie", "their", "them")
        place = f"about the {fit.shape.name}" if fit.shape.has_curve else f"of {their} side"
        yield Message(
            "outliers",
            f"{_configurations(far)} {lie} far outside the {literal(fit.density.name)} density {place} "
            f"(z = {fit.z[farthest_first[0]]:.4g} in row {{row}}): check {them}, or use a density with heavier tails.",
            tuple(farthest_first),
        )


def _influential(fit: BoundaryFit, left_out: Leverage) -> Iterator[Message]:
    without = left_out.rows[~np.isfinite(left_out.moves)]
    if len(without):
        yield Message(
            "boundary-needs-single-rows",
            f"without {_configurations(without)} there is no boundary, so it depends on single points: "
            "evaluate more configurations.",
            tuple(without),
        )
    strong = np.flatnonzero(left_out.influential & np.isfinite(left_out.moves))
    if len(strong):
        farthest_first = strong[np.argsort(-left_out.moves[strong], kind="stable")]
        which = "it" if len(strong) == 1 else "row {row}"
        yield Message(
            "influential-rows",
            f"the representative point depends strongly on {_configurations(strong)}: without {which} the point "
            f"moves by {left_out.moves[farthest_first[0]]:.2g} standard deviations of the hyper-parameters; check that "
            "value, and evaluate more configurations nearby.",
            tuple(left_out.rows[farthest_first]),
        )
    changed = left_out.nearest_changes & np.isfinite(left_out.moves)
    if changed.any():
        others = np.unique(left_out.nearest[changed])
        yield Message(
            "nearest-point-unstable",
            "leaving out one configuration changes the nearest evaluated one, row {row}, in "
            f"{int(changed.sum())} of {len(changed)} cases, to {_configurations(others, '{other_rows}')}: "
            "treat these as equally good answers.",
            (fit.nearest_index(), *others),
        )


def _configurations(rows: np.ndarray, placeholder: str = "{rows}") -> str:
    return f"the configuration{'s' if len(rows) > 1 else ''} in row{'s' if len(rows) > 1 else ''} {placeholder}"
