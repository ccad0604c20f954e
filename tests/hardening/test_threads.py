"""Fits in many threads are those in sequence, to the last bit."""

from __future__ import annotations

import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import softprofile as sp
from softprofile.util.errors import SoftProfileWarning
from tests.hardening.problems import answerable_problems


def test_threads_do_not_disturb_one_another() -> None:
    problems = answerable_problems(8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SoftProfileWarning)
        in_sequence = [problem.fit().to_json() for problem in problems]
        with ThreadPoolExecutor(8) as pool:
            in_threads = list(pool.map(lambda problem: problem.fit().to_json(), problems * 2))
    assert in_threads == in_sequence * 2


@pytest.mark.parametrize("density", [sp.densities.GaussianSeparate(), sp.densities.Laplace()])
def test_threads_may_share_families(density: sp.densities.Density) -> None:
    rng = np.random.default_rng(0)
    U = rng.uniform(1, 5, (15, 1))
    tables = [np.where(U[:, 0] > 3, 1.0, 4.0) + 0.2 * rng.standard_normal(15) for _ in range(6)]

    def found(z: np.ndarray) -> str:
        return sp.fit(U, z, boundary=sp.boundaries.Linear(), density=density, n_starts=2).to_json()

    in_sequence = [found(z) for z in tables]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(found, tables)) == in_sequence
