"""Worker in an environment with graspologic: reads one sequence per line, prints the time and the first elbow."""

import json
import sys
import time

import numpy as np
from graspologic.embed import select_dimension

for line in sys.stdin:
    z = np.array(json.loads(line))
    started = time.perf_counter()
    elbows, _ = select_dimension(z, n_elbows=1)
    print(json.dumps({"seconds": time.perf_counter() - started, "elbow": int(elbows[0])}), flush=True)
