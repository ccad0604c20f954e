"""Runs replicates, each with a seed of its own: the results are the same in one process and in many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from softprofile.util.errors import NoBoundaryError
from softprofile.util.jobs import run_all
from softprofile.util.validation import Array, is_constant, require_count, require_generator, require_number

T = TypeVar("T")

#: Quantiles of fewer replicates mean nothing.
FEWEST_REPLICATES = 20


class FailedReplicate(Exception):  # noqa: N818 - it is counted, not an error of the user's
    """A replicate that has no answer, and why."""


class ReplicateOutcomes(NamedTuple, Generic[T]):
    """The replicates that succeeded, in order, and how many failed for which reason."""

    replicates: list[T]
    failures: dict[str, int]


def run_replicates(
    one: Callable[[np.random.Generator], T], n: int, n_jobs: int | None, random_state: int | np.random.Generator | None
) -> ReplicateOutcomes[T]:
    """``one(rng)`` for n generators that `random_state` begets; NoBoundaryError if none succeeds."""
    count = require_count(n, "n, the number of replicates,", at_least=FEWEST_REPLICATES)
    seeds = _seed_sequence(random_state).spawn(count)
    attempts = run_all(_attempt, [(one, seed) for seed in seeds], n_jobs, "replicates")
    failures = Counter(attempt for attempt in attempts if isinstance(attempt, str))
    replicates = [attempt for attempt in attempts if not isinstance(attempt, str)]
    if not replicates:
        reasons = "; ".join(failures)
        raise NoBoundaryError(f"all {count} replicates failed ({reasons}): nothing can be said of the uncertainty.")
    return ReplicateOutcomes(replicates, dict(failures))


def require_not_constant(z: Array) -> None:
    """A replicate of one value has no boundary."""
    if is_constant(z):
        raise FailedReplicate("all z of the replicate are the same")


def failure_messages(failures: dict[str, int], n: int) -> tuple[str, ...]:
    """A sentence if replicates failed."""
    if not failures:
        return ()
    reasons = "; ".join(f"{reason}: {count}" for reason, count in failures.items())
    return (f"{sum(failures.values())} of {n} replicates failed and are left out ({reasons}).",)


def require_level(level: Any) -> float:
    """A probability such as 0.9."""
    return require_number(level, "level", above=0, below=1)


def _attempt(one: Callable[[np.random.Generator], T], seed: np.random.SeedSequence) -> T | str:
    """The replicate, or why there is none."""
    try:
        return one(np.random.default_rng(seed))
    except NoBoundaryError:
        return "no boundary splits the replicate"
    except FailedReplicate as failure:
        return str(failure)


def _seed_sequence(random_state: int | np.random.Generator | None) -> np.random.SeedSequence:
    generator = require_generator(random_state)
    if isinstance(random_state, int | np.integer):
        return np.random.SeedSequence(int(random_state))
    return np.random.SeedSequence(generator.integers(2**32, size=4).tolist())
