r"""A p-value from statistics of data drawn under the null hypothesis, one after the other, until it is clear.

After Besag and Clifford (1991), *Sequential Monte Carlo p-values*, Biometrika 78, 301-304. Draws go on until h of their
statistics are at least the observed one, or until n were made. If the h-th such draw is the l-th of all, the p-value is
h / l; if n draws hold only g < h such, it is (g + 1) / (n + 1). Where the observed data and the draws are exchangeable,
:math:`P(p \le a) \le a` for every a, with equality at the values that p can take unless statistics are tied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from softprofile.util.errors import InputError
from softprofile.util.jobs import require_jobs, results
from softprofile.util.progress import one_job, progress_bar
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.validation import Array, require_count, require_number

#: The statistic of the i-th draw. What is drawn depends on i and a seed alone, so that processes may share the work.
Draw = Callable[[int], float]

# Statistics that differ by less than this are tied.
_ROUNDING = 1e-9
# Draws for each process in one go: worth the way there, and few to throw away where the answer is clear before.
_DRAWS_AT_ONCE = 4


@dataclass(frozen=True)
class MonteCarloSettings:
    """How many draws to make at most, when to stop, at which level to decide, where to compute, and the seed."""

    n: int = 199
    level: float = 0.05
    stop_after: int = 10
    n_jobs: int | None = 1
    seed: int = 0

    @classmethod
    def validated(cls, n: Any, level: Any, stop_after: Any, n_jobs: Any, random_state: Any) -> MonteCarloSettings:
        """A settings of what the user asks for, or one sentence that says why there is none."""
        draws = require_count(n, "n, the number of permutations,")
        alpha = require_number(level, "level", above=0, below=1)
        fewest = int(np.ceil(1 / alpha - 1 - _ROUNDING))
        if draws < fewest:
            raise InputError(
                f"of {draws} permutations no p-value is as small as {alpha:g}: n must be at least {fewest}."
            )
        return cls(
            n=draws,
            level=alpha,
            stop_after=require_count(stop_after, "stop_after"),
            n_jobs=require_jobs(n_jobs),
            seed=require_count(random_state, "random_state", at_least=0),
        )

    def rng(self, question: int, draw: int) -> np.random.Generator:
        """The generator of one draw for one question."""
        return np.random.default_rng([self.seed, question, draw])


@dataclass(frozen=True, eq=False)
class MonteCarlo(ReadOnlyArrays):
    """The statistic of the data beside those of data drawn under a null hypothesis.

    Attributes
    ----------
    statistic
        That of the data, in nats.
    null
        Those of the draws that were made, in their order.
    p_value
        h / l where the l-th and last draw was the h-th whose statistic is as large; else one more than the number of
        such draws, over one more than the number of all.
    """

    statistic: float
    null: Array
    p_value: float

    @property
    def n(self) -> int:
        """How many draws were made."""
        return len(self.null)


def sequential_p_value(statistic: float, draw: Draw, settings: MonteCarloSettings) -> MonteCarlo:
    """Compare a statistic with those of draws 0, 1, ..., n - 1 until `stop_after` of them are as large."""
    threshold = statistic - _ROUNDING * max(1.0, abs(statistic))
    null: list[float] = []
    exceeding = 0
    with one_job():
        for value in progress_bar(_in_order(draw, settings), "draws", total=settings.n):
            null.append(value)
            exceeding += value >= threshold
            if exceeding == settings.stop_after:
                return MonteCarlo(statistic, np.array(null), exceeding / len(null))
    return MonteCarlo(statistic, np.array(null), (exceeding + 1) / (settings.n + 1))


def _in_order(draw: Draw, settings: MonteCarloSettings) -> Iterator[float]:
    """Process by process a few draws ahead: where the answer is clear, the rest is never made."""
    if settings.n_jobs == 1:
        yield from map(draw, range(settings.n))
        return
    import joblib

    at_once = _DRAWS_AT_ONCE * joblib.effective_n_jobs(settings.n_jobs)
    for first in range(0, settings.n, at_once):
        yield from results(draw, [(i,) for i in range(first, min(first + at_once, settings.n))], settings.n_jobs)
