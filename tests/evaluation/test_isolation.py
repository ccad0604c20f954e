"""Isolated processes: killed after the time limit, replaced when dead, and not left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import softprofile as sp
from softprofile.evaluation import isolation
from softprofile.evaluation.objectives import pickled
from softprofile.evaluation.records import Record, Task
from tests.evaluation.models import is_running, logged, pids, program, wait_until


@pytest.fixture(autouse=True)
def _ended_after_each_test() -> Iterator[None]:
    yield
    isolation.close_isolated()


def ask(objective: Any, gamma: float, time_limit: float | None = None) -> Record:
    task = Task(0, 0, {"gamma": gamma})
    return isolation.attempt_isolated(pickled(objective), "keywords", 0, task, time_limit, deaths=0)


def objective(gamma: float) -> float:
    """Behave differently for each value of gamma."""
    if gamma == 1:
        print("words on standard output", flush=True)
        sys.stdin.read()
    if gamma == 2:
        time.sleep(100)
    if gamma == 3:
        os.kill(os.getpid(), signal.SIGSEGV)
    if gamma == 4:
        os._exit(7)
    if gamma == 5:
        raise ValueError("no")
    return os.getpid()


def test_one_process_for_all_evaluations_until_it_is_killed() -> None:
    first = ask(objective, 0).metrics["z"]
    assert first != os.getpid()
    assert ask(objective, 1).metrics["z"] == first  # prints and reads input
    assert ask(objective, 5).error == "ValueError: no"
    assert ask(objective, 0).metrics["z"] == first
    late = ask(objective, 2, time_limit=0.3)
    assert late.error == "TimeLimit: the evaluation took longer than 0.3 s and was stopped."
    assert late.seconds < 30
    assert not is_running(int(first))
    assert ask(objective, 0).metrics["z"] != first


@pytest.mark.parametrize(("gamma", "how"), [(3, "signal SIGSEGV"), (4, "exit code 7")])
def test_the_second_death_is_a_failure(gamma: int, how: str) -> None:
    assert ask(objective, gamma).error == (
        f"ProcessEnded: the evaluation killed its process at least twice, the last time by {how}."
    )


def test_a_process_that_exited_while_idle_is_not_a_failure() -> None:
    first = int(ask(objective, 0).metrics["z"])
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: not is_running(first))
    assert ask(objective, 0).metrics["z"] != first


def test_children_of_the_process_are_killed_too(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def starts_another(gamma: float) -> None:
        child = subprocess.Popen(["sleep", "100"])
        log.write_text(f"0 {child.pid}\n")
        child.wait()

    assert ask(starts_another, 0, time_limit=1.0).error.startswith("TimeLimit")
    (child,) = pids(log)
    wait_until(lambda: not is_running(child))


def test_it_does_not_outlive_its_parent(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = f"""
import softprofile as sp
from tests.evaluation.models import logged
sp.evaluate(logged, sp.grid(gamma=[1.0], log=[{str(log)!r}], seconds=[100.0]), time_limit=90)
"""
    with subprocess.Popen(program(text)) as asking:
        wait_until(lambda: log.exists() and pids(log))
        asking.kill()
    (child,) = pids(log)
    wait_until(lambda: not is_running(child))


def test_evaluate_leaves_no_process_behind(tmp_path: Path) -> None:
    log = tmp_path / "log"
    surface = sp.evaluate(logged, sp.grid(gamma=[1.0, 2.0], log=[str(log)], seconds=[0.0]), time_limit=60)
    assert surface.table["z"].tolist() == [1.0, 4.0]
    assert len(set(pids(log))) == 1
    assert not is_running(pids(log)[0])
