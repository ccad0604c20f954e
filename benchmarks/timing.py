"""Seconds of one job, or of two taken in turns so that both meet the same noise of the machine."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

Job = Callable[[], object]

# One measurement lasts at least so long: very short jobs are repeated within it.
_LEAST_SECONDS = 0.0003
# Short measurements go on for so long in all: on a busy machine some of them then are undisturbed.
_BUDGET = 1.0
_LONG = 0.1


class Pair(NamedTuple):
    """The least seconds of both jobs: noise only ever adds."""

    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        """Our time over the peer's."""
        return self.ours / self.peer

    @property
    def speedup(self) -> float:
        """The peer's time over ours."""
        return self.peer / self.ours


def seconds(job: Job, calls: int = 1) -> float:
    """Seconds of one call, the mean of so many in a row."""
    started = time.perf_counter()
    for _ in range(calls):
        job()
    return (time.perf_counter() - started) / calls


def enough_calls(job: Job) -> int:
    """How many calls in a row last long enough to be measured; the first one warms up."""
    first = seconds(job)
    if first > _LONG:
        return 1
    return max(1, math.ceil(_LEAST_SECONDS / max(seconds(job), 1e-9)))


def in_turns(ours: Job, peer: Job, repeats: int) -> Pair:
    """Both jobs by turns, after a call or two each to warm up; at least so many repeats."""
    return Pair(*_least([ours, peer], repeats))


def least_seconds(job: Job, repeats: int) -> float:
    """The least of several measurements."""
    return _least([job], repeats)[0]


def _least(jobs: Sequence[Job], repeats: int) -> list[float]:
    calls = [enough_calls(job) for job in jobs]
    measured: list[list[float]] = []
    until = time.perf_counter() + _BUDGET
    while len(measured) < repeats or time.perf_counter() < until:
        measured.append([seconds(job, k) for job, k in zip(jobs, calls, strict=True)])
    return [float(value) for value in np.min(measured, axis=0)]


def exponent(sizes: Sequence[float], times: Sequence[float]) -> float:
    """Slope of log time on log size."""
    return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])
