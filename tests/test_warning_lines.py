"""Warnings point at the line of the user, whichever function was called."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import softprofile as sp

U = np.column_stack([np.repeat(np.arange(1.0, 6), 5), np.tile(np.arange(1.0, 6), 5)])
Z = np.where(U.sum(axis=1) > 6, 1.0, 5.0) + 0.1 * np.sin(np.arange(25))
MIXED = Z - 3  # z changes sign, which every fit warns of
TABLE = pd.DataFrame({"a": U[:, 0], "b": U[:, 1], "z": MIXED, "error": ["", "failed"] + [""] * 23})
RESULTS = {"param_a": U[:, 0], "param_b": U[:, 1], "mean_train_score": MIXED}
SCORES = {"param_a": U[:, 0], "param_b": U[:, 1], "mean_test_score": np.where(np.arange(25) == 3, np.nan, -Z)}


def sometimes(a: float) -> float:
    return 1 / (a - 2)


def searched() -> Any:
    """A grid search whose `fit` calls softprofile back."""
    from sklearn.model_selection import GridSearchCV
    from sklearn.tree import DecisionTreeRegressor

    grid = {"max_depth": [1, 2, 3, 4, 5], "min_samples_leaf": [1, 2, 4, 8]}
    scoring = "neg_mean_squared_error"
    refit = sp.plateau_refit(rule="paper", params="max_depth", boundary="linear", n_starts=1)
    return GridSearchCV(DecisionTreeRegressor(), grid, refit=refit, scoring=scoring, return_train_score=True, cv=3)


def study() -> Any:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    space = {"a": np.arange(1.0, 6).tolist(), "b": np.arange(1.0, 6).tolist()}
    found = optuna.create_study(sampler=optuna.samplers.GridSampler(space, seed=0))
    suggest = {"a": (1.0, 5.0), "b": (1.0, 5.0)}

    def objective(trial: Any) -> float:
        a, b = (trial.suggest_float(name, *limits) for name, limits in suggest.items())
        return float(-2 if a + b > 6 else 2)

    found.optimize(objective, n_trials=25)
    return found


def pruned_study() -> Any:
    import optuna

    found = study()
    found.add_trial(optuna.trial.create_trial(state=optuna.trial.TrialState.PRUNED))
    return found


def flat_elbow() -> sp.Elbow:
    return sp.elbow([5.0, 5, 5, 5, 1, 1], np.array([1.0, 1, 1, 1, 2, 2]))


def flat_fit() -> sp.BoundaryFit:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return sp.fit(np.arange(6.0), [1.0, 1, 1, 1, 1, 5], transform="standardize")


def whole_fit() -> sp.BoundaryFit:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return sp.fit(2 * U, Z, boundary="linear", n_starts=1)


# What has to be made before, and the call that warns; both on lines of this file.
DOORS: dict[str, tuple[Callable[[], Any], Callable[[Any], Any]]] = {
    "fit": (lambda: None, lambda _: sp.fit(U, MIXED, boundary="linear", n_starts=1)),
    "SoftProfile.fit": (lambda: None, lambda _: sp.SoftProfile(boundary="linear", n_starts=1).fit(U, MIXED)),
    "elbows": (lambda: None, lambda _: sp.elbows([9, 8, 1, 1, 1, 1], n=5)),
    "profile_loglik": (lambda: None, lambda _: sp.profile_loglik([1, 1, 1, 1], [1, 2, 3, 4])),
    "fit_surface": (lambda: None, lambda _: sp.fit_surface(TABLE, "z", parameters=["a", "b"], n_starts=1)),
    "evaluate": (lambda: None, lambda _: sp.evaluate(sometimes, sp.grid(a=[1.0, 2.0, 3.0]))),
    "evaluate in threads": (lambda: None, lambda _: in_threads(sometimes)),
    "fit_cv_results": (lambda: None, lambda _: sp.fit_cv_results(RESULTS, boundary="linear", n_starts=1)),
    "params of fit_cv_results": (lambda: None, lambda _: sp.fit_cv_results(RESULTS, params="a", n_starts=1)),
    "plateau_refit": (lambda: None, lambda _: sp.plateau_refit(rule="paper", boundary="linear", n_starts=1)(RESULTS)),
    "an error in plateau_refit": (lambda: None, lambda _: sp.plateau_refit(params="c")(SCORES)),
    "recommend_cv_results": (lambda: None, lambda _: sp.recommend_cv_results(SCORES)),
    "plateau_refit in a search": (searched, lambda search: search.fit(U, Z)),
    "fit_study": (study, lambda held: sp.fit_study(held, boundary="linear", n_starts=1)),
    "plateau_trial": (study, lambda held: sp.plateau_trial(held, rule="paper", boundary="linear", n_starts=1)),
    "recommend_study": (pruned_study, lambda held: sp.recommend_study(held)),
    "Elbow.bootstrap": (flat_elbow, lambda found: found.bootstrap(30, kind="pairs")),
    "BoundaryFit.bootstrap": (flat_fit, lambda found: found.bootstrap(30, kind="pairs")),
    "refine": (whole_fit, lambda found: sp.refine(found, n=500)),
    "a partial": (partial(partial, sp.fit, U, MIXED, boundary="linear", n_starts=1), lambda call: call()),
}


def in_threads(objective: Any) -> Any:
    import joblib

    with joblib.parallel_config(backend="threading", n_jobs=2):
        return sp.evaluate(objective, sp.grid(a=[1.0, 2.0, 3.0]))


def told(call: Callable[[Any], Any], held: Any) -> Iterator[warnings.WarningMessage]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call(held)
    return (warning for warning in caught if issubclass(warning.category, sp.SoftProfileWarning))


@pytest.mark.parametrize("door", DOORS)
def test_warnings_point_at_the_users_line(door: str) -> None:
    prepare, call = DOORS[door]
    caught = list(told(call, prepare()))
    assert caught
    lines = inspect.getsourcelines(in_threads if "threads" in door else call)
    for warning in caught:
        assert warning.filename == __file__
        assert lines[1] <= warning.lineno < lines[1] + len(lines[0])
        assert isinstance(warning.message, sp.SoftProfileWarning)
        assert warning.message.details is not None


def test_a_store_that_lost_records(tmp_path: Path) -> None:
    grid = sp.grid(a=[1.0, 3.0])
    sp.evaluate(sometimes, grid, store=tmp_path)
    (records,) = (path for path in tmp_path.rglob("*") if path.is_file() and b'"metrics"' in path.read_bytes())
    records.write_bytes(records.read_bytes()[:-5])
    (warning,) = told(lambda _: sp.evaluate(sometimes, grid, store=tmp_path), None)
    assert warning.filename == __file__
