from __future__ import annotations

import math

import pytest

from softprofile.util.errors import InputError
from softprofile.util.jobs import run_all


@pytest.mark.parametrize("n_jobs", [1, 2, None])
def test_results_come_in_the_order_of_the_tasks(n_jobs: int | None) -> None:
    assert run_all(math.pow, [(k, 2) for k in range(20)], n_jobs, "squares") == [k**2 for k in range(20)]
    assert run_all(math.pow, [], n_jobs, "squares") == []


@pytest.mark.parametrize("n_jobs", [0, True, 1.5, "two"])
def test_a_wrong_number_of_jobs(n_jobs: object) -> None:
    with pytest.raises(InputError, match="n_jobs must be a whole number other than 0"):
        run_all(math.sqrt, [(1,)], n_jobs, "roots")  # type: ignore[arg-type]
