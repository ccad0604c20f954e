"""Cross-validated and test scores of all tasks: `python -m studies.picks.surfaces [TASK...]` writes surfaces/TASK.csv.

Splits that a file contains are not computed again. A file is replaced after each split, so a run may be interrupted.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from studies.picks.data import DATA, Array, read
from studies.picks.streams import Purpose, seed
from studies.picks.tasks import ALL, FOLDS, Task, model_seed, regression, roles, six_digits

FOLDER = Path(__file__).parent / "surfaces"
MANIFEST = FOLDER / "manifest.json"
#: Columns after the hyper-parameters.
RESULTS = ("cv_mean", "cv_se", "train_score", "test_score", "test_n", "complexity", "fit_seconds")

Params = Mapping[str, float]
Indices = np.ndarray[Any, np.dtype[np.int64]]


def path(task: Task) -> Path:
    """Return the file of a task."""
    return FOLDER / f"{task.name}.csv"


def load(task: Task) -> pd.DataFrame:
    """Read the surface of a task.

    Parameters
    ----------
    task : Task
        The task.

    Returns
    -------
    DataFrame
        One row per split and configuration: `split`, the hyper-parameters, and `RESULTS`.
    """
    return pd.read_csv(path(task))


def score(metric: str, pipeline: Any, X: Array, y: Array, classes: Array) -> float:
    """Score a fitted pipeline.

    Parameters
    ----------
    metric : str
        As in `Task`.
    pipeline : object
        Fitted pipeline.
    X, y : ndarray
        Data to predict.
    classes : ndarray
        All classes, used by the log-loss.

    Returns
    -------
    float
        The score, larger is better.
    """
    if metric == "neg_log_loss":
        from sklearn.metrics import log_loss

        return -float(log_loss(y, pipeline.predict_proba(X), labels=classes))
    predicted = pipeline.predict(X)
    if metric == "accuracy":
        return float(np.mean(predicted == y))
    mean_square = float(np.mean((np.ravel(predicted) - y) ** 2))
    return 1 - mean_square / float(np.var(y)) if metric == "r2" else -math.sqrt(mean_square)


def one_split(task: Task, split: int) -> pd.DataFrame:
    """Evaluate all configurations of a task on one split.

    Parameters
    ----------
    task : Task
        The task.
    split : int
        Number of the split.

    Returns
    -------
    DataFrame
        One row per configuration, with the columns of `load`.
    """
    from sklearn.model_selection import KFold, StratifiedKFold, train_test_split

    X, y = read(task.data, task.rows)
    strata = None if regression(task) else y
    training, test = train_test_split(
        np.arange(len(y)),
        train_size=task.train,
        random_state=seed(Purpose.SPLIT, task.stream, split),
        stratify=strata,
    )
    folding: Any = (KFold if strata is None else StratifiedKFold)(
        FOLDS, shuffle=True, random_state=seed(Purpose.FOLDS, task.stream, split)
    )
    folds = [(training[kept], training[left]) for kept, left in folding.split(X[training], y[training])]
    classes = np.unique(y)
    random_state = model_seed(task, split)

    def evaluate(params: Params) -> dict[str, float]:
        def fitted(rows: Indices) -> Any:
            return task.model.build(params, random_state).fit(X[rows], y[rows])

        def scored(pipeline: Any, rows: Indices) -> float:
            return score(task.metric, pipeline, X[rows], y[rows], classes)

        pairs = []
        for kept, left in folds:
            pipeline = fitted(kept)
            pairs.append((scored(pipeline, kept), scored(pipeline, left)))
        train, held_out = np.transpose(pairs)
        started = time.perf_counter()
        pipeline = fitted(training)
        seconds = time.perf_counter() - started
        return {
            "split": split,
            **params,
            "cv_mean": float(held_out.mean()),
            "cv_se": float(held_out.std(ddof=1)) / math.sqrt(FOLDS),
            "train_score": float(train.mean()),
            "test_score": scored(pipeline, test),
            "test_n": len(test),
            "complexity": task.model.complexity(pipeline, X[training], params),
            "fit_seconds": float(f"{seconds:.2g}"),
        }

    with warnings.catch_warnings():
        # Clearly bad configurations do not converge; their scores are what a user would see.
        warnings.simplefilter("ignore")
        rows = list(_tpe(task, split, evaluate) if task.design == "tpe" else map(evaluate, task.drawn(split)))
    return _typed(task, pd.DataFrame(rows))


def _tpe(task: Task, split: int, evaluate: Callable[[Params], dict[str, float]]) -> Iterator[dict[str, float]]:
    """Evaluate what Optuna's TPE sampler proposes from the cross-validated scores before."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=seed(Purpose.DESIGN, task.stream, split))
    study = optuna.create_study(direction="maximize", sampler=sampler)
    for _ in range(task.trials):
        trial = study.ask()
        params = {
            each.name: float(trial.suggest_int(each.name, int(each.low), int(each.high), log=each.log))
            if each.integer
            else six_digits(trial.suggest_float(each.name, each.low, each.high, log=each.log))
            for each in task.space
        }
        row = evaluate(params)
        study.tell(trial, row["cv_mean"])
        yield row


