"""Surfaces of studies/picks: complete, well-formed, described by the manifest, and reproducible."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest

from studies.picks.data import DATA
from studies.picks.streams import Purpose, seed
from studies.picks.surfaces import FOLDER, MANIFEST, RESULTS, load, manifest, one_split, path
from studies.picks.tasks import ALL, DENSITY_TASKS, FRESH_TASKS, ROLES, TASKS, Task, roles

#: Largest possible score.
BEST = {"accuracy": 1.0, "neg_log_loss": 0.0, "r2": 1.0, "neg_rmse": 0.0}
#: Tasks for development when `softprofile.recommend` was tuned.
DEVELOPMENT = [
    "svm_breast_cancer",
    "svm_email",
    "svr_concrete",
    "tree_fair",
    "pruning_wage",
    "forest_mroz",
    "boosting_auto",
    "boosting_anes96",
    "lightgbm_credit",
    "lightgbm_ames",
    "knn_wine",
    "knn_crabs",
    "knn_sacramento",
    "elastic_net_diabetes",
    "ridge_diabetes",
    "spline_nox",
    "kernel_ridge_concrete",
    "network_orange_juice",
    "network_wage1",
    "logistic_weekly",
    "logistic_birthwt",
    "ridge_bwght2",
]


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return json.loads(MANIFEST.read_text(encoding="utf-8"))


@pytest.mark.parametrize("task", ALL.values(), ids=lambda task: task.name)
def test_surface_is_complete(task: Task) -> None:
    table = load(task)
    names = [each.name for each in task.space]
    assert list(table.columns) == ["split", *names, *RESULTS]
    assert table["split"].tolist() == [split for split in range(task.splits) for _ in range(task.configurations)]
    assert np.isfinite(table).all(axis=None)
    assert (table["test_n"] == table["test_n"][0]).all()
    for each in task.space:
        assert table[each.name].between(each.low, each.high).all()
        assert not each.integer or pd.api.types.is_integer_dtype(table[each.name])


@pytest.mark.parametrize("task", ALL.values(), ids=lambda task: task.name)
def test_scores_are_in_range(task: Task) -> None:
    table = load(task)
    scores = table[["cv_mean", "train_score", "test_score"]].to_numpy()
    assert scores.max() <= BEST[task.metric]
    assert task.metric != "accuracy" or scores.min() >= 0
    assert (table["cv_se"] >= 0).all()
    assert (table["fit_seconds"] > 0).all()
    # The space contains good and bad regions, and the score depends on the configuration.
    assert (table.groupby("split")["cv_mean"].agg(np.ptp) > 0).all()
    assert (table.groupby("split")["complexity"].agg(np.ptp) > 0).all()


@pytest.mark.parametrize("task", [task for task in ALL.values() if task.design != "tpe"], ids=lambda task: task.name)
def test_configurations_are_those_of_the_design(task: Task) -> None:
    table = load(task)
    names = [each.name for each in task.space]
    for split, rows in table.groupby("split"):
        expected = pd.DataFrame(task.drawn(int(str(split))))
        np.testing.assert_array_equal(rows[names].to_numpy(dtype=float), expected[names].to_numpy())


def test_manifest(described: dict[str, Any]) -> None:
    assert described["tasks"] == json.loads(json.dumps(_without_versions()))
    assert set(described["versions"]) >= {entry["package"] for entry in described["tasks"].values()}
    assert {file.stem for file in FOLDER.glob("*.csv")} == set(ALL)
    for name, entry in described["tasks"].items():
        table = load(ALL[name])
        assert len(table) == entry["splits"] * entry["configurations"]
        assert all(each["direction"] in (-1, 0, 1) for each in entry["hyper_parameters"].values())


def _without_versions() -> dict[str, Any]:
    """Describe the tasks where the packages of the data are not installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("studies.picks.surfaces.version", lambda package: "0")
        return manifest()["tasks"]


def test_roles() -> None:
    assigned = roles()
    development = [task for task in TASKS if assigned[task.name] == "development"]
    held_out = [task for task in TASKS if assigned[task.name] == "held out"]
    assert len(development) + len(held_out) == len(TASKS) >= 28
    assert min(len(development), len(held_out)) >= 0.4 * len(TASKS)
    assert not {task.data for task in development} & {task.data for task in held_out}
    assert {assigned[task.name] for task in DENSITY_TASKS} == {"density"}
    assert list(assigned) == list(ALL)
    assert set(assigned.values()) == set(ROLES)


def test_fresh_tasks_use_other_data() -> None:
    assigned = roles()
    assert [task.name for task in FRESH_TASKS] == [name for name, role in assigned.items() if role == "fresh"]
    assert len(FRESH_TASKS) >= 12
    assert {task.design for task in FRESH_TASKS} == {"grid", "random", "tpe"}
    before = {task.data for task in (*TASKS, *DENSITY_TASKS)}
    assert not before & {task.data for task in FRESH_TASKS}
    # The same table under another name would not be fresh.
    tables = {(DATA[data].package, DATA[data].source.split(",")[0]) for data in before}
    assert not tables & {(DATA[task.data].package, DATA[task.data].source.split(",")[0]) for task in FRESH_TASKS}


def test_old_roles_are_unchanged() -> None:
    """The rule was tuned with these roles, so new tasks must not change them."""
    assigned = roles()
    assert [task.name for task in TASKS if assigned[task.name] == "development"] == DEVELOPMENT


def test_files_are_small() -> None:
    sizes = [path(task).stat().st_size for task in ALL.values()]
    assert sum(sizes) < 4_000_000
    assert max(path(task).stat().st_size for task in TASKS) < 150_000


def test_streams_differ() -> None:
    keys = [
        (purpose, name, split)
        for purpose in (Purpose.SPLIT, Purpose.FOLDS, Purpose.MODEL, Purpose.DESIGN)
        for name in {task.stream for task in ALL.values()}
        for split in range(10)
    ]
    assert len({seed(*key) for key in keys}) == len(keys)


@pytest.mark.parametrize("family", sorted({str(task.family) for task in DENSITY_TASKS}))
def test_grids_of_a_family_share_configurations(family: str) -> None:
    """Configurations that two grids have in common were evaluated on the same splits, folds and seeds."""
    tasks = [task for task in DENSITY_TASKS if task.family == family]
    shared = 0
    for first, second in pairwise(tasks):
        key = ["split", *(each.name for each in first.space)]
        both = load(first).merge(load(second), on=key)
        shared += len(both)
        for column in RESULTS[:-1]:
            np.testing.assert_array_equal(both[f"{column}_x"], both[f"{column}_y"])
    assert shared > 0


def test_a_split_is_reproduced() -> None:
    task = ALL["knn_wine"]
    kept = load(task).query("split == 3").drop(columns="fit_seconds").reset_index(drop=True)
    pd.testing.assert_frame_equal(one_split(task, 3).drop(columns="fit_seconds"), kept, check_exact=True)
