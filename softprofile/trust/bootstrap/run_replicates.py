"""Run bootstrap replicates, each with its own random stream: results do not depend on the number of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from softprofile.util.errors import NoBoundaryError
from softprofile.util.jobs import run_all
from softprofile.util.messages import Message
from softprofile.util.streams import spawn_streams
from softprofile.util.validation import Array, is_constant, require_count, require_number

T = TypeVar("T")

#: Quantiles of fewer replicates are meaningless.
MIN_REPLICATES = 20


class FailedReplicate(Exception):  # noqa: N818 - counted, never shown to the user as an error
    """Raised by a replicate that has no result; the text is the reason."""


class ReplicateOutcomes(NamedTuple, Generic[T]):
    """The replicates that succeeded, in order, and the number of failures by reason."""

    replicates: list[T]
    failures: dict[str, int]


def run_replicates(
    compute: Callable[[np.random.Generator], T],
    n: int,
    n_jobs: int | None,
    random_state: int | np.random.Generator | None,
) -> ReplicateOutcomes[T]:
    """Call ``compute(rng)`` for n generators spawned from `random_state`.

    Raises
    ------
    NoBoundaryError
        If all replicates fail.
    """
    count = require_count(n, "n, the number of replicates,", at_least=MIN_REPLICATES)
    streams = spawn_streams(random_state, count)
    attempts = run_all(_attempt, [(compute, rng) for rng in streams], n_jobs, "replicates")
    failures = Counter(attempt for attempt in attempts if isinstance(attempt, str))
    replicates = [attempt for attempt in attempts if not isinstance(attempt, str)]
    if not replicates:
        reasons = "; ".join(failures)
        raise NoBoundaryError(f"all {count} replicates failed ({reasons}): nothing can be said of the uncertainty.")
    return ReplicateOutcomes(replicates, dict(failures))


def require_not_constant(z: Array) -> None:
    """Raise FailedReplicate if all z are equal."""
    if is_constant(z):
        raise FailedReplicate("all z of the replicate are the same")


def failure_messages(failures: dict[str, int], n: int) -> tuple[Message, ...]:
    """Describe the failures in one message, if there are any."""
    if not failures:
        return ()
    reasons = "; ".join(f"{reason}: {count}" for reason, count in failures.items())
    text = f"{sum(failures.values())} of {n} replicates failed and are left out ({reasons})."
    return (Message("replicates-failed", text),)


def require_level(level: Any) -> float:
    """Return `level` as a float if it is strictly between 0 and 1."""
    return require_number(level, "level", above=0, below=1)


def _attempt(compute: Callable[[np.random.Generator], T], rng: np.random.Generator) -> T | str:
    """Return the replicate, or the reason for its failure."""
    try:
        return compute(rng)
    except NoBoundaryError:
        return "no boundary splits the replicate"
    except FailedReplicate as failure:
        return str(failure)
