"""Real searches of scikit-learn, of every kind, give the fit that their numbers give."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import loguniform

import softprofile as sp

pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import GridSearchCV, HalvingGridSearchCV, HalvingRandomSearchCV, RandomizedSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

X, Y = load_wine(return_X_y=True)
C, GAMMA = np.logspace(-3, 3, 7), np.logspace(-4, 1, 6)
PIPELINE = make_pipeline(StandardScaler(), SVC())
GRID = {"svc__C": C, "svc__gamma": GAMMA}
TREE = DecisionTreeClassifier(random_state=0)
# Trees reach their plateau at a corner of the grid: the centre of the poor side may lie beyond a curved boundary.
OUTSIDE = pytest.mark.filterwarnings("ignore:both centres of gravity:softprofile.util.errors.SoftProfileWarning")
TREES = {"max_depth": [1, 2, 3, 4, 5, 6], "min_samples_leaf": [1, 2, 5, 10, 20, 40]}


@pytest.fixture(scope="module")
def search() -> Any:
    return GridSearchCV(PIPELINE, GRID, cv=3, return_train_score=True, refit=sp.plateau_refit(), n_jobs=2).fit(X, Y)


def by_hand(results: Any, **options: Any) -> sp.BoundaryFit:
    U = pd.DataFrame(list(results["params"]))
    return sp.fit(U, pd.Series(results["mean_train_score"], name="mean_train_score"), **options)


def test_the_fit_is_that_of_the_table(search: Any) -> None:
    fit = sp.fit_cv_results(search.cv_results_, z="mean_train_score")
    expected = by_hand(search.cv_results_)
    assert fit.names == ("svc__C", "svc__gamma")
    assert fit.z_name == "mean_train_score"
    np.testing.assert_array_equal(fit.parameters, expected.parameters)
    np.testing.assert_array_equal(fit.representative, expected.representative)
    assert fit.plot() is not None


def test_refit_takes_the_nearest_configuration_of_the_good_side(search: Any) -> None:
    expected = by_hand(search.cv_results_)
    assert search.best_index_ == expected.nearest_index(side=2)
    assert search.best_estimator_.get_params()["svc__C"] == expected.nearest_point(side=2)["svc__C"]
    # The good side is the one whose scores are greater, by brute force.
    scores = search.cv_results_["mean_train_score"]
    assert scores[expected.sides == 2].mean() > scores[expected.sides == 1].mean()
    away = np.linalg.norm(expected.transformed - expected.representative, axis=1)
    assert away[search.best_index_] == away[expected.sides == 2].min()


@pytest.mark.parametrize(("side", "rows"), [("good", 2), (1, 1), (2, 2), ("any", None)])
def test_sides(search: Any, side: Any, rows: int | None) -> None:
    chosen = sp.plateau_refit(side=side)(search.cv_results_)
    assert type(chosen) is int
    assert chosen == by_hand(search.cv_results_).nearest_index(rows)


def test_frames_searches_and_tables_from_disk_serve_too(search: Any, tmp_path: Any) -> None:
    frame = pd.DataFrame(search.cv_results_)
    frame.to_csv(tmp_path / "results.csv", index=False)
    expected = sp.fit_cv_results(search.cv_results_).parameters
    for results in (frame, search, pd.read_csv(tmp_path / "results.csv")):
        np.testing.assert_array_equal(sp.fit_cv_results(results).parameters, expected)


def test_options_reach_the_fit(search: Any) -> None:
    options: dict[str, Any] = {
        "boundary": "linear",
        "density": "laplace",
        "transform": {"svc__C": "log"},
        "n_starts": 3,
    }
    fit = sp.fit_cv_results(search.cv_results_, **options)
    np.testing.assert_array_equal(fit.parameters, by_hand(search.cv_results_, **options).parameters)
    assert sp.plateau_refit(**options)(search.cv_results_) == fit.nearest_index(2)


def test_refit_survives_pickle_and_clone(search: Any) -> None:
    refit = sp.plateau_refit("mean_test_score", params=["svc__C"], where={"svc__gamma": GAMMA[2]}, boundary="linear")
    assert pickle.loads(pickle.dumps(refit)) == refit
    copy = clone(GridSearchCV(PIPELINE, GRID, refit=refit))
    assert copy.refit == refit
    assert copy.refit(search.cv_results_) == refit(search.cv_results_)
    assert pickle.loads(pickle.dumps(search)).best_index_ == search.best_index_


def test_params_and_where_keep_the_row_numbers_of_the_search(search: Any) -> None:
    row = sp.plateau_refit(params="svc__C", where={"svc__gamma": GAMMA[2]})(search.cv_results_)
    assert search.cv_results_["params"][row]["svc__gamma"] == GAMMA[2]
    assert sp.fit_cv_results(search.cv_results_, params="svc__C", where={"svc__gamma": GAMMA[2]}).U.shape == (7, 1)


def test_randomized_search() -> None:
    space = {"svc__C": loguniform(1e-3, 1e3), "svc__gamma": loguniform(1e-4, 10)}
    search = RandomizedSearchCV(
        PIPELINE, space, n_iter=40, cv=3, random_state=0, return_train_score=True, refit=sp.plateau_refit()
    ).fit(X, Y)
    assert search.best_index_ == by_hand(search.cv_results_).nearest_index(2)


@OUTSIDE
def test_several_metrics() -> None:
    search = GridSearchCV(
        TREE,
        TREES,
        scoring=["accuracy", "neg_log_loss"],
        cv=3,
        return_train_score=True,
        refit=sp.plateau_refit("mean_train_accuracy"),
    ).fit(X, Y)
    U, z = pd.DataFrame(list(search.cv_results_["params"])), search.cv_results_["mean_train_accuracy"]
    assert search.best_index_ == sp.fit(U, z).nearest_index(2)
    with pytest.raises(sp.InputError, match="no 'mean_train_score' in these results: give one of 'mean_test_accuracy'"):
        sp.fit_cv_results(search.cv_results_)


def test_conditional_grids() -> None:
    grids = [{"kernel": ["linear"], "C": C}, {"kernel": ["rbf"], "C": C, "gamma": GAMMA}]
    search = GridSearchCV(SVC(), grids, cv=3, return_train_score=True).fit(StandardScaler().fit_transform(X), Y)
    with pytest.raises(sp.InputError, match=r"'kernel' takes values that are not numbers .* where=\{'kernel': 'rbf'\}"):
        sp.fit_cv_results(search.cv_results_)
    for results in (search.cv_results_, pd.DataFrame(search.cv_results_)):
        fit = sp.fit_cv_results(results, where={"kernel": "rbf"})
        assert fit.U.shape == (42, 2)
        assert sp.fit_cv_results(results, params=["C", "gamma"]).U.shape == (42, 2)
        row = sp.plateau_refit(where={"kernel": "rbf"})(results)
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
    search = GridSearchCV(TREE, grid, cv=3, return_train_score=True, refit=sp.plateau_refit())
    with pytest.warns() as caught:
        search.fit(X, Y)
    told = [str(w.message) for w in caught if issubclass(w.category, sp.SoftProfileWarning)]
    assert told[0] == "4 of 20 configurations have no finite 'mean_train_score' and are left out."
    assert search.best_params_["max_depth"] != -1


@OUTSIDE
def test_without_train_scores_the_remedy_is_named_and_the_search_is_not_lost() -> None:
    search = GridSearchCV(TREE, TREES, cv=3, refit=sp.plateau_refit())
    with pytest.raises(sp.InputError) as caught:
        search.fit(X, Y)
    assert str(caught.value) == (
        "there is no 'mean_train_score' in these results: search with return_train_score=True, "
        "or give one of 'mean_test_score' as z."
    )
    assert "attribute cv_results" in caught.value.__notes__[0]
    held = caught.value.cv_results  # type: ignore[attr-defined]
    assert isinstance(sp.fit_cv_results(held, z="mean_test_score"), sp.BoundaryFit)


def test_bad_arguments_are_refused_before_the_search_begins() -> None:
    with pytest.raises(sp.InputError, match="side must be 'good', 'any', 1 or 2, not 'bad'"):
        sp.plateau_refit(side="bad")
    with pytest.raises(sp.InputError, match="which side of 'mean_fit_time' is the good one is not known"):
        sp.plateau_refit("mean_fit_time")
    with pytest.raises(sp.InputError, match="unknown option 'boundry'"):
        sp.plateau_refit(boundry="linear")
    assert sp.plateau_refit("mean_fit_time", side=1).side == 1


@pytest.mark.parametrize("results", [{}, {"a": [1]}, 3, [1, 2], GridSearchCV(TREE, TREES)])
def test_what_is_no_search_is_refused(results: Any) -> None:
    with pytest.raises(sp.InputError, match="cv_results must be the cv_results_ of a fitted search"):
        sp.fit_cv_results(results)


@pytest.fixture(scope="module")
def halving() -> Any:
    return HalvingGridSearchCV(
        TREE, TREES, cv=3, factor=2, min_resources=60, return_train_score=True, random_state=0, refit=sp.plateau_refit()
    ).fit(X, Y)


@OUTSIDE
def test_halving_search_uses_one_iteration(halving: Any) -> None:
    results = halving.cv_results_
    assert [int(np.sum(results["iter"] == i)) for i in (0, 1)] == [36, 18]
    fit = sp.fit_cv_results(results)
    # Half of the candidates stand in iteration 1, which has the larger resources.
    assert len(fit.z) == 18
    assert (fit.messages[0].code, fit.messages[0].severity) == ("halving-iteration", "note")
    assert fit.messages[0].text == (
        "of this halving search the 18 configurations of iteration 1 are used, with 120 resources each."
    )
    row = sp.plateau_refit()(results)
    assert results["iter"][row] == 1
    first = sp.fit_cv_results(results, iteration=0)
    assert len(first.z) == 36
    row = sp.plateau_refit(iteration=0)(results)
    assert results["params"][row] == {k: int(v) for k, v in first.nearest_point(2).items()}
    with pytest.raises(sp.InputError, match="there is no iteration 7: the search has 0, 1"):
        sp.fit_cv_results(results, iteration=7)


@OUTSIDE
def test_scikit_learn_does_not_call_refit_in_halving_searches(halving: Any) -> None:
    """The docstring of plateau_refit says so: should this fail, scikit-learn has learnt to, and the words can go."""
    results = halving.cv_results_
    last = np.flatnonzero(results["iter"] == results["iter"].max())
    assert halving.best_index_ == last[np.argmax(results["mean_test_score"][last])]


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
