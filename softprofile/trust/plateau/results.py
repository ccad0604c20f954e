"""What a test of the plateau found, with a verdict and one sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from softprofile.trust.plateau.sequential_p_value import MonteCarlo
from softprofile.trust.plateau.trends import LEVEL_RATE
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.upward import upward
from softprofile.util.validation import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from softprofile.report.summaries.summary import Summary

PLATEAU = "plateau"
NO_CHANGE = "no change"
STEADY_CHANGE = "steady change"
TURNING_POINT = "turning point"

#: Every verdict there is.
VERDICTS = (PLATEAU, NO_CHANGE, STEADY_CHANGE, TURNING_POINT)


@dataclass(frozen=True, eq=False)
class PlateauTest(ReadOnlyArrays):
    """Whether z has two levels: against one level and noise, and against a steady change.

    Attributes
    ----------
    verdict
        "no change", "steady change", "turning point" or "plateau".
    change
        The log-likelihood of the fit less that of a single density, beside those of permuted z; of sorted values,
        beside those of sorted samples of one population.
    steady
        The Gaussian log-likelihood of the two levels less that of a ramp, beside those of ramps with the same noise.
        None where the first question was answered with no, and for sorted values.
    rates
        How fast z changes within side 1 and within side 2, where a ramp has 1 and a level 0. None where not asked.
    level
        The level at which the two p-values were judged.
    z_name
        What was observed.
    population
        Of sorted values, the population that comes nearest: "normal" or "uniform". Empty otherwise.
    """

    verdict: str
    change: MonteCarlo
    steady: MonteCarlo | None
    rates: tuple[float, float] | None
    level: float
    z_name: str
    population: str = ""

    @property
    def statistic(self) -> float:
        """By how many nats two levels are likelier than one."""
        return self.change.statistic

    @property
    def p_value(self) -> float:
        """How often two levels would look as clear if z did not depend on the configuration."""
        return self.change.p_value

    @property
    def n(self) -> int:
        """How many permutations were made to answer the first question."""
        return self.change.n

    @property
    def null(self) -> Array:
        """The statistics of the permutations."""
        return self.change.null

    @property
    def steady_p_value(self) -> float | None:
        """How often two levels would beat a ramp as clearly if z changed steadily; None where not asked."""
        return None if self.steady is None else self.steady.p_value

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        return _sorted_sentence(self) if self.population else _sentence(self)

    def summary(self) -> Summary:
        """A table of both questions, with the sentence below."""
        return upward("report.summaries.plateau:summarize_plateau")(self)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the statistics under the null hypothesis of the question that decided, and the observed one."""
        return upward("report.plotting:plot_plateau")(self, ax=ax)

    def __repr__(self) -> str:
        steady = "" if self.steady is None else f", steady_p_value={self.steady.p_value:.3g}"
        return (
            f"PlateauTest({self.verdict!r}, statistic={self.statistic:.4g}, p_value={self.p_value:.3g}, n={self.n}"
            f"{steady})"
        )


def _sentence(test: PlateauTest) -> str:
    z, change, steady = test.z_name, test.change, test.steady
    if steady is None or test.rates is None:
        return (
            f"No plateau is shown: two levels of {z} are {change.statistic:.1f} nats likelier than one, and noise "
            f"alone does as well too often (p = {change.p_value:.2g}, {change.n} permutations)."
        )
    changes = f"{z} changes with the configuration (p = {change.p_value:.2g})"
    if test.verdict == PLATEAU:
        return (
            f"{z} has a plateau: two levels are {change.statistic:.1f} nats likelier than one "
            f"(p = {change.p_value:.2g}, {change.n} permutations) and fit better than they would if {z} changed "
            f"steadily (p = {steady.p_value:.2g})."
        )
    if test.verdict == TURNING_POINT:
        return (
            f"{changes} but turns in the middle of the range: it has a best or worst region there rather than a "
            "plateau."
        )
    if steady.p_value > test.level:
        return (
            f"{changes}, but nothing shows that it levels off: two levels fit no better than they would if {z} changed "
            f"steadily over the whole range (p = {steady.p_value:.2g})."
        )
    flattest = min((abs(rate) for rate in test.rates if not math.isnan(rate)), default=math.nan)
    return (
        f"{changes}, but hardly levels off: on the flatter side it still changes {flattest:.2f} times as fast as a "
        f"ramp would, more than the {LEVEL_RATE:g} that a plateau may have."
    )


def _sorted_sentence(test: PlateauTest) -> str:
    z, change = test.z_name, test.change
    beside = f"sorted samples of one {test.population} population (p = {change.p_value:.2g}, {change.n} samples)"
    if test.verdict == PLATEAU:
        return f"The sorted values of {z} have two levels, clearer than those of {beside}."
    return f"Nothing shows that the sorted values of {z} level off: two levels are no clearer in them than in {beside}."
