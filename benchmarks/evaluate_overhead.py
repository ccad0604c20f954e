"""What `evaluate` costs beside the objective itself, for each evaluation: with one process, without and with a store.

Run as ``python benchmarks/evaluate_overhead.py``; ends with code 1 if it is 2 ms or more.
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
    """An objective that costs next to nothing."""
    return gamma


def overhead_ms(store: Path | None, time_limit: float | None = None) -> float:
    """Milliseconds for each of N evaluations."""
    grid = sp.grid(gamma=range(N))
    begun = time.perf_counter()
    sp.evaluate(nothing, grid, n_jobs=1, store=store, time_limit=time_limit)
    return (time.perf_counter() - begun) / N * 1e3


def main() -> int:
    """Print the overheads; 1 if one of those that are promised is too large."""
    sp.evaluate(nothing, sp.grid(gamma=range(10)))  # imports are no part of it
    with tempfile.TemporaryDirectory() as folder:
        promised = {
            "one process": overhead_ms(None),
            "one process, with a store": overhead_ms(Path(folder) / "store"),
        }
        # Its start counts too, spread over the evaluations.
        limited = overhead_ms(Path(folder) / "limited", time_limit=10)
    for what, cost in {**promised, "one process, with a store and a time limit": limited}.items():
        print(f"{what}: {cost:.3f} ms for each evaluation")
    return int(max(promised.values()) >= LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
