"""Recommendations from the results of all kinds of scikit-learn searches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import loguniform, randint

import softprofile as sp

pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
from sklearn.decomposition import PCA
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, HalvingGridSearchCV, RandomizedSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC

from tests.doors.scikit_learn.searches import GAMMA, GRID, PIPELINE, TREE, TREES, C, X, Y, told

# What `recommend` says about the form of the surface is not the subject here.
pytestmark = pytest.mark.filterwarnings("ignore:.* still improves:softprofile.util.errors.SoftProfileWarning")
SCALED = StandardScaler().fit_transform(X)


def is_as_good(found: sp.Recommendation, results: Any, column: str = "mean_test_score") -> bool:
    """By brute force: the row of the results, and no worse than the best by more than what is said."""
    scores = np.asarray(results[column])
    best = np.nanmax(scores)
    assert found.z[found.index] == scores[found.index]
    assert found.configuration.name == found.index
    assert scores[found.best_index] == best
    assert found.loss == pytest.approx(best - scores[found.index])
    return bool(best - scores[found.index] <= max(found.noise, 0.02 * np.ptp(scores)))


def test_the_arguments_of_recommend_are_those_of_the_search(search: Any) -> None:
    results = search.cv_results_
    expected = sp.recommend(
        pd.DataFrame(list(results["params"])),
        pd.Series(results["mean_test_score"], name="mean_test_score"),
        better="higher",
        z_se=results["std_test_score"] / np.sqrt(3),
        z_train=results["mean_train_score"],
    )
    for given in (search, results, pd.DataFrame(results)):
        found = sp.recommend_cv_results(given)
        assert (found.index, found.best_index, found.noise) == (expected.index, expected.best_index, expected.noise)
        assert found.reason == expected.reason
        assert found.configuration.to_dict() == results["params"][found.index]
        assert is_as_good(found, results)
    assert found.plot() is not None


def test_standard_errors_and_train_scores_are_passed_on(search: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}

    def spy(U: Any, z: Any, **options: Any) -> Any:
        given.update(options, U=U, z=z)
        return sp.recommend(U, z, **options)

    monkeypatch.setattr("softprofile.doors.recommending.recommend", spy)
    results = search.cv_results_
    sp.recommend_cv_results(results, cost="mean_score_time")
    np.testing.assert_array_equal(given["z_se"], results["std_test_score"] / np.sqrt(3))
    np.testing.assert_array_equal(given["z_train"], results["mean_train_score"])
    np.testing.assert_array_equal(given["cost"], results["mean_score_time"])
    sp.recommend_cv_results(results, "mean_train_score")
    np.testing.assert_array_equal(given["z_se"], results["std_train_score"] / np.sqrt(3))
    assert given["z_train"] is None
    # A table without the scores of the splits does not say how many there were.
    short = {key: results[key] for key in ("param_svc__C", "param_svc__gamma", "mean_test_score", "std_test_score")}
    sp.recommend_cv_results(short, cost=np.arange(42))
    assert given["z_se"] is None
    assert given["z_train"] is None
    assert given["cost"].tolist() == list(range(42))


def test_where_and_params_keep_the_row_numbers_of_the_search(search: Any) -> None:
    results = search.cv_results_
    found = sp.recommend_cv_results(search, where={"svc__gamma": GAMMA[2]})
    assert results["params"][found.index]["svc__gamma"] == GAMMA[2]
    assert found.configuration.to_dict() == {"svc__C": results["params"][found.index]["svc__C"]}
    kept = np.flatnonzero(results["param_svc__gamma"] == GAMMA[2])
    assert found.best_index in kept
    assert results["mean_test_score"][found.best_index] == results["mean_test_score"][kept].max()
    assert set(found.alternatives.index) <= set(kept.tolist())
    only = sp.recommend_cv_results(search, params="svc__C", where={"svc__gamma": GAMMA[2]})
    assert only.index == found.index
    # What is given up beyond the noise is a note of a recommendation, and a warning of a search.
    assert [note.severity for note in found.messages if note.code == "worse-than-best"] == ["note"]
    with pytest.warns(sp.SoftProfileWarning, match="below the best evaluated, and the noise is"):
        assert sp.plateau_refit(where={"svc__gamma": GAMMA[2]})(results) == found.index


def test_messages_and_figures_have_the_row_numbers_of_the_search(search: Any) -> None:
    scores = search.cv_results_["mean_test_score"].copy()
    kept = np.flatnonzero(search.cv_results_["param_svc__gamma"] != GAMMA[0])
    scores[kept[20]] = -1e6
    with pytest.warns(sp.SoftProfileWarning, match=f"row(s)? {kept[20]}") as caught:
        found = sp.recommend_cv_results(
            {**search.cv_results_, "mean_test_score": scores}, where={"svc__gamma": list(GAMMA[1:])}
        )
    (message,) = [each for each in told(caught) if each.code == "failures-left-out"]
    assert message.rows == (kept[20],)
    assert message in found.messages
    assert found.index in kept
    assert found.best_configuration.to_dict() == search.cv_results_["params"][found.best_index]
    assert "recommended" in str(found.summary())
    assert found.plot() is not None


def test_randomized_search() -> None:
    space = {"svc__C": loguniform(1e-3, 1e3), "svc__gamma": loguniform(1e-4, 10)}
    search = RandomizedSearchCV(PIPELINE, space, n_iter=30, cv=3, random_state=0, refit=sp.plateau_refit()).fit(X, Y)
    found = sp.recommend_cv_results(search)
    assert search.best_index_ == found.index
    assert is_as_good(found, search.cv_results_)


def test_none_booleans_and_strings_need_no_option() -> None:
    grid = {"max_depth": [1, 2, 3, 5, 8, None], "min_samples_leaf": [1, 5, 20, 40], "criterion": ["gini", "entropy"]}
    search = GridSearchCV(TREE, grid, cv=3, refit=sp.plateau_refit()).fit(X, Y)
    found = sp.recommend_cv_results(search)
    assert search.best_index_ == found.index
    assert is_as_good(found, search.cv_results_)
    logistic = LogisticRegression(max_iter=200)
    grid = {"C": C, "fit_intercept": [True, False], "class_weight": [None, "balanced"]}
    search = GridSearchCV(logistic, grid, cv=3, refit=sp.plateau_refit()).fit(SCALED, Y)
    assert is_as_good(sp.recommend_cv_results(search), search.cv_results_)


def test_lists_of_grids_need_no_option() -> None:
    grids = [{"kernel": ["linear"], "C": C}, {"kernel": ["rbf"], "C": C, "gamma": GAMMA}]
    search = GridSearchCV(SVC(), grids, cv=3, refit=sp.plateau_refit()).fit(SCALED, Y)
    for results in (search, search.cv_results_, pd.DataFrame(search.cv_results_)):
        found = sp.recommend_cv_results(results)
        assert found.index == search.best_index_
        assert is_as_good(found, search.cv_results_)
    absent = [{"C": C}, {"C": C, "gamma": GAMMA}]
    search = GridSearchCV(SVC(), absent, cv=3, refit=sp.plateau_refit()).fit(SCALED, Y)
    assert is_as_good(sp.recommend_cv_results(search), search.cv_results_)


def test_steps_of_a_pipeline_and_tuples_are_categories() -> None:
    pipeline = Pipeline([("scale", StandardScaler()), ("reduce", PCA(random_state=0)), ("svc", SVC())])
    grid = {
        "scale": [StandardScaler(), MinMaxScaler(), MinMaxScaler((-1, 1)), "passthrough"],
        "reduce": [PCA(3, random_state=0), "passthrough"],
        "svc__C": [0.01, 0.1, 1.0, 10.0, 100.0],
    }
    search = GridSearchCV(pipeline, grid, cv=2, refit=sp.plateau_refit()).fit(X, Y)
    found = sp.recommend_cv_results(search)
    assert search.best_index_ == found.index
    assert is_as_good(found, search.cv_results_)
    chosen = search.cv_results_["params"][found.index]["scale"]
    assert found.configuration["scale"] == (chosen if isinstance(chosen, str) else repr(chosen))
    rows = {
        "param_hidden": [(5,), (5, 5), (9,)] * 4,
        "param_a": np.repeat([1, 2, 3, 4], 3),
        "mean_test_score": [0.9] * 12,
    }
    assert sp.recommend_cv_results(rows).configuration["hidden"] in {(5,), (5, 5), (9,)}


def test_several_metrics_need_a_name() -> None:
    scoring = ["accuracy", "neg_log_loss"]
    search = GridSearchCV(TREE, TREES, scoring=scoring, cv=3, refit=sp.plateau_refit("accuracy")).fit(X, Y)
    results = search.cv_results_
    found = sp.recommend_cv_results(search, "mean_test_accuracy")
    assert search.best_index_ == found.index == sp.recommend_cv_results(search, "accuracy").index
    assert is_as_good(found, results, "mean_test_accuracy")
    with pytest.raises(sp.InputError, match="several scores: choose one of 'accuracy', 'neg_log_loss' with z="):
        sp.recommend_cv_results(search)
    with pytest.raises(sp.InputError, match="there is no score 'f1' in these results: choose one of 'accuracy'"):
        sp.recommend_cv_results(search, "f1")
    with pytest.warns(
        sp.SoftProfileWarning, match="the best 'mean_test_accuracy', row .* the search has several scores"
    ):
        assert sp.plateau_refit()(results) == np.argmax(results["mean_test_accuracy"])
    one = GridSearchCV(TREE, TREES, scoring=["accuracy"], cv=3, refit=sp.plateau_refit()).fit(X, Y)
    assert is_as_good(sp.recommend_cv_results(one), one.cv_results_, "mean_test_accuracy")


def test_halving_takes_the_full_resources() -> None:
    search = HalvingGridSearchCV(PIPELINE, GRID, cv=3, factor=2, min_resources=45, random_state=0).fit(X, Y)
    results = search.cv_results_
    full = np.flatnonzero(results["n_resources"] == results["n_resources"].max())
    found = sp.recommend_cv_results(search)
    assert found.index in full
    assert found.best_index in full
    assert results["mean_test_score"][found.best_index] == results["mean_test_score"][full].max()
    note = next(message for message in found.messages if message.code == "halving-iteration")
    assert note.text == (
        f"of this halving search the {len(full)} configurations with the full resources "
        f"({results['n_resources'].max()}) are used; the other {len(results['iter']) - len(full)} rows had less."
    )
    assert sp.plateau_refit()(results) == found.index
    first = sp.recommend_cv_results(search, iteration=0)
    assert results["iter"][first.index] == 0
    with pytest.raises(sp.InputError, match="there is no iteration 9"):
        sp.recommend_cv_results(search, iteration=9)


def test_fits_that_fail_are_left_out() -> None:
    grid = {"max_depth": [1, 2, 3, 4, 6, -1], "min_samples_leaf": [1, 5, 20, 40]}
    search = GridSearchCV(TREE, grid, cv=3, refit=sp.plateau_refit())
    with pytest.warns():
        search.fit(X, Y)
    assert search.best_params_["max_depth"] != -1


def test_errors_that_are_negated_scores() -> None:
    rng = np.random.default_rng(0)
    features = rng.normal(size=(60, 15))
    target = features[:, 0] + rng.normal(size=60)
    search = GridSearchCV(
        Ridge(), {"alpha": np.logspace(-4, 5, 15)}, scoring="neg_mean_squared_error", cv=5, refit=sp.plateau_refit()
    ).fit(features, target)
    found = sp.recommend_cv_results(search)
    assert found.better == "higher"
    assert is_as_good(found, search.cv_results_)


def test_whole_numbers_of_scipy() -> None:
    space = {"max_depth": randint(1, 9), "min_samples_leaf": randint(1, 40)}
    search = RandomizedSearchCV(TREE, space, n_iter=25, cv=3, random_state=1, refit=sp.plateau_refit()).fit(X, Y)
    assert is_as_good(sp.recommend_cv_results(search), search.cv_results_)


def test_bad_arguments_are_refused(search: Any) -> None:
    refused = {
        "unknown rule": {"rule": "middle"},
        "tolerance": {"tolerance": 2},
        "whether lower or higher 'std_test_score' is better is not known": {"z": "std_test_score"},
        "there is no parameter 'gama'": {"params": "gama"},
        "no configuration has svc__C=7": {"where": {"svc__C": 7}},
        "there is no column 'watts'": {"cost": "watts"},
        "cost must have one value for each of the 42 rows": {"cost": [1.0]},
        "search with return_train_score=True": {"z": "mean_train_f1"},
    }
    for sentence, options in refused.items():
        with pytest.raises(sp.InputError, match=sentence):
            sp.recommend_cv_results(search, **options)  # type: ignore[arg-type]
