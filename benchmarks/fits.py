"""Benchmarks in several dimensions: `fit` against the same model in scipy and PyTorch, and growth of its cost."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

import softprofile as sp
from benchmarks import peers
from benchmarks.problems import surface
from benchmarks.report import Findings, Growth, faster, slower
from benchmarks.timing import exponent, in_turns, least_seconds
from softprofile.model.boundaries import Network, Quadratic
from softprofile.util.errors import SoftProfileWarning
from softprofile.util.streams import spawn_streams
from softprofile.util.validation import Array

_RIDGE = 1e-7
_TORCH_STEPS = 2_000
_LOGLIK_TOLERANCE = 1e-6


def run(quick: bool) -> Findings:
    """Run all jobs in several dimensions.

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
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SoftProfileWarning)
        found.add(_quadratic(2 if quick else 5))
        for starts in (1, 5):
            found.add(_network(starts, *((200, 1, 1) if quick else (_TORCH_STEPS, 2, 5))))
        found.add(_threads(2 if quick else 5))
        found.add(_growths(quick))
    return found


def quadratic_starts(features: Array, z: Array, count: int, seed: int = 0) -> Array:
    """Generate the same starts as `fit` with this seed.

    Parameters
    ----------
    features : ndarray of shape (n, k)
        Design matrix of the quadratic boundary.
    z : ndarray of shape (n,)
        Performance.
    count : int
        Number of starts.
    seed : int, default 0
        Seed of the random number generator.

    Returns
    -------
    ndarray of shape (count, k)
        One start per row.
    """
    informed, drawn, _ = spawn_streams(seed, 3)
    boundary = Quadratic()
    return np.vstack(
        [
            boundary.informed_starts(features, z, (count + 1) // 2, informed),
            boundary.random_starts(features, count // 2, drawn),
        ]
    )


def _quadratic(repeats: int) -> Findings:
    U, z = surface(400)
    V = (U - U.mean(axis=0)) / U.std(axis=0, ddof=1)
    features = Quadratic().design(V)
    loss = peers.quadratic_loss(features, z, _RIDGE)
    starts = quadratic_starts(features, z, 20)
    options: dict[str, Any] = {"boundary": "quadratic", "transform": "standardize", "n_starts": 20, "ridge": _RIDGE}
    ours = sp.fit(U, z, **options)
    w, _ = peers.bfgs_from_each(loss, starts)
    behind = peers.loglik(features @ w, z) - ours.loglik
    pair = in_turns(lambda: sp.fit(U, z, **options), lambda: peers.bfgs_from_each(loss, starts), repeats)
    detail = f", log-likelihood {-behind:+.2g}"
    also = behind <= _LOGLIK_TOLERANCE
    return Findings(
        rows=[
            faster(
                "quadratic `fit`, m = 2, n = 400, 20 starts",
                "scipy BFGS from the same starts, analytic gradient",
                pair.speedup,
                4,
                also,
                detail,
            )
        ]
    )


def _network(starts: int, steps: int, repeats: int, data_sets: int) -> Findings:
    hidden = Network().hidden
    options: dict[str, Any] = {"boundary": "network", "transform": "standardize", "n_starts": starts}
    ahead = []
    # The first data set comes last, because it is the one that is timed, as in the other jobs.
    for seed in reversed(range(data_sets)):
        U, z = surface(400, seed=seed)
        V = (U - U.mean(axis=0)) / U.std(axis=0, ddof=1)
        ahead.append(sp.fit(U, z, **options).loglik - peers.torch_network(V, z, hidden, starts, steps))
    pair = in_turns(lambda: sp.fit(U, z, **options), lambda: peers.torch_network(V, z, hidden, starts, steps), repeats)
    count = "1 start" if starts == 1 else f"{starts} starts"
    return Findings(
        rows=[
            faster(
                f"network `fit`, {hidden} hidden, n = 400, {count}",
                f"plain PyTorch loop, {steps:,} steps of Adam from each start",
                pair.speedup,
                15,
                min(ahead) >= 0,
                f", log-likelihood {min(ahead):+.2g} to {max(ahead):+.2g} on {data_sets} data sets",
            )
        ]
    )


def _threads(repeats: int) -> Findings:
    """Check that `fit` limits BLAS to one thread: more threads would slow down small matrices."""
    U, z = surface(400)

    def fitted(threads: int) -> object:
        with threadpool_limits(threads, user_api="blas"):
            return sp.fit(U, z, boundary="network", transform="standardize", n_starts=1)

    pair = in_turns(lambda: fitted(2), lambda: fitted(1), repeats)
    job = "network `fit`, n = 400, 1 start, BLAS set to two threads"
    return Findings(rows=[slower(job, "itself, BLAS set to one thread", pair.ratio, 1.3)])


def _growths(quick: bool) -> Findings:
    def of(what: str, sizes: tuple[int, ...], job: Callable[[int], object]) -> Growth:
        sizes = sizes[:2] if quick else sizes
        times = [least_seconds(partial(job, size), 1) for size in sizes]
        return Growth(what, sizes, exponent(sizes, times))

    def fitted(n: int = 400, m: int = 2, **options: Any) -> object:
        U, z = surface(n, m)
        return sp.fit(U, z, transform="standardize", **options)

    return Findings(
        growths=[
            of("quadratic `fit` in n (m = 2)", (400, 1_600, 6_400), lambda n: fitted(n)),
            of("quadratic `fit` in m (n = 1,000)", (2, 4, 6), lambda m: fitted(1_000, m)),
            of("quadratic `fit` in starts (n = 400)", (5, 10, 20, 40), lambda k: fitted(n_starts=k)),
            of("network `fit` in n", (200, 400, 800), lambda n: fitted(n, boundary="network")),
            of("network `fit` in hidden units (n = 400)", (8, 16, 32, 64), lambda h: fitted(boundary=Network(h))),
            of(
                "network `fit` in starts (n = 400)",
                (1, 2, 4, 8),
                lambda k: fitted(boundary="network", n_starts=k),
            ),
        ]
    )
