"""Parallel calls: results in the order of the tasks, computed in other processes."""

from __future__ import annotations

import os

import pytest

from softprofile.reproduction.parallel import run


def square_and_process(x: int) -> tuple[int, int]:
    return x * x, os.getpid()


def refuse(x: int) -> int:
    raise ValueError(f"no {x}")


@pytest.mark.parametrize("jobs", [1, 2])
def test_order_and_processes(jobs: int) -> None:
    results = run(square_and_process, [(x,) for x in range(8)], jobs, "squares")
    assert [square for square, _ in results] == [x * x for x in range(8)]
    assert (os.getpid() in {process for _, process in results}) is (jobs == 1)


def test_errors_are_raised() -> None:
    with pytest.raises(ValueError, match="no 3"):
        run(refuse, [(3,), (4,)], 1, "calls")


def test_progress_bar_shows_the_total(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("softprofile.util.progress.DELAY_SECONDS", 0.0)
    run(square_and_process, [(x,) for x in range(5)], 1, "squares")
    assert "/5" in capsys.readouterr().err
