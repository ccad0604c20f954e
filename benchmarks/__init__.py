"""Benchmarks of softprofile against other implementations, as ratios within one run: `python -m benchmarks`."""

import os

# Set before numpy is imported: each job uses one thread; the job on two cores uses two processes.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
