"""Overhead of `evaluate` per evaluation, with one process, without and with a store.

Run as ``python benchmarks/evaluate_overhead.py``; the exit status is 1 if the overhead is 2 ms or more.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import softprofile as sp

N = 2000
LIMIT_MS = 2.0


def nothing(gamma: float, rng: Any) -> float:
    """Objective with negligible cost."""
    return gamma


def overhead_ms(store: Path | None, time_limit: float | None = None) -> float:
    """Measure the milliseconds per evaluation, over N evaluations."""
    grid = sp.grid(gamma=range(N))
    begun = time.perf_counter()
    sp.evaluate(nothing, grid, n_jobs=1, store=store, time_limit=time_limit)
    return (time.perf_counter() - begun) / N * 1e3


def main() -> int:
    """Print the overheads; return 1 if one of those with a limit exceeds it."""
    sp.evaluate(nothing, sp.grid(gamma=range(10)))  # exclude the time of imports
    with tempfile.TemporaryDirectory() as folder:
        limited = {
            "one process": overhead_ms(None),
            "one process, with a store": overhead_ms(Path(folder) / "store"),
        }
        # Includes the start of the worker process, averaged over the evaluations.
        with_time_limit = overhead_ms(Path(folder) / "limited", time_limit=10)
    for what, cost in {**limited, "one process, with a store and a time limit": with_time_limit}.items():
        print(f"{what}: {cost:.3f} ms per evaluation")
    return int(max(limited.values()) >= LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
