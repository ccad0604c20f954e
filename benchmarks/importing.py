"""The time to import softprofile, in fresh interpreters, beside that of what it stands on."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np

from benchmarks.report import Findings, slower

_OURS, _PEER = "import softprofile", "import numpy, scipy.optimize"


def run(quick: bool) -> Findings:
    """Medians of many interpreters by turns, less the time of an interpreter that imports nothing."""
    measured = np.array([[_seconds(what) for what in (_OURS, _PEER, "pass")] for _ in range(5 if quick else 25)])
    ours, peer, nothing = np.median(measured, axis=0)
    return Findings(rows=[slower(f"`{_OURS}`", f"`{_PEER}`", float((ours - nothing) / (peer - nothing)), 1.3)])


def _seconds(program: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)
    return time.perf_counter() - started
