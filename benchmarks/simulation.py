"""The paper's simulation table on two cores, against sequential fits by scipy's BFGS and ADAM in numpy."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable

import numpy as np

import softprofile as sp
from benchmarks import peers
from benchmarks.fits import quadratic_starts
from benchmarks.report import Findings, faster
from softprofile.model.boundaries import Network, Quadratic
from softprofile.optimization.plan import DEFAULT_STARTS
from softprofile.reproduction.simulation_study import CELLS, draw_data, simulate
from softprofile.util.errors import SoftProfileWarning
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array

_CELLS = tuple(cell for cell in CELLS if cell.method == "defaults")
_ADAM_STEPS = 1_500
_RIDGE = 1e-7


def run(quick: bool) -> Findings:
    """Time all repetitions of ours, and a few of the peer's, extrapolated to the same number.

    Parameters
    ----------
    quick : bool
        Use few repetitions.

    Returns
    -------
    Findings
        The results.
    """
    reps, peer_reps, rounds = (4, 1, 1) if quick else (100, 3, 2)
    simulate(2, jobs=2, cells=_CELLS[:1])  # start the worker processes
    ours, theirs = np.empty(rounds), np.empty((rounds, 2, peer_reps))
    for turn in range(rounds):
        for kind, count_starts in enumerate((_default_starts, _starts_taken)):
            theirs[turn, kind] = [_peer_seconds(design, count_starts) for design in range(peer_reps)]
        started = time.perf_counter()
        simulate(reps, jobs=2, cells=_CELLS)
        ours[turn] = time.perf_counter() - started
    always, alike = theirs.min(axis=0).sum(axis=1) * reps / peer_reps / ours.min()
    job = f"simulation table, {reps} repetitions ({reps * len(_CELLS):,} fits) on two cores"
    peer = f"one fit at a time: scipy BFGS, numpy ADAM of {_ADAM_STEPS:,} steps"
    return Findings(
        rows=[
            faster(job, f"{peer}, always 20 and 5 starts", always, 8),
            faster(job, f"{peer}, as many starts as `fit` uses", alike, None),
        ],
        notes=[
            f"The peer of the simulation table was timed on {peer_reps} repetition(s) of every cell, and extrapolated "
            f"to {reps}. If noise hides the levels, `fit` uses one or two starts, otherwise 20 (quadratic) or 5 "
            "(network)."
        ],
    )


def _default_starts(U: Array, z: Array, boundary: str) -> int:
    return DEFAULT_STARTS["adam" if boundary == "network" else "bfgs"]


def _starts_taken(U: Array, z: Array, boundary: str) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SoftProfileWarning)
        return sp.fit(U, z, boundary=boundary, transform="standardize").n_starts


def _peer_seconds(design: int, count_starts: Callable[[Array, Array, str], int]) -> float:
    """Measure the peer's seconds for all cells of one repetition."""
    points, noise = draw_data(design, 0)
    total = 0.0
    for cell in _CELLS:
        z = noise[cell.distribution] + cell.shift * points.side2
        starts = count_starts(points.U, z, cell.boundary)
        started = time.perf_counter()
        _fit_by_peer(points.U, z, cell.boundary, starts)
        total += time.perf_counter() - started
    return total


def _fit_by_peer(U: Array, z: Array, boundary: str, starts: int) -> None:
    V = (U - U.mean(axis=0)) / U.std(axis=0, ddof=1)
    if boundary == "quadratic":
        features = Quadratic().design(V)
        peers.bfgs_from_each(peers.quadratic_loss(features, z, _RIDGE), quadratic_starts(features, z, starts))
    else:
        network = Network()
        loss = peers.network_loss(V, z, network.hidden, _RIDGE)
        drawn = network.random_starts(network.design(V), starts, random_stream(0))
        peers.adam_from_each(loss, drawn, _ADAM_STEPS)
