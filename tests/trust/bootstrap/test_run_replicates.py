from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from softprofile.trust.bootstrap.run_replicates import (
    FailedReplicate,
    failure_messages,
    require_level,
    require_not_constant,
    run_replicates,
)
from softprofile.util.errors import InputError, NoBoundaryError


def draw(rng: np.random.Generator) -> float:
    return float(rng.random())


def fail_sometimes(rng: np.random.Generator) -> float:
    value = float(rng.random())
    if value < 0.3:
        raise NoBoundaryError("none")
    if value > 0.9:
        raise FailedReplicate("too large")
    return value


def fail_always(rng: np.random.Generator) -> float:
    raise NoBoundaryError("none")


def test_the_number_of_processes_changes_nothing() -> None:
    alone, together = (run_replicates(fail_sometimes, 57, jobs, 4) for jobs in (1, 2))
    assert alone == together


def test_the_first_replicates_do_not_depend_on_their_number() -> None:
    assert run_replicates(draw, 40, 1, 0).replicates[:25] == run_replicates(draw, 25, 1, 0).replicates
    assert len(set(run_replicates(draw, 40, 1, 0).replicates)) == 40


def test_failures_are_counted_by_reason() -> None:
    found = run_replicates(fail_sometimes, 200, 1, 0)
    every = run_replicates(draw, 200, 1, 0).replicates
    assert found.replicates == [value for value in every if 0.3 <= value <= 0.9]
    assert found.failures == {
        "no boundary splits the replicate": sum(value < 0.3 for value in every),
        "too large": sum(value > 0.9 for value in every),
    }
    (message,) = failure_messages(found.failures, 200)
    assert message.code == "replicates-failed"
    assert message.text.startswith(f"{200 - len(found.replicates)} of 200 replicates failed")
    assert failure_messages({}, 200) == ()


def test_error_if_all_replicates_fail() -> None:
    with pytest.raises(NoBoundaryError, match=r"all 20 replicates failed \(no boundary splits the replicate\)"):
        run_replicates(fail_always, 20, 1, 0)


def test_seeds_generators_and_none() -> None:
    assert run_replicates(draw, 20, 1, 1) != run_replicates(draw, 20, 1, 2)
    assert run_replicates(draw, 20, 1, None) != run_replicates(draw, 20, 1, None)
    one, same = (run_replicates(draw, 20, 1, np.random.default_rng(5)) for _ in range(2))
    assert one == same


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n": 19}, "n, the number of replicates, must be a whole number of at least 20, not 19"),
        ({"n": 50.5}, "whole number of at least 20"),
        ({"n_jobs": 0}, "n_jobs must be a whole number other than 0, or None, not 0"),
        ({"n_jobs": 1.5}, "n_jobs"),
        ({"n_jobs": True}, "n_jobs"),
        ({"random_state": -1}, "random_state must be a whole number >= 0, a numpy Generator or None, not -1"),
        ({"random_state": "seed"}, "random_state"),
        ({"random_state": True}, "random_state"),
    ],
)
def test_bad_arguments(change: dict[str, Any], words: str) -> None:
    arguments: dict[str, Any] = {"n": 20, "n_jobs": 1, "random_state": 0} | change
    with pytest.raises(InputError, match=words):
        run_replicates(draw, **arguments)


@pytest.mark.parametrize("level", [0, 1, -0.1, 90, "high", np.nan])
def test_bad_levels(level: Any) -> None:
    with pytest.raises(InputError, match="level must be a finite number > 0 and < 1"):
        require_level(level)


def test_constant_replicates_fail() -> None:
    require_not_constant(np.array([1.0, 2.0]))
    with pytest.raises(FailedReplicate, match="the same"):
        require_not_constant(np.ones(5))
