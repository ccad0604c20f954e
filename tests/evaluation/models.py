"""Objectives that the tests evaluate, importable by other processes; and what these tests share."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

REPOSITORY = Path(__file__).parents[2]


def noisy(gamma: float, h: float, rng: np.random.Generator) -> dict[str, float]:
    return {"train_error": gamma * h + rng.normal(), "test_error": rng.uniform()}


def logged(gamma: float, log: str, seconds: float) -> float:
    """Leaves a line in a file at its beginning, then takes its time."""
    with open(log, "a") as file:
        file.write(f"{gamma} {os.getpid()}\n")
    time.sleep(seconds)
    return gamma**2


def kills_its_process(gamma: float, log: str) -> float:
    with open(log, "a") as file:
        file.write(f"{gamma} {os.getpid()}\n")
    if gamma == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.05)
    return gamma**2


def beginnings(log: Path) -> Counter[float]:
    """How often each configuration was begun."""
    return Counter(float(line.split()[0]) for line in log.read_text().splitlines())


def pids(log: Path) -> list[int]:
    return [int(line.split()[1]) for line in log.read_text().splitlines()]


def wait_until(condition: Callable[[], Any], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Whether a process is there, and not only waiting for its parent to hear of its end."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def program(text: str) -> list[str]:
    """A command that runs `text` with these objectives at hand."""
    return [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(REPOSITORY)!r})\n{text}"]
