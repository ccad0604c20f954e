"""The same answer in every process, whatever the threads of the linear algebra library and the seed of hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tests.hardening.fresh import found


@pytest.fixture(scope="module")
def here() -> list[dict[str, Any]]:
    return found()


@pytest.mark.parametrize(("threads", "hash_seed"), [("1", "1"), ("2", "2")])
def test_a_fresh_process_finds_the_same(here: list[dict[str, Any]], threads: str, hash_seed: str) -> None:
    variables = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    environment = {**os.environ, **dict.fromkeys(variables, threads), "PYTHONHASHSEED": hash_seed}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-m", "tests.hardening.fresh"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    there = json.loads(done.stdout)
    assert len(there) == len(here) > 5
    for ours, theirs in zip(here, there, strict=True):
        for name in ("sides", "nearest"):
            assert ours[name] == theirs[name]
        for name in ("loglik", "representative", "centres"):
            np.testing.assert_allclose(theirs[name], ours[name], rtol=1e-9, atol=1e-9)
