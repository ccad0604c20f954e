"""Evaluating: the same results whatever runs them, nothing done twice, nothing lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.evaluation.store import read_store
from tests.evaluation.models import beginnings, is_running, kills_its_process, logged, noisy, pids, program, wait_until
from tests.util.test_progress import on_terminal

GRID = sp.grid(gamma=[1.0, 10.0, 100.0], h=[0.1, 0.2])


def logging_grid(log: Path, n: int, seconds: float = 0.0) -> pd.DataFrame:
    return sp.grid(gamma=range(n), log=[str(log)], seconds=[seconds])


def test_results_do_not_depend_on_what_runs_them(tmp_path: Path) -> None:
    expected = sp.evaluate(noisy, GRID, repeats=3).table
    for n_jobs, backend, options in (
        (2, "loky", {}),
        (2, "loky", {"store": tmp_path / "loky"}),
        (2, "threading", {}),
        (2, "multiprocessing", {}),
        (1, "loky", {"store": tmp_path / "one"}),
        (1, "loky", {"time_limit": 60}),
        (2, "threading", {"time_limit": 60}),
    ):
        with joblib.parallel_config(backend=backend):
            given: dict[str, Any] = {"repeats": 3, "n_jobs": n_jobs, **options}
            pd.testing.assert_frame_equal(sp.evaluate(noisy, GRID, **given).table, expected, check_exact=True)


def test_seeds() -> None:
    tables = [sp.evaluate(noisy, GRID, random_state=seed).table for seed in (0, 0, 1, None, None)]
    assert tables[0].equals(tables[1])
    assert len({table["train_error"][0] for table in tables}) == 4
    drawn = [sp.evaluate(noisy, GRID, random_state=np.random.default_rng(3)).table for _ in range(2)]
    assert drawn[0].equals(drawn[1])


def test_lambdas_and_large_closures_reach_other_processes() -> None:
    data = np.arange(500_000.0)  # 4 MB: goes by a file
    surface = sp.evaluate(lambda gamma: data.sum() * gamma, sp.grid(gamma=[1.0, 2.0, 3.0]), n_jobs=2)
    np.testing.assert_array_equal(surface.table["z"], data.sum() * np.array([1.0, 2.0, 3.0]))


def test_functions_of_a_script_reach_other_processes(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import softprofile as sp\n"
        "FACTOR = 3\n"
        "def train(gamma):\n"
        "    return gamma * FACTOR\n"
        "if __name__ == '__main__':\n"
        "    print(sp.evaluate(train, sp.grid(gamma=[1, 2]), n_jobs=2, time_limit=60).table['z'].tolist())\n"
    )
    run = program(f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')")
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip() == "[3.0, 6.0]"


def test_what_cannot_be_pickled_is_told_and_runs_here() -> None:
    lock = threading.Lock()

    def locked(gamma: float) -> float:
        with lock:
            return gamma

    assert sp.evaluate(locked, sp.grid(gamma=[1.0, 2.0])).table["z"].tolist() == [1.0, 2.0]
    with joblib.parallel_config(backend="threading", n_jobs=2):
        assert sp.evaluate(locked, sp.grid(gamma=[1.0, 2.0])).table["z"].tolist() == [1.0, 2.0]
    with pytest.raises(sp.InputError, match="cannot be sent to other processes"):
        sp.evaluate(locked, sp.grid(gamma=[1.0, 2.0]), n_jobs=2)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_errors_are_recorded_and_the_rest_goes_on(tmp_path: Path, n_jobs: int) -> None:
    def sometimes(gamma: float) -> float:
        if gamma == 2:
            raise ZeroDivisionError("by two")
        return gamma

    for _ in range(2):  # the second time from the store
        with pytest.warns(sp.SoftProfileWarning, match="1 of 3 configurations failed; .* ZeroDivisionError: by two"):
            surface = sp.evaluate(sometimes, sp.grid(gamma=[1.0, 2.0, 3.0]), n_jobs=n_jobs, store=tmp_path)
        assert surface.n_failed == 1
        assert surface.table["error"].tolist() == ["", "ZeroDivisionError: by two", ""]
        assert surface.table["n_done"].tolist() == [1, 0, 1]


def test_a_store_is_added_to(tmp_path: Path) -> None:
    log, store = tmp_path / "log", tmp_path / "store"
    for repeats in (1, 3, 2):
        surface = sp.evaluate(logged, logging_grid(log, 4), store=store, repeats=repeats)
        assert surface.table["n_done"].tolist() == [repeats] * 4
    assert set(beginnings(log).values()) == {3}


def test_a_torn_record_is_dropped_with_a_warning_and_evaluated_again(tmp_path: Path) -> None:
    log, store = tmp_path / "log", tmp_path / "store"
    first = sp.evaluate(logged, logging_grid(log, 5), store=store)
    (path,) = store.glob("records-*")
    path.write_bytes(path.read_bytes()[:-7])
    with pytest.warns(sp.SoftProfileWarning, match=r"1 record.s. in the store .* were cut off"):
        second = sp.evaluate(logged, logging_grid(log, 5), store=store)
    pd.testing.assert_frame_equal(second.table, first.table)
    assert beginnings(log) == {0: 1, 1: 1, 2: 1, 3: 1, 4: 2}
    sp.evaluate(logged, logging_grid(log, 5), store=store)  # nothing is missing any more, so nothing is said


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_killed_run_is_resumed(tmp_path: Path, n_jobs: int) -> None:
    log, store = tmp_path / "log", tmp_path / "store"
    text = f"""
