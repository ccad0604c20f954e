"""Fits of the results of all kinds of scikit-learn searches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import loguniform

import softprofile as sp

pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import GridSearchCV, HalvingRandomSearchCV, RandomizedSearchCV
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from tests.doors.scikit_learn.searches import GAMMA, LOSES, OUTSIDE, PIPELINE, TREE, TREES, C, X, Y, by_hand, told


def test_the_fit_is_that_of_the_table(search: Any) -> None:
    fit = sp.fit_cv_results(search.cv_results_, z="mean_train_score")
    expected = by_hand(search.cv_results_)
    assert fit.names == ("svc__C", "svc__gamma")
    assert fit.z_name == "mean_train_score"
    np.testing.assert_array_equal(fit.parameters, expected.parameters)
    np.testing.assert_array_equal(fit.representative, expected.representative)
    assert fit.plot() is not None


def test_data_frames_searches_and_csv_files_give_the_same_fit(search: Any, tmp_path: Any) -> None:
    frame = pd.DataFrame(search.cv_results_)
    frame.to_csv(tmp_path / "results.csv", index=False)
    expected = sp.fit_cv_results(search.cv_results_).parameters
    for results in (frame, search, pd.read_csv(tmp_path / "results.csv")):
        np.testing.assert_array_equal(sp.fit_cv_results(results).parameters, expected)


@LOSES
def test_options_reach_the_fit(search: Any) -> None:
    options: dict[str, Any] = {
        "boundary": "linear",
        "density": "laplace",
        "transform": {"svc__C": "log"},
        "n_starts": 3,
    }
    fit = sp.fit_cv_results(search.cv_results_, **options)
    np.testing.assert_array_equal(fit.parameters, by_hand(search.cv_results_, **options).parameters)
    assert sp.plateau_refit(rule="paper", **options)(search.cv_results_) == fit.nearest_index(2)


@LOSES
def test_params_and_where_keep_the_row_numbers_of_the_search(search: Any) -> None:
    options: dict[str, Any] = {"params": "svc__C", "where": {"svc__gamma": GAMMA[2]}}
    fit = sp.fit_cv_results(search.cv_results_, **options)
    assert fit.U.shape == (7, 1)
    row = sp.plateau_refit(rule="paper", **options)(search.cv_results_)
    assert search.cv_results_["params"][row] == {"svc__C": fit.nearest_point(2)["svc__C"], "svc__gamma": GAMMA[2]}


@LOSES
def test_randomized_search() -> None:
    space = {"svc__C": loguniform(1e-3, 1e3), "svc__gamma": loguniform(1e-4, 10)}
    search = RandomizedSearchCV(
        PIPELINE, space, n_iter=40, cv=3, random_state=0, return_train_score=True, refit=sp.plateau_refit(rule="paper")
    ).fit(X, Y)
    assert search.best_index_ == by_hand(search.cv_results_).nearest_index(2)


@OUTSIDE
@LOSES
def test_several_metrics() -> None:
    search = GridSearchCV(
        TREE,
        TREES,
        scoring=["accuracy", "neg_log_loss"],
        cv=3,
        return_train_score=True,
        refit=sp.plateau_refit("mean_train_accuracy", rule="paper"),
    ).fit(X, Y)
    U, z = pd.DataFrame(list(search.cv_results_["params"])), search.cv_results_["mean_train_accuracy"]
    assert search.best_index_ == sp.fit(U, z).nearest_index(2)
    with pytest.raises(sp.InputError, match="no 'mean_train_score' in these results: give one of 'mean_test_accuracy'"):
        sp.fit_cv_results(search.cv_results_)


@LOSES
def test_conditional_grids() -> None:
    grids = [{"kernel": ["linear"], "C": C}, {"kernel": ["rbf"], "C": C, "gamma": GAMMA}]
    search = GridSearchCV(SVC(), grids, cv=3, return_train_score=True).fit(StandardScaler().fit_transform(X), Y)
    with pytest.raises(sp.InputError, match=r"'kernel' takes values that are not numbers .* where=\{'kernel': 'rbf'\}"):
        sp.fit_cv_results(search.cv_results_)
    for results in (search.cv_results_, pd.DataFrame(search.cv_results_)):
        fit = sp.fit_cv_results(results, where={"kernel": "rbf"})
        assert fit.U.shape == (42, 2)
        assert sp.fit_cv_results(results, params=["C", "gamma"]).U.shape == (42, 2)
        row = sp.plateau_refit(rule="paper", where={"kernel": "rbf"})(results)
        assert row == 7 + fit.nearest_index(2)
        assert search.cv_results_["params"][row]["kernel"] == "rbf"
    only = GridSearchCV(SVC(), [{"C": C}, {"C": C, "gamma": GAMMA}], cv=3, return_train_score=True).fit(X[:, :3], Y)
    with pytest.raises(sp.InputError, match="only 42 of 49 configurations have the parameter 'gamma'"):
        sp.fit_cv_results(only.cv_results_)


@OUTSIDE
def test_max_depth_none_is_refused() -> None:
    search = GridSearchCV(TREE, TREES | {"max_depth": [1, 2, 3, None]}, cv=3, return_train_score=True).fit(X, Y)
    with pytest.raises(sp.InputError, match="'max_depth' takes values that are not numbers"):
        sp.fit_cv_results(search.cv_results_)
    assert sp.fit_cv_results(search.cv_results_, where={"max_depth": [1, 2, 3]}).U.shape == (18, 2)


def test_fits_that_fail_are_left_out() -> None:
    grid = {"max_depth": [1, 2, 3, 4, -1], "min_samples_leaf": [1, 5, 20, 40]}
    search = GridSearchCV(TREE, grid, cv=3, return_train_score=True, refit=sp.plateau_refit(rule="paper"))
    with pytest.warns() as caught:
        search.fit(X, Y)
    assert str(told(caught)[0]) == "4 of 20 configurations have no finite 'mean_train_score' and are left out."
    assert search.best_params_["max_depth"] != -1


@pytest.mark.parametrize("results", [{}, {"a": [1]}, 3, [1, 2], GridSearchCV(TREE, TREES)])
def test_invalid_results_are_refused(results: Any) -> None:
    with pytest.raises(sp.InputError, match="cv_results must be the cv_results_ of a fitted search"):
        sp.fit_cv_results(results)


@OUTSIDE
@LOSES
def test_halving_search_uses_one_iteration(halving: Any) -> None:
    results = halving.cv_results_
    assert [int(np.sum(results["iter"] == i)) for i in (0, 1)] == [36, 18]
    fit = sp.fit_cv_results(results)
    # Iteration 1 has half of the candidates, and the larger resources.
    assert len(fit.z) == 18
    assert (fit.messages[0].code, fit.messages[0].severity) == ("halving-iteration", "note")
    assert fit.messages[0].text == (
        "of this halving search the 18 configurations of iteration 1 are used, with 120 resources each."
    )
    row = sp.plateau_refit(rule="paper")(results)
    assert results["iter"][row] == 1
    first = sp.fit_cv_results(results, iteration=0)
    assert len(first.z) == 36
    row = sp.plateau_refit(rule="paper", iteration=0)(results)
    assert results["params"][row] == {k: int(v) for k, v in first.nearest_point(2).items()}
    with pytest.raises(sp.InputError, match="there is no iteration 7: the search has 0, 1"):
        sp.fit_cv_results(results, iteration=7)


@OUTSIDE
def test_halving_random_search_with_a_parameter_as_resource() -> None:
    from sklearn.ensemble import RandomForestClassifier

    space = {"max_depth": [1, 2, 3, 4, 5], "min_samples_leaf": [1, 5, 20, 40, 60]}
    search = HalvingRandomSearchCV(
        RandomForestClassifier(random_state=0),
        space,
        n_candidates=25,
        resource="n_estimators",
        min_resources=2,
        max_resources=6,
        cv=2,
        return_train_score=True,
        random_state=0,
    ).fit(X, Y)
    fit = sp.fit_cv_results(search.cv_results_)
    assert set(fit.names) == {"max_depth", "min_samples_leaf"}
    assert len(fit.z) == 25


def test_iteration_is_for_halving(search: Any) -> None:
    with pytest.raises(sp.InputError, match="leave it out"):
        sp.fit_cv_results(search.cv_results_, iteration=0)


@pytest.mark.parametrize(
    ("column", "better"),
    [
        ("mean_test_score", "higher"),
        ("mean_train_score", "higher"),
        ("split0_test_score", "higher"),
        ("mean_test_neg_log_loss", "higher"),
        ("mean_fit_time", "lower"),
        ("mean_score_time", "lower"),
        ("rank_test_score", "lower"),
        ("std_test_score", None),
        ("loss", None),
    ],
)
@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
def test_the_direction_is_known_from_the_column(column: str, better: str | None) -> None:
    results = {"param_C": np.arange(1.0, 9), column: np.array([5.1, 5.0, 5.2, 5.1, 9.1, 9.0, 9.2, 9.1])}
    fit = sp.fit_cv_results(results, column)
    assert fit.better == better
    assert sp.fit_cv_results(results, column, better="lower").better == "lower"
    if better is not None:
        side = {"lower": 1, "higher": 2}[better]
        assert fit.nearest_index("good") == fit.nearest_index(side)
    assert fit.nearest_index() == sp.fit(pd.Series(results["param_C"], name="C"), results[column]).nearest_index()
