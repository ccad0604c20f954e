r"""Sequential Monte Carlo p-values (Besag and Clifford, 1991, Biometrika 78, 301-304).

Data sets are drawn under the null hypothesis one after another. Drawing stops when h of their statistics are at least
as large as the observed one, or after n draws. If the h-th such statistic is that of the l-th draw, the p-value is
h / l. If there are only g < h such statistics among n draws, it is (g + 1) / (n + 1). If the observed data and the
draws are exchangeable, :math:`P(p \le a) \le a` for every a, with equality at the attainable values of p unless
statistics are tied.
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
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array, require_count, require_number

#: Computes the statistic of the i-th draw. The draw depends only on i and the seed, so it can run in any process.
Draw = Callable[[int], float]

# Statistics with a smaller relative difference are tied.
_TIE = 1e-9
# Draws per process and batch: enough to be worth the overhead, few enough to waste little when drawing stops early.
_DRAWS_PER_PROCESS = 4


@dataclass(frozen=True)
class MonteCarloSettings:
    """Settings of a Monte Carlo test.

    Attributes
    ----------
    n : int
        Maximal number of draws.
    level : float
        Significance level.
    stop_after : int
        Stop when this many draws have a statistic at least as large as the observed one.
    n_jobs : int or None
        Number of processes, as in joblib.
    seed : int
        Seed of the draws.
    """

    n: int = 199
    level: float = 0.05
    stop_after: int = 10
    n_jobs: int | None = 1
    seed: int = 0

    @classmethod
    def validated(cls, n: Any, level: Any, stop_after: Any, n_jobs: Any, random_state: Any) -> MonteCarloSettings:
        """Validate the user's arguments.

        Raises
        ------
        InputError
            If an argument is invalid, or `n` is too small for any p-value to reach `level`.
        """
        draws = require_count(n, "n, the number of permutations,")
        alpha = require_number(level, "level", above=0, below=1)
        fewest = int(np.ceil(1 / alpha - 1 - _TIE))
        if draws < fewest:
            raise InputError(
                f"with {draws} permutations no p-value is as small as {alpha:g}: n must be at least {fewest}."
            )
        return cls(
            n=draws,
            level=alpha,
            stop_after=require_count(stop_after, "stop_after"),
            n_jobs=require_jobs(n_jobs),
            seed=require_count(random_state, "random_state", at_least=0),
        )

    def rng(self, stream: int, draw: int) -> np.random.Generator:
        """Return the generator of one draw in one stream of draws."""
        return random_stream(self.seed, "plateau test", stream, draw)


@dataclass(frozen=True, eq=False)
class MonteCarlo(ReadOnlyArrays):
    """Result of a Monte Carlo test.

    Attributes
    ----------
    statistic : float
        Observed statistic, a log-likelihood ratio in nats.
    null : ndarray of shape (k,)
        Statistics of the k draws under the null hypothesis, in the order drawn.
    p_value : float
        Sequential p-value of Besag and Clifford (1991): h / k if drawing stopped at the h-th statistic at least as
        large as the observed one, else (1 + number of such statistics) / (1 + k).
    """

    statistic: float
    null: Array
    p_value: float

    @property
    def n(self) -> int:
        """Number of draws made."""
        return len(self.null)


def sequential_p_value(statistic: float, draw: Draw, settings: MonteCarloSettings) -> MonteCarlo:
    """Compute the sequential Monte Carlo p-value of an observed statistic.

    Parameters
    ----------
    statistic : float
        Observed statistic.
    draw : callable
        ``draw(i)`` returns the statistic of the i-th data set drawn under the null hypothesis, i = 0, 1, ..., n - 1.
    settings : MonteCarloSettings
        Number of draws, stopping rule and number of processes.

    Returns
    -------
    MonteCarlo
        The observed statistic, those of the draws, and the p-value.

    Examples
    --------
    >>> null = [0.3, 1.2, 0.1, 2.5, 0.7]
    >>> sequential_p_value(2.0, lambda i: null[i], MonteCarloSettings(n=5)).p_value  # (1 + 1) / (5 + 1)
    0.3333333333333333
    """
    threshold = statistic - _TIE * max(1.0, abs(statistic))
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
    """Yield the statistics in order, computing only a few draws ahead of the one needed."""
    if settings.n_jobs == 1:
        yield from map(draw, range(settings.n))
        return
    import joblib

    batch = _DRAWS_PER_PROCESS * joblib.effective_n_jobs(settings.n_jobs)
    for first in range(0, settings.n, batch):
        yield from results(draw, [(i,) for i in range(first, min(first + batch, settings.n))], settings.n_jobs)
