"""Evaluation on a real dask cluster, whose workers are processes that can be killed."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import joblib
import pandas as pd
import pytest

import softprofile as sp
from tests.evaluation.models import beginnings, kills_its_process, logged, noisy, pids, wait_until

dask = pytest.importorskip("dask", reason="dask is an extra: pip install 'softprofile[dask]'")
distributed = pytest.importorskip("distributed", reason="dask's cluster is an extra: pip install 'softprofile[dask]'")


@contextmanager
def two_workers() -> Iterator[Any]:
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    client = distributed.Client(cluster)
    try:
        yield client
    finally:
        client.close()
        # While dask replaces a worker that was killed, closing the cluster may block forever.
        with suppress(TimeoutError):
            cluster.close(timeout=10)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with two_workers() as made:
        yield made


@pytest.fixture
def mortal() -> Iterator[Any]:
    """A cluster for one test, because dask does not always replace a worker that was killed."""
    # By default a task may kill four workers, each of which takes seconds to restart.
    with dask.config.set({"distributed.scheduler.allowed-failures": 1}), two_workers() as made:
        yield made


def test_results_are_those_of_one_process(client: Any) -> None:
    grid = sp.grid(gamma=[1.0, 10.0, 100.0], h=[0.1, 0.2])
    expected = sp.evaluate(noisy, grid, repeats=2).table
    with joblib.parallel_config(backend="dask"):
        surface = sp.evaluate(noisy, grid, repeats=2)
        pd.testing.assert_frame_equal(surface.table, expected, check_exact=True)
        assert sp.evaluate(lambda gamma: os.getpid(), sp.grid(gamma=[1.0])).table["z"][0] != os.getpid()


def test_time_limits_on_a_cluster(client: Any, tmp_path: Path) -> None:
    grid = pd.DataFrame({"gamma": [1.0, 2.0, 3.0], "log": str(tmp_path / "log"), "seconds": [0.0, 100.0, 0.0]})
    with (
        joblib.parallel_config(backend="dask"),
        pytest.warns(sp.SoftProfileWarning, match="1 of 3 configurations failed; .* longer than 0.5 s"),
    ):
        surface = sp.evaluate(logged, grid, time_limit=0.5)
    assert surface.table["n_done"].tolist() == [1, 0, 1]


@pytest.mark.parametrize("stored", [True, False])
def test_a_killed_worker_loses_nothing_and_only_its_running_task_is_repeated(
    mortal: Any, tmp_path: Path, stored: bool
) -> None:
    log = tmp_path / "log"
    grid = sp.grid(gamma=range(24), log=[str(log)], seconds=[0.1])
    killed: list[int] = []

    def kill_one() -> None:
        wait_until(lambda: log.exists() and len(set(pids(log))) == 2 and len(pids(log)) >= 8)
        killed.append(pids(log)[-1])
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill_one)
    killer.start()
    with joblib.parallel_config(backend="dask"):
        surface = sp.evaluate(logged, grid, store=tmp_path / "store" if stored else None)
    killer.join()
    assert len(killed) == 1
    assert surface.table["z"].tolist() == [float(gamma**2) for gamma in range(24)]
    counts = beginnings(log)
    assert set(counts) == set(range(24))
    assert sum(counts.values()) <= 25  # one thread per worker: a single evaluation was running there
    assert not surface.messages


def test_a_configuration_that_kills_its_workers_fails_alone(mortal: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with (
        joblib.parallel_config(backend="dask"),
        pytest.warns(sp.SoftProfileWarning, match=r"1 of 8 configurations failed; .* by signal SIGKILL"),
    ):
        surface = sp.evaluate(kills_its_process, sp.grid(gamma=range(8), log=[str(log)]), store=tmp_path / "store")
    assert surface.table["error"].ne("").tolist() == [gamma == 2 for gamma in range(8)]
    assert surface.table["n_done"].sum() == 7
