"""Time to import softprofile in a new interpreter, relative to its main dependencies."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np

from benchmarks.report import Findings, slower

# Names of softprofile are imported when first used: what a user waits for is the import of `fit`.
_OURS, _PEER = "from softprofile import fit", "import numpy, scipy.optimize"


def run(quick: bool) -> Findings:
    """Compare median import times, minus the time of an interpreter that imports nothing.

    Parameters
    ----------
    quick : bool
        Use few interpreters.

    Returns
    -------
    Findings
        The results.
    """
    measured = np.array([[_seconds(what) for what in (_OURS, _PEER, "pass")] for _ in range(5 if quick else 25)])
    ours, peer, nothing = np.median(measured, axis=0)
    return Findings(rows=[slower(f"`{_OURS}`", f"`{_PEER}`", float((ours - nothing) / (peer - nothing)), 1.3)])


def _seconds(program: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)
    return time.perf_counter() - started
