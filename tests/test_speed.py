"""Guards against slowdowns of several times: ratios to plain numpy and scipy in the same run, with wide margins.

Both sides take turns and the least time of each counts, so that another process on the machine does not decide.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from threadpoolctl import threadpool_limits

import softprofile as sp
from benchmarks.elbow import levels
from benchmarks.fits import quadratic_starts
from benchmarks.peers import adam_from_each, bfgs_from_each, loglik, network_loss, numpy_split, quadratic_loss
from benchmarks.problems import surface
from softprofile.model.boundaries import Network, Quadratic
from softprofile.model.densities import Gaussian
from softprofile.model.likelihood import Likelihood
from softprofile.model.objective import PenalizedLikelihood
from softprofile.optimization.optimizers.adam import minimize_adam


def least_ratio(ours: Callable[[], object], peer: Callable[[], object], repeats: int) -> float:
    times = np.empty((repeats, 2))
    for row in times:
        for k, job in enumerate((ours, peer)):
            started = time.perf_counter()
            job()
            row[k] = time.perf_counter() - started
    least_ours, least_peer = times.min(axis=0)
    return float(least_ours / least_peer)


def test_elbow_of_a_short_sequence() -> None:
    z = levels(100)
    # Measured about 2.5.
    assert least_ratio(lambda: sp.elbow(z), lambda: numpy_split(z), 300) < 15


def test_elbow_of_a_long_sequence() -> None:
    z = levels(200_000)
    # Measured below 0.5: bare numpy makes more passes over memory.
    assert least_ratio(lambda: sp.elbow(z), lambda: numpy_split(z), 30) < 3


def test_all_log_likelihoods() -> None:
    z = levels(10_000)
    # Measured about 3: a logarithm for every split.
    assert least_ratio(lambda: sp.elbow(z).profile, lambda: numpy_split(z), 50) < 20


def test_laplace_grows_as_n_log_n() -> None:
    small, large = levels(2_000), levels(20_000)
    # 12 is n log n; n^2 would be 100.
    assert least_ratio(lambda: sp.elbow(large, density="laplace"), lambda: sp.elbow(small, density="laplace"), 8) < 40


def test_quadratic_fit() -> None:
    U, z = surface(400)
    V = (U - U.mean(axis=0)) / U.std(axis=0, ddof=1)
    features, ridge = Quadratic().design(V), 1e-7
    loss, starts = quadratic_loss(features, z, ridge), quadratic_starts(features, z, 20)

    def ours() -> sp.BoundaryFit:
        return sp.fit(U, z, boundary="quadratic", transform="standardize", n_starts=20, ridge=ridge)

    # Measured about 0.6. The peer's answer is no better, so that the work is the same.
    assert ours().loglik > loglik(features @ bfgs_from_each(loss, starts)[0], z) - 1e-6
    assert least_ratio(ours, lambda: bfgs_from_each(loss, starts), 2) < 5


def test_network_step() -> None:
    U, z = surface(400)
    network, steps = Network(), 40
    penalized = PenalizedLikelihood(U, network, Likelihood(z, Gaussian()))
    starts = network.random_starts(network.design(U), 5, np.random.default_rng(0))
    objective, loss = penalized.objective(1e-7, np.float32), network_loss(U, z, network.hidden, 1e-7)
    # Measured about 0.4: five starts in one batch of single precision against five one after another.
    ratio = least_ratio(lambda: minimize_adam(objective, starts, steps), lambda: adam_from_each(loss, starts, steps), 4)
    assert ratio < 5


def test_network_fit_where_the_linear_algebra_library_has_threads() -> None:
    U, z = surface(100)

    def with_threads(count: int) -> None:
        with threadpool_limits(count, user_api="blas"):
            sp.fit(U, z, boundary="network", n_starts=1)

    # Measured 1: fits hold the library to one thread. Let go, Newton's small matrices made it 6.5 on two cores.
    assert least_ratio(lambda: with_threads(2), lambda: with_threads(1), 4) < 4
