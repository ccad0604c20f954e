"""Large fits: time at n relative to n / 10, and peak memory, each in a separate interpreter."""

from __future__ import annotations

import json
import subprocess
import sys

from benchmarks.report import Findings, Row

_TIME_LIMIT = 240.0
_MOST_TIME, _MOST_MEMORY = 12.0, 8.0

_PROGRAM = """
import json, sys, time, tracemalloc, warnings
import softprofile as sp
from benchmarks.problems import surface
n, m = map(int, sys.argv[1:])
warnings.simplefilter("ignore")
U, z = surface(n, m)
def fitted():
    return sp.fit(U, z, boundary="quadratic", transform="standardize")
started = time.perf_counter()
fitted()
seconds = time.perf_counter() - started
tracemalloc.start()
fitted()
print(json.dumps({"seconds": seconds, "memory": tracemalloc.get_traced_memory()[1] / (U.nbytes + z.nbytes)}))
"""


def run(quick: bool) -> Findings:
    """Measure quadratic fits with many points and with many hyper-parameters.

    Parameters
    ----------
    quick : bool
        Use small sizes.

    Returns
    -------
    Findings
        The results.
    """
    found = Findings()
    for n, m in ((20_000, 2), (2_000, 10)) if quick else ((1_000_000, 2), (10_000, 10)):
        found.rows += _rows(n, m)
    return found


def _rows(n: int, m: int) -> list[Row]:
    job, goal_time, goal_memory = f"quadratic `fit`, n = {n:,}, m = {m}", f"<= {_MOST_TIME:g} x", "<= 8 x the input"
    small, large = _measure(n // 10, m), _measure(n, m)
    if small is None or large is None:
        unfinished = f"not finished in {_TIME_LIMIT:g} s"
        return [Row(job, "itself at n / 10", f"time {goal_time}", unfinished, float("nan"), False)]
    times, memory = large["seconds"] / small["seconds"], large["memory"]
    return [
        Row(job, "itself at n / 10", f"time {goal_time}", f"{times:.1f} x", times, times <= _MOST_TIME),
        Row(job, "its input", f"peak memory {goal_memory}", f"{memory:.1f} x", memory, memory <= _MOST_MEMORY),
    ]


def _measure(n: int, m: int) -> dict[str, float] | None:
    command = [sys.executable, "-c", _PROGRAM, str(n), str(m)]
    try:
        output = subprocess.run(command, capture_output=True, text=True, check=True, timeout=_TIME_LIMIT).stdout
    except subprocess.TimeoutExpired:
        return None
    measured: dict[str, float] = json.loads(output)
    return measured
