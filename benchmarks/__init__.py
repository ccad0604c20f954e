"""Timings of softprofile beside its peers, as ratios within one run: `python -m benchmarks`."""

import os

# Before numpy is imported: each job has one thread, and the one on two cores has two processes.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
