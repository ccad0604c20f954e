"""The program of an isolated process: reads tasks from standard input and writes records to standard output."""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
from typing import Any

from softprofile.evaluation.objectives import attempt
from softprofile.util.errors import InputError

IDLE_LIMIT_SECONDS = 30.0


def main() -> None:
    """Answer True when ready, or an error message; then, for each task, True when it starts and its record."""
    # Keep the objective's output apart from the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    tasks: queue.Queue[Any] = queue.Queue()
    threading.Thread(target=_read, args=(os.fdopen(os.dup(0), "rb"), tasks), daemon=True).start()
    # An objective that reads standard input gets an empty input, not the tasks.
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    setup = tasks.get()
    sys.path[:] = setup.path
    try:
        objective = setup.objective.load()
    except InputError as error:
        _answer(answers, str(error))
        return
    _answer(answers, True)
    while True:
        try:
            task = tasks.get(timeout=IDLE_LIMIT_SECONDS)
        except queue.Empty:
            os._exit(0)
        _answer(answers, True)
        _answer(answers, attempt(objective, setup.style, setup.entropy, task))


def _read(pipe: Any, tasks: queue.Queue[Any]) -> None:
    """Put incoming tasks into the queue; exit at once when the pipe is closed, since nobody waits for an answer."""
    while True:
        try:
            tasks.put(pickle.load(pipe))
        except Exception:
            os._exit(1)


def _answer(answers: Any, message: Any) -> None:
    pickle.dump(message, answers)
    answers.flush()
