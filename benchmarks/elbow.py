"""Benchmarks in one dimension: `elbow` against compiled loops, plain numpy and other packages."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

import softprofile as sp
from benchmarks import peers
from benchmarks.report import Curve, Findings, Growth, Row, faster, slower
from benchmarks.timing import Pair, exponent, in_turns, least_seconds, seconds
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array

# The naive search over Laplace splits is timed at this n and extrapolated as n^2.
_NAIVE_N = 10_000
_LAPLACE_SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
# Cost n log n has slope 1 against log(n log n).
_MOST_SLOPE = 1.1


def scree(n: int, seed: int = 0) -> Array:
    """Simulate a decreasing sequence that levels off: two noisy levels, sorted.

    Parameters
    ----------
    n : int
        Length.
    seed : int, default 0
        Seed of the noise.

    Returns
    -------
    ndarray of shape (n,)
        The sequence.
    """
    noise = random_stream(seed, "elbow").standard_normal(n)
    return np.sort(noise + np.where(np.arange(n) < n // 3, 3.0, 0.0))[::-1].copy()


def levels(n: int, seed: int = 0) -> Array:
    """Simulate two noisy levels, unsorted.

    Parameters
    ----------
    n : int
        Length.
    seed : int, default 0
        Seed of the noise.

    Returns
    -------
    ndarray of shape (n,)
        The sequence.
    """
    noise = random_stream(seed, "elbow").standard_normal(n)
    return noise + np.where(np.arange(n) < n // 3, 3.0, 0.0)


def run(quick: bool) -> Findings:
    """Run all jobs in one dimension.

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
    found.add(_compiled(10**5 if quick else 10**6, 5 if quick else 40))
    found.add(_packages(1_000 if quick else 10_000))
    z = levels(100)
    pair = in_turns(lambda: sp.elbow(z), lambda: peers.numpy_split(z), 30)
    found.rows.append(slower("`elbow`, n = 100", "bare numpy cumulative sums", pair.ratio, 3.0))
    found.add(_laplace(quick))
    found.add(_curves(quick))
    return found


def _compiled(n: int, repeats: int) -> Findings:
    z, best, profile = levels(n), peers.compiled_split(), peers.compiled_profile()
    assert sp.elbow(z).index == best(z)
    np.testing.assert_allclose(sp.elbow(z).profile, profile(z), rtol=1e-9)
    split = in_turns(lambda: sp.elbow(z), lambda: best(z), repeats)
    whole = in_turns(lambda: sp.elbow(z).profile, lambda: profile(z), repeats)
    size = f"n = {n:,}"
    return Findings(
        rows=[
            slower(f"`elbow`, Gaussian, {size}", "compiled (numba) loop for the best split", split.ratio, 1.0),
            slower(
                f"`elbow(z).profile`, Gaussian, {size}",
                "compiled (numba) loop for all log-likelihoods",
                whole.ratio,
                None,
            ),
        ]
    )


def _packages(n: int) -> Findings:
    z = scree(n)
    # The peers take seconds here.
    job, repeats = f"`elbow`, n = {n:,}", 2
    found = Findings()
    if peers.GRASPOLOGIC_PYTHON.exists():
        pair = _beside_graspologic(z, repeats)
        found.rows.append(faster(job, "graspologic `select_dimension`", pair.speedup, 1000))
    else:
        found.notes.append(
            "graspologic is not included: it needs numpy < 2, and its environment .venv-graspologic does not exist."
        )
    assert peers.ruptures_split(z) == sp.elbow(z).index
    pair = in_turns(lambda: sp.elbow(z), lambda: peers.ruptures_split(z), repeats)
    found.rows.append(faster(job, "ruptures `Dynp(jump=1)`", pair.speedup, 300))
    pair = in_turns(lambda: sp.elbow(z), lambda: peers.kneed_knee(z), 4 * repeats)
    found.rows.append(faster(job, "kneed `KneeLocator`", pair.speedup, 5))
    return found


def _beside_graspologic(z: Array, repeats: int) -> Pair:
    worker = peers.Graspologic()
    try:
        assert worker.seconds(z)[1] == sp.elbow(z).index
        ours = [least_seconds(lambda: sp.elbow(z), 3) for _ in range(repeats)]
        theirs = [worker.seconds(z)[0] for _ in range(repeats)]
    finally:
        worker.close()
    return Pair(min(ours), min(theirs))


def _laplace(quick: bool) -> Findings:
    sizes = _LAPLACE_SIZES[: 3 if quick else None]
    times = [least_seconds(partial(sp.elbow, levels(n), density="laplace"), 3) for n in sizes]
    naive_n = 1_000 if quick else _NAIVE_N
    z = levels(naive_n)
    np.testing.assert_allclose(
        sp.elbow(z[:500], density="laplace").profile, peers.laplace_profile_by_medians(z[:500]), rtol=1e-9
    )
    naive = seconds(lambda: peers.laplace_profile_by_medians(z)) * (sizes[-1] / naive_n) ** 2
    slope = exponent([n * math.log(n) for n in sizes], times)
    job = f"`elbow`, Laplace, n = {sizes[-1]:,}"
    return Findings(
        rows=[
            Row(
                f"`elbow`, Laplace, n = {sizes[0]:,} to {sizes[-1]:,}",
                "itself",
                f"time as (n log n)^k, k <= {_MOST_SLOPE:g}",
                f"k = {slope:.2f}",
                slope,
                slope <= _MOST_SLOPE,
            ),
            faster(job, f"naive medians per split, scaled from n = {naive_n:,}", naive / times[-1], None),
        ],
        curves=[Curve("elbow, Laplace", tuple(sizes), tuple(times))],
        growths=[Growth("`elbow`, Laplace, in n", tuple(sizes), exponent(sizes, times))],
    )


def _curves(quick: bool) -> Findings:
    found = Findings()
    compiled = peers.compiled_split()
    jobs: list[tuple[str, Callable[[Array], object], int]] = [
        ("elbow, Gaussian", sp.elbow, 6),
        ("elbow, Gaussian, with profile", lambda z: sp.elbow(z).profile, 6),
        ("numba loop, best split", compiled, 6),
        ("bare numpy, best split", peers.numpy_split, 6),
        ("kneed", peers.kneed_knee, 5),
        ("ruptures Dynp", peers.ruptures_split, 4),
    ]
    for what, job, largest in jobs:
        sizes = tuple(10**k for k in range(2, min(largest, 4 if quick else 6) + 1))
        times = tuple(least_seconds(partial(job, scree(n)), 1) for n in sizes)
        found.curves.append(Curve(what, sizes, times))
        if what == "elbow, Gaussian" and not quick:
            found.growths.append(Growth("`elbow`, Gaussian, in n", sizes[2:], exponent(sizes[2:], times[2:])))
    if peers.GRASPOLOGIC_PYTHON.exists():
        worker = peers.Graspologic()
        sizes = (100, 1_000) if quick else (100, 1_000, 10_000)
        times = tuple(min(worker.seconds(scree(n))[0] for _ in range(1 if n > 1_000 else 3)) for n in sizes)
        worker.close()
        found.curves.append(Curve("graspologic", sizes, times))
    return found
