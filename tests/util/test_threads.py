from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import softprofile as sp
from softprofile.util.threads import one_thread
from softprofile.util.validation import Array


def threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def _library_with_two_threads() -> Iterator[None]:
    with threadpool_limits(2, user_api="blas"):
        if threads() != {2}:
            pytest.skip("the linear algebra library here has threads that cannot be counted")
        yield


def test_one_thread_inside_and_two_again_after_it() -> None:
    with one_thread():
        assert threads() == {1}
        with one_thread():
            assert threads() == {1}
        assert threads() == {1}
    assert threads() == {2}


def test_two_again_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), one_thread():
        _ = 1 / 0
    assert threads() == {2}


OVERLAPPING = """
import threading
from threadpoolctl import threadpool_info
from softprofile.util.threads import one_thread

first_is_in, second_is_in, first_has_left = (threading.Event() for _ in range(3))

def first():
    with one_thread():
        first_is_in.set()
        assert second_is_in.wait(10)
    first_has_left.set()

def second():
    assert first_is_in.wait(10)
    with one_thread():
        second_is_in.set()
        assert first_has_left.wait(10)

fits = [threading.Thread(target=fit) for fit in (first, second)]
[fit.start() for fit in fits]
[fit.join() for fit in fits]
print(*{library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"})
"""


def test_overlapping_fits_leave_no_limit_behind() -> None:
    # In a process of its own: threadpoolctl heeds no other thread while the fixture holds the library here.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2", "MKL_NUM_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, "-c", OVERLAPPING], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.split() == ["2"]


def test_a_fit_runs_on_one_thread() -> None:
    seen: list[set[int]] = []

    class Watching(sp.boundaries.Quadratic):
        def value(self, design: Array, w: Array) -> Array:
            seen.append(threads())
            return super().value(design, w)

    U = np.random.default_rng(0).uniform(1, 5, (30, 2))
    sp.fit(U, np.where(U.sum(axis=1) > 6, 1.0, 4.0) + 0.1 * U[:, 0], boundary=Watching(), n_starts=2)
    assert {1} in seen
    assert threads() == {2}
