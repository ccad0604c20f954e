"""Objectives for the tests, importable by other processes, and shared helpers."""

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
    """Append a line to a file, then sleep."""
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
    """Count how often each configuration was started."""
    return Counter(float(line.split()[0]) for line in log.read_text().splitlines())


def pids(log: Path) -> list[int]:
    return [int(line.split()[1]) for line in log.read_text().splitlines()]


def wait_until(condition: Callable[[], Any], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Check whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def program(text: str) -> list[str]:
    """Return a command that runs the Python code `text`, which can import these objectives."""
    return [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(REPOSITORY)!r})\n{text}"]
