"""The paper's statements about Figure 1, its method and all examples, each with a verdict that follows from fits."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow
from softprofile.fitting.fit_boundary import fit
from softprofile.reproduction import trends
from softprofile.reproduction.claims import Claim, judged, untestable
from softprofile.reproduction.page import NOTHING, number, point
from softprofile.reproduction.pair import Pair, dents, mean_steps
from softprofile.reproduction.penalty_lines import growth_in_both_directions, growth_in_words
from softprofile.util.errors import SoftProfileWarning
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

# Smallest share of points on the same side that counts as high agreement.
_HIGH_AGREEMENT = 0.95
# A side of a boundary is convex if its hull takes at most this share of the range from the other side.
_NO_DENTS = 1e-3


class Example(NamedTuple):
    """Fits of an example, and the test error of its configurations where there is one.

    Attributes
    ----------
    pair : Pair
        The fitted boundaries.
    test : ndarray or None
        Test error of each configuration.
    """

    pair: Pair
    test: Array | None = None


def claims(table: pd.DataFrame, line: pd.DataFrame, split: Elbow, examples: Mapping[str, Example]) -> list[Claim]:
    """Judge the paper's statements about Figure 1, its method and all examples.

    Parameters
    ----------
    table : DataFrame
        Surface of the forest fires, with the columns lambda1, lambda2 and train_mse.
    line : DataFrame
        The scree plot: lambda1 and train_mse, in the order of lambda1.
    split : Elbow
        Turning point of the scree plot.
    examples : mapping of str to Example
        Fits of the examples, for the statements about all of them.

    Returns
    -------
    list of Claim
        The statements.
    """
    return [*_figure_claims(table, line, split), *_method_claims(line, split, examples), *_discussion_claims(examples)]


def _figure_claims(table: pd.DataFrame, line: pd.DataFrame, split: Elbow) -> list[Claim]:
    """Statements of Section 1 on both panels of Figure 1."""
    x, z = np.log10(line["lambda1"].to_numpy()), line["train_mse"].to_numpy()
    one = trends.growth(x, z)
    steps = np.diff(z) / np.diff(x)
    before, after = steps[: split.index - 1].mean(), steps[split.index - 1]
    both = growth_in_both_directions(table)
    return [
        untestable(
            "the curve of the scree plot with one hyper-parameter, and its turning point",
            "Figure 1(a)",
            "the paper shows no data and no numbers for this curve",
            "a curve of the same kind, from the forest fires",
        ),
        judged(
            "as the penalty is increased, the error grows, slowly at first and much steeper *at some point*",
            "Section 1",
            f"the slope grows {one.described('per decade of lambda1')}",
            one.accelerates and bool(np.all(np.diff(z) >= 0)),
            "the first step is more than half as steep as the steepest one, or the error falls somewhere",
        ),
        judged(
            "the method of Zhu and Ghodsi finds the turning point of a scree plot",
            "Section 1",
            f"the split is after lambda1 = {number(10**split.threshold)}; the step there is {number(after / before)} "
            "times as steep as the mean step before it",
            bool(after > 2 * before),
            "the step at the split is less than twice as steep as the mean step before it",
        ),
        judged(
            "as both hyper-parameters increase, the MSE increases, slowly at first, then faster in both directions",
            "Section 1, Figure 1(b)",
            growth_in_words(both),
            all(each.accelerates for each in both.values()),
            "along at least one penalty, the first step is more than half as steep as the steepest one",
        ),
    ]


def _method_claims(line: pd.DataFrame, split: Elbow, examples: Mapping[str, Example]) -> list[Claim]:
    """Statements of Section 2 that can be computed."""
    hard = fit(line[["lambda1"]], line["train_mse"], boundary="linear", softness="hard")
    same = bool(np.array_equal(hard.sides, np.where(np.arange(len(line)) < split.index, 1, 2)))
    fitted = next(iter(examples.values())).pair.quadratic
    gap = abs(softened_loglik(fitted.z, fitted.weights) - simplified_loglik(fitted.z, fitted.weights))
    step_gap = abs(softened_loglik(split.z, (hard.sides == 2).astype(float)) - split.loglik)
    network = next(iter(examples.values())).pair.network
    return [
        judged(
            "the one-dimensional method, Eq. (2), is a special case of Eq. (3)",
            "Section 2.2",
            f"a fit with a linear boundary and hard sides puts {np.sum(hard.sides == 1)} points on side 1, the elbow "
            f"{split.index}; the log-likelihoods are {hard.loglik:.6f} and {split.loglik:.6f}",
            same and bool(np.isclose(hard.loglik, split.loglik, rtol=1e-9)),
            "the general search found another split",
        ),
        judged(
            "Eq. (3) is a special case of the softened Eq. (5), with weights 0 and 1",
            "Section 2.3",
            f"Eq. (5) with these weights differs from the elbow's log-likelihood by {number(step_gap, 2)}",
            step_gap < 1e-6,
            "the two differ by more than rounding",
        ),
        judged(
            "for the Gaussian, Eq. (5) reduces to Eq. (8)",
            "Section 2.4, Appendix A",
            f"at the fit of {next(iter(examples))} they differ by {number(gap, 2)}",
            gap < 1e-6,
            "the two differ by more than rounding",
        ),
        judged(
            "the network boundary of two hyper-parameters has 129 parameters",
            "Section 2.5.2",
            f"{len(network.parameters)}",
            len(network.parameters) == 129,
            "another number of hidden nodes",
        ),
        untestable(
            'boundaries *"match" what an "average" data scientist would otherwise sketch*',
            "Section 2.4",
            "it needs the judgement of people",
        ),
    ]


def softened_loglik(z: Array, weights: Array) -> float:
    """Compute the softened log-likelihood of the Gaussian density from its definition, Eq. (5).

    Parameters
    ----------
    z : ndarray of shape (n,)
        Performance.
    weights : ndarray of shape (n,)
        Weights s of side 2 (Eq. 4).

    Returns
    -------
    float
        The log-likelihood.
    """
    from scipy.stats import norm

    low, high = np.average(z, weights=1 - weights), np.average(z, weights=weights)
    sigma = np.sqrt(np.mean((1 - weights) * (z - low) ** 2 + weights * (z - high) ** 2))
    return float(np.sum((1 - weights) * norm.logpdf(z, low, sigma) + weights * norm.logpdf(z, high, sigma)))


def simplified_loglik(z: Array, weights: Array) -> float:
    """Compute the softened log-likelihood of the Gaussian density from its short form, Eq. (8).

    Parameters
    ----------
    z : ndarray of shape (n,)
        Performance.
    weights : ndarray of shape (n,)
        Weights s of side 2 (Eq. 4).

    Returns
    -------
    float
        The log-likelihood.
    """
    low, high = np.average(z, weights=1 - weights), np.average(z, weights=weights)
    rss = np.sum((1 - weights) * (z - low) ** 2 + weights * (z - high) ** 2)
    return float(-len(z) / 2 * (np.log(2 * np.pi * rss / len(z)) + 1))


def _discussion_claims(examples: Mapping[str, Example]) -> list[Claim]:
    """Statements of Section 4 about all examples."""
    tuned = {name: example for name, example in examples.items() if example.test is not None}
    convex = [name for name, each in examples.items() if dents(each.pair.quadratic) <= _NO_DENTS]
    dented = [name for name, each in examples.items() if dents(each.pair.network) > dents(each.pair.quadratic)]
    same = {name: each.pair.same_side / len(each.pair.quadratic.z) for name, each in examples.items()}
    closer = [name for name, each in tuned.items() if each.pair.distance < each.pair.boundary_distance]
    lower = {name: _share_lower(each) for name, each in tuned.items()}
    good = [name for name, share in lower.items() if share < 0.5]
    shapes = {name: trends.shape_of_sides(each.pair.quadratic) for name, each in examples.items()}
    plain = [name for name, shape in shapes.items() if shape.reasonable]
    moved = _poorly_focused(next(iter(tuned.values())).pair.quadratic)
    return [
        judged(
            "quadratic boundaries are regular and convex",
            "Section 4",
            f"one side is convex within the range of the points in {len(convex)} of {len(examples)} examples",
            len(convex) == len(examples),
            "a quadratic boundary may be a hyperbola with both branches in the range",
        ),
        judged(
            "network boundaries are more irregular, and not necessarily convex",
            "Section 4",
            f"the network's dents are larger than the quadratic's in {len(dented)} of {len(examples)} examples",
            len(dented) == len(examples),
            "the fitted network may be as regular as the quadratic",
        ),
        judged(
            "the two families divide the points in high agreement",
            "Section 4",
            "on the same side: " + ", ".join(f"{name} {100 * share:.1f} %" for name, share in same.items()),
            min(same.values()) >= _HIGH_AGREEMENT,
            f"less than {100 * _HIGH_AGREEMENT:.0f} % of the points are on the same side in at least one example",
        ),
        judged(
            "the agreement is *even higher* for the representative points",
            "Section 4",
            "distance of the points, and mean distance of the boundaries: "
            + ", ".join(
                f"{name} {number(each.pair.distance, 2)} and {number(each.pair.boundary_distance, 2)}"
                for name, each in tuned.items()
            ),
            len(closer) == len(tuned),
            "the paper does not say how agreement is measured; by this measure the points are closer than the "
            f"boundaries in {len(closer)} of {len(tuned)} examples",
        ),
        judged(
            "the representative point is often *a practically good* choice",
            "Section 4",
            "configurations with a lower test error than the one nearest to the quadratic point: "
            + ", ".join(f"{name} {100 * share:.0f} %" for name, share in lower.items()),
            len(good) > len(tuned) / 2,
            "in at least half of the examples, most configurations have a lower test error",
        ),
        judged(
            "two Gaussians with a common variance are usually a reasonable model",
            "Section 4",
            f"{len(plain)} of {len(examples)} examples pass ({trends.REASONABLE}): {', '.join(plain) or NOTHING}",
            len(plain) > len(examples) / 2,
            "at least half of the examples fail this criterion",
        ),
        judged(
            "a poorly focused search reduces the method's effectiveness",
            "Section 4",
            f"if only the configurations on side 1 of {next(iter(tuned))} are evaluated, the representative point "
            f"moves from {point(moved[0])} to {point(moved[1])}, that is, by {number(moved[2], 2)} grid steps",
            moved[2] > 1,
            "the point moves by less than one grid step",
        ),
    ]


def _share_lower(example: Example) -> float:
    """Share of the configurations with a lower test error than the one nearest to the quadratic point."""
    assert example.test is not None
    # The tolerance keeps rounding from telling equal errors apart.
    return float(np.mean(example.test < example.test[example.pair.quadratic.nearest_index()] - 1e-9))


def _poorly_focused(fitted: BoundaryFit) -> tuple[Array, Array, float]:
    """Fit again to side 1 alone; return both representative points and their distance in grid steps."""
    inside = fitted.sides == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SoftProfileWarning)
        again = fit(fitted.U[inside], fitted.z[inside])
    before, after = (np.array(each.representative_point, dtype=np.float64) for each in (fitted, again))
    there = fitted.transform.apply(after[None], fitted.names)[0]
    return before, after, float(np.linalg.norm((there - fitted.representative) / mean_steps(fitted)))