import softprofile as sp
from tests.evaluation.models import logged
from tests.evaluation.test_running import logging_grid
sp.evaluate(logged, logging_grid({str(log)!r}, 30, 0.05), n_jobs={n_jobs}, store={str(store)!r})
"""
    with subprocess.Popen(program(text), start_new_session=True) as run:
        wait_until(lambda: log.exists() and len(beginnings(log)) >= 8)
        os.killpg(run.pid, signal.SIGKILL)  # with its workers, which else finish what they have
    wait_until(lambda: not any(map(is_running, pids(log))))
    begun = len(beginnings(log))
    assert begun - n_jobs <= len(read_store(store).records) <= begun < 30
    surface = sp.evaluate(logged, logging_grid(log, 30, 0.05), store=store)
    assert surface.table["z"].tolist() == [float(gamma**2) for gamma in range(30)]
    twice = [gamma for gamma, times in beginnings(log).items() if times > 1]
    assert len(twice) <= n_jobs
    assert set(beginnings(log)) == set(range(30))


@pytest.fixture
def _heeding_interrupts() -> Iterator[None]:
    """A program started in the background may have been told to ignore them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_heeding_interrupts")
def test_an_interrupt_gives_what_is_done(tmp_path: Path) -> None:
    def interrupted(gamma: float) -> float:
        if gamma == 3 and not (tmp_path / "again").exists():
            os.kill(os.getpid(), signal.SIGINT)
        return gamma

    grid, store = sp.grid(gamma=[1.0, 2.0, 3.0, 4.0]), tmp_path / "store"
    with pytest.warns(sp.SoftProfileWarning) as caught:
        surface = sp.evaluate(interrupted, grid, store=store)
    told = [str(warning.message) for warning in caught]
    assert told == [message.text for message in surface.messages]
    assert [each.code for each in surface.messages] == ["evaluation-interrupted", "evaluations-unfinished"]
    assert told[0] == "the evaluation was interrupted."
    assert "2 of 4 configurations are not finished" in told[1]
    assert (surface.n_missing, surface.n_failed) == (2, 0)
    (tmp_path / "again").touch()
    assert sp.evaluate(interrupted, grid, store=store).table["z"].tolist() == [1.0, 2.0, 3.0, 4.0]


@pytest.mark.parametrize("time_limit", [None, 60])
def test_an_interrupt_with_processes(tmp_path: Path, time_limit: float | None) -> None:
    log = tmp_path / "log"
    text = f"""
import softprofile as sp
from tests.evaluation.models import logged
from tests.evaluation.test_running import logging_grid
surface = sp.evaluate(logged, logging_grid({str(log)!r}, 500, 0.05), n_jobs=2, time_limit={time_limit})
print(surface.n_missing, surface.n_failed)
"""
    with subprocess.Popen(program(text), stdout=subprocess.PIPE, text=True, start_new_session=True) as run:
        wait_until(lambda: log.exists() and len(beginnings(log)) >= 8)
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does: to the workers too
        output, _ = run.communicate(timeout=60)
    assert run.returncode == 0
    missing, failed = map(int, output.split())
    assert 500 - len(beginnings(log)) <= missing <= 500 - len(beginnings(log)) + 4
    assert failed == 0


def test_a_configuration_that_kills_its_worker_fails_alone(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pytest.warns(sp.SoftProfileWarning, match=r"1 of 8 configurations failed; .* by signal SIGKILL"):
        surface = sp.evaluate(kills_its_process, sp.grid(gamma=range(8), log=[str(log)]), n_jobs=2)
    assert surface.table["error"].ne("").tolist() == [gamma == 2 for gamma in range(8)]
    assert surface.table["z"].dropna().tolist() == [float(gamma**2) for gamma in range(8) if gamma != 2]
    assert beginnings(log)[2] == 2
    assert sum(beginnings(log).values()) <= 8 + 2  # once more: the one that kills, and what ran beside it


def test_a_late_evaluation_is_ended_and_the_rest_goes_on(tmp_path: Path) -> None:
    grid = pd.DataFrame({"gamma": [1.0, 2.0, 3.0], "log": str(tmp_path / "log"), "seconds": [0.0, 100.0, 0.0]})
    with pytest.warns(sp.SoftProfileWarning, match="1 of 3 configurations failed; .* longer than 0.5 s"):
        surface = sp.evaluate(logged, grid, n_jobs=2, time_limit=0.5)
    assert surface.table["n_done"].tolist() == [1, 0, 1]


def test_progress_tells_the_time_left() -> None:
    written = on_terminal(
        "import time, softprofile as sp\n"
        "sp.evaluate(lambda gamma: time.sleep(0.1) or gamma, sp.grid(gamma=range(30)))\n"
    )
    assert re.search(r"/30 \[00:0\d<00:0\d, .* evaluations/s", written)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"repeats": 0}, "repeats must be a whole number of at least 1"),
        ({"time_limit": 0}, "time_limit must be a finite number > 0"),
        ({"n_jobs": 0}, "n_jobs must be a whole number other than 0"),
        ({"n_jobs": "two"}, "n_jobs must be a whole number other than 0"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0"),
        ({"store": "runs.parquet"}, "must be a folder"),
    ],
)
def test_bad_options(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        sp.evaluate(noisy, GRID, **options)
