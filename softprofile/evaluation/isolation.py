"""Evaluate in a separate process, which can be killed after a time limit and may crash without harm.

The process is kept for the next evaluation, so that the objective's imports happen once.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from typing import Any, NamedTuple

from softprofile.evaluation.objectives import Shipped
from softprofile.evaluation.records import Record, Task, failed
from softprofile.util.errors import InputError

START_LIMIT_SECONDS = 300.0
DEATHS_ALLOWED = 2

_ENDED = object()
_mine = threading.local()


class Setup(NamedTuple):
    """What the process needs before its first task."""

    path: list[str]
    objective: Shipped
    style: str
    entropy: int


def attempt_isolated(
    objective: Shipped, style: str, entropy: int, task: Task, time_limit: float | None, deaths: int
) -> Record:
    """Run `attempt` in the isolated process of this thread.

    `deaths` counts the processes that this evaluation has already killed; after the second it is recorded as failed.
    """
    started = time.perf_counter()
    while True:
        process = _process(Setup(sys.path, objective, style, entropy))
        answer = process.ask(task, time_limit)
        if isinstance(answer, Record):
            return answer
        close_isolated()
        if answer is None:
            error = f"TimeLimit: the evaluation took longer than {time_limit:g} s and was stopped."
            return failed(task, error, time.perf_counter() - started)
        deaths += 1
        if deaths >= DEATHS_ALLOWED:
            error = f"ProcessEnded: the evaluation killed its process at least twice, the last time by {answer}."
            return failed(task, error, time.perf_counter() - started)


def close_isolated() -> None:
    """Kill the isolated process of this thread, if there is one."""
    process = getattr(_mine, "process", None)
    _mine.process = None
    if process is not None:
        process.end()


def _process(setup: Setup) -> _Process:
    process: _Process | None = getattr(_mine, "process", None)
    if process is None or process.identity != _identity(setup):
        close_isolated()
        process = _mine.process = _Process(setup)
    return process


def _identity(setup: Setup) -> tuple[Any, ...]:
    return setup.objective.digest, setup.style, setup.entropy


class _Process:
    """A Python process that reads tasks from its standard input and answers on its standard output.

    It is not started by multiprocessing, which forbids children of daemons, as the workers of a cluster may be.
    """

    def __init__(self, setup: Setup) -> None:
        self.identity = _identity(setup)
        self._setup = setup
        self._start()

    def ask(self, task: Task, time_limit: float | None) -> Record | str | None:
        """Return a record, or a text on how the process died, or None if the time limit is over."""
        if not self._begin(task):
            # It exited after being idle for long, which is no failure: start another one.
            self.end()
            self._start()
            if not self._begin(task):
                return self._how_it_ended()
        try:
            answer = self._answers.get(timeout=time_limit)
        except queue.Empty:
            return None
        return self._how_it_ended() if answer is _ENDED else answer

    def end(self) -> None:
        """Kill the process and its children."""
        if self._program.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if os.name == "posix":
                    os.killpg(self._program.pid, signal.SIGKILL)
                else:
                    self._program.kill()
        self._program.wait()
        for pipe in (self._program.stdin, self._program.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def _start(self) -> None:
        self._program = subprocess.Popen(
            [sys.executable, "-c", "from softprofile.evaluation.isolated import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)},
        )
        self._answers: queue.Queue[Any] = queue.Queue()
        threading.Thread(target=_pass_on, args=(self._program.stdout, self._answers), daemon=True).start()
        self._send(self._setup)
        try:
            ready = self._answers.get(timeout=START_LIMIT_SECONDS)
        except queue.Empty:
            ready = _ENDED
        if ready is not True:
            how = self._how_it_ended() if ready is _ENDED else str(ready)
            self.end()
            raise InputError(f"the process for an evaluation could not be started: {how}")

    def _begin(self, task: Task) -> bool:
        return self._send(task) and self._answers.get() is not _ENDED

    def _send(self, message: Any) -> bool:
        assert self._program.stdin is not None
        try:
            pickle.dump(message, self._program.stdin)
            self._program.stdin.flush()
        except OSError:
            return False
        return True

    def _how_it_ended(self) -> str:
        code = self._program.wait() if self._program.poll() is not None else self._waited()
        if code < 0:
            with contextlib.suppress(ValueError):
                return f"signal {signal.Signals(-code).name}"
        return f"exit code {code}"

    def _waited(self) -> int:
        try:
            return self._program.wait(timeout=5)
        except subprocess.TimeoutExpired:  # it closed its standard output but still runs
            self.end()
            return self._program.wait()


def _pass_on(pipe: Any, answers: queue.Queue[Any]) -> None:
    while True:
        try:
            answers.put(pickle.load(pipe))
        except Exception:  # end of the pipe, possibly in the middle of an answer
            answers.put(_ENDED)
            return