def _typed(task: Task, table: pd.DataFrame) -> pd.DataFrame:
    """Round to the precision of the files, and make integers of integers."""
    whole = ["split", "test_n", *(each.name for each in task.space if each.integer)]
    return table.map(six_digits).astype(dict.fromkeys(whole, int))


def compute(task: Task, splits: int) -> None:
    """Compute the missing ones of the first splits of a task.

    Parameters
    ----------
    task : Task
        The task.
    splits : int
        Number of splits wanted, at most those of the task.
    """
    known = load(task) if path(task).exists() else None
    done = set() if known is None else set(known["split"])
    for split in sorted(set(range(min(splits, task.splits))) - done):
        fresh = one_split(task, split)
        known = fresh if known is None else pd.concat([known, fresh]).sort_values("split", kind="stable")
        unfinished = path(task).with_suffix(".part")
        known.to_csv(unfinished, index=False, float_format="%.6g", lineterminator="\n")
        os.replace(unfinished, path(task))


def manifest() -> dict[str, Any]:
    """Describe all tasks.

    Returns
    -------
    dict
        What the file manifest.json contains: the versions of the packages, and one entry per task.
    """
    role = roles()
    packages = sorted(
        {DATA[task.data].package for task in ALL.values()} | {"numpy", "scikit-learn", "lightgbm", "optuna"}
    )
    return {
        "versions": {package: version(package) for package in packages},
        "tasks": {
            task.name: {
                "role": role[task.name],
                "data": task.data,
                "package": DATA[task.data].package,
                "source": DATA[task.data].source,
                "licence": DATA[task.data].licence,
                "kind": DATA[task.data].kind,
                "model": task.model.name,
                "metric": task.metric,
                "design": task.design,
                "configurations": task.configurations,
                "splits": task.splits,
                "train": task.train,
                "rows": task.rows,
                "complexity": task.model.measure,
                "hyper_parameters": {
                    each.name: {"low": each.low, "high": each.high, "log": each.log, "direction": each.direction}
                    for each in task.space
                },
            }
            for task in ALL.values()
        },
    }


def main() -> None:
    """Compute the surfaces of the named tasks, or of all, and write the manifest."""
    parser = argparse.ArgumentParser(prog="python -m studies.picks.surfaces", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="TASK", help="default: all tasks")
    parser.add_argument("--splits", type=int, default=10, help="number of splits to compute; default: %(default)s")
    options = parser.parse_args()
    names = options.names or list(ALL)
    unknown = [name for name in names if name not in ALL]
    if unknown:
        parser.error(f"unknown task {unknown[0]!r}: choose from {', '.join(ALL)}.")

    from sklearn import config_context  # type: ignore[attr-defined]
    from threadpoolctl import threadpool_limits

    FOLDER.mkdir(exist_ok=True)
    MANIFEST.write_text(json.dumps(manifest(), indent=1) + "\n", encoding="utf-8")
    with threadpool_limits(1), config_context(assume_finite=True, skip_parameter_validation=True):
        for name in names:
            started = time.perf_counter()
            compute(ALL[name], options.splits)
            print(f"{name}: {time.perf_counter() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
