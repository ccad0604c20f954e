"""Time of one job, or of two jobs measured alternately so that both see the same load of the machine."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

Job = Callable[[], object]

# Minimum duration of a measurement; very short jobs are repeated within it.
_LEAST_SECONDS = 0.0003
# Minimum total duration of all measurements, so that some are undisturbed on a busy machine.
_BUDGET = 1.0
_LONG = 0.1


class Pair(NamedTuple):
    """Minimum times of both jobs; the minimum is used because load can only add time.

    Attributes
    ----------
    ours, peer : float
        Seconds.
    """

    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        """Our time divided by the peer's."""
        return self.ours / self.peer

    @property
    def speedup(self) -> float:
        """The peer's time divided by ours."""
        return self.peer / self.ours


def seconds(job: Job, calls: int = 1) -> float:
    """Measure the mean time of consecutive calls.

    Parameters
    ----------
    job : callable
        Function without arguments.
    calls : int, default 1
        Number of calls.

    Returns
    -------
    float
        Seconds per call.
    """
    started = time.perf_counter()
    for _ in range(calls):
        job()
    return (time.perf_counter() - started) / calls


def enough_calls(job: Job) -> int:
    """Find the number of consecutive calls that lasts long enough to be measured, after a warm-up call.

    Parameters
    ----------
    job : callable
        Function without arguments.

    Returns
    -------
    int
        Number of calls.
    """
    first = seconds(job)
    if first > _LONG:
        return 1
    return max(1, math.ceil(_LEAST_SECONDS / max(seconds(job), 1e-9)))


def in_turns(ours: Job, peer: Job, repeats: int) -> Pair:
    """Measure two jobs alternately, after warm-up calls.

    Parameters
    ----------
    ours, peer : callable
        Functions without arguments.
    repeats : int
        Minimum number of measurements.

    Returns
    -------
    Pair
        Minimum times.
    """
    return Pair(*_least([ours, peer], repeats))


def least_seconds(job: Job, repeats: int) -> float:
    """Measure the minimum time of a job.

    Parameters
    ----------
    job : callable
        Function without arguments.
    repeats : int
        Minimum number of measurements.

    Returns
    -------
    float
        Seconds.
    """
    return _least([job], repeats)[0]


def _least(jobs: Sequence[Job], repeats: int) -> list[float]:
    calls = [enough_calls(job) for job in jobs]
    measured: list[list[float]] = []
    until = time.perf_counter() + _BUDGET
    while len(measured) < repeats or time.perf_counter() < until:
        measured.append([seconds(job, k) for job, k in zip(jobs, calls, strict=True)])
    return [float(value) for value in np.min(measured, axis=0)]


def exponent(sizes: Sequence[float], times: Sequence[float]) -> float:
    """Estimate the slope of log time on log size.

    Parameters
    ----------
    sizes : sequence of float
        Sizes of the problem.
    times : sequence of float
        Seconds at each size.

    Returns
    -------
    float
        The slope.
    """
    return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])
