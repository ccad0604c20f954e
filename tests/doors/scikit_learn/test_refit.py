"""The configuration that `plateau_refit` has a search select."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import softprofile as sp

pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from tests.doors.scikit_learn.searches import GAMMA, GRID, LOSES, OUTSIDE, PIPELINE, TREE, TREES, X, Y, by_hand, told


def test_refit_takes_the_recommended_configuration(search: Any) -> None:
    found = sp.recommend_cv_results(search)
    assert type(search.best_index_) is int
    assert search.best_index_ == found.index
    assert search.best_params_ == search.cv_results_["params"][found.index]
    assert search.best_estimator_.get_params()["svc__C"] == search.best_params_["svc__C"]


@pytest.mark.parametrize(("side", "rows"), [("good", 2), (1, 1), (2, 2), ("any", None)])
@LOSES
def test_the_paper_takes_the_nearest_configuration_of_a_side(search: Any, side: Any, rows: int | None) -> None:
    chosen = sp.plateau_refit(rule="paper", side=side)(search.cv_results_)
    expected = by_hand(search.cv_results_)
    assert type(chosen) is int
    assert chosen == expected.nearest_index(rows)
    # By brute force: side 2 has the larger scores, and no configuration of the side is nearer.
    scores = search.cv_results_["mean_train_score"]
    assert scores[expected.sides == 2].mean() > scores[expected.sides == 1].mean()
    away = np.linalg.norm(expected.transformed - expected.representative, axis=1)
    assert away[chosen] == away[slice(None) if rows is None else expected.sides == rows].min()


def test_the_paper_says_what_it_loses(search: Any) -> None:
    scores = search.cv_results_["mean_test_score"]
    with pytest.warns(sp.SoftProfileWarning) as caught:
        row = sp.plateau_refit(rule="paper")(search.cv_results_)
    (message,) = told(caught)
    assert (message.code, message.rows) == ("worse-than-best", (row,))
    assert message.severity == "warning"
    assert message.text == (
        f"'mean_test_score' of the selected configuration, row {row}, is {scores[row]:.4g}: worse by "
        f"{scores.max() - scores[row]:.2g} than the best evaluated, {scores.max():.4g}."
    )


def test_the_paper_is_silent_about_a_loss_within_a_standard_error(search: Any) -> None:
    results = {**search.cv_results_, "std_test_score": np.full(42, 10.0)}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sp.plateau_refit(rule="paper")(results)


def test_refit_survives_pickle_and_clone(search: Any) -> None:
    options: list[dict[str, Any]] = [
        {
            "params": ["svc__C"],
            "where": {"svc__gamma": GAMMA[2]},
            "cost": np.arange(42),
            "simpler": {"svc__C": "lower"},
        },
        {"rule": "paper", "z": "mean_test_score", "where": {"svc__gamma": GAMMA[2]}, "boundary": "linear"},
    ]
    for each in options:
        refit = sp.plateau_refit(**each)
        assert pickle.loads(pickle.dumps(refit)) == refit
        copy = clone(GridSearchCV(PIPELINE, GRID, refit=refit))
        assert copy.refit == refit
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", sp.SoftProfileWarning)
            assert copy.refit(search.cv_results_) == refit(search.cv_results_)
    assert pickle.loads(pickle.dumps(search)).best_index_ == search.best_index_


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rule": "middle"}, "unknown rule 'middle': choose one of 'edge', 'paper'"),
        ({"density": "gausian", "rule": "paper"}, "unknown density 'gausian'"),
        ({"boundary": "spherical", "rule": "paper"}, "unknown boundary 'spherical'"),
        ({"boundry": "linear", "rule": "paper"}, "unknown option 'boundry'"),
        ({"side": "bad", "rule": "paper"}, "side must be 'good', 'any', 1 or 2, not 'bad'"),
        ({"z": "std_test_score", "rule": "paper"}, "which side of 'std_test_score' is the good one is not known"),
        ({"transform": {"C": "logarithm"}}, "unknown transform 'logarithm'"),
        ({"transform": 3, "rule": "paper"}, "unknown transform 3"),
        ({"z": "std_test_score"}, "whether lower or higher 'std_test_score' is better is not known"),
        ({"boundary": "linear"}, "rule='edge' has no option 'boundary': add rule='paper', or leave it out"),
        ({"side": 1}, "rule='edge' has no option 'side': add rule='paper', or leave it out"),
        ({"boundry": "linear"}, "rule='edge' has no option 'boundry': its options are better, cost, simpler"),
        ({"better": "greater"}, "better must be 'lower', 'higher' or None, not 'greater'"),
        ({"tolerance": -0.1}, "tolerance"),
        ({"simpler": {"C": "smaller"}}, "'smaller'"),
        ({"simpler": ["C"]}, "simpler must map names of parameters"),
        ({"where": ["kernel"]}, "where must map names of parameters"),
        ({"cost": ["cheap"]}, "cost"),
    ],
)
def test_bad_arguments_are_refused_before_the_search_begins(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(sp.InputError) as caught:
        sp.plateau_refit(**options)
    assert sentence in str(caught.value)


@pytest.mark.filterwarnings("ignore:.* still improves:softprofile.util.errors.SoftProfileWarning")
def test_directions_of_columns_that_are_no_scores(search: Any) -> None:
    assert sp.plateau_refit("mean_fit_time", rule="paper").side == 1
    assert sp.plateau_refit("std_test_score", rule="paper", side=1).side == 1
    assert sp.plateau_refit("std_test_score", rule="paper", better="lower").side == 1
    assert sp.recommend_cv_results(search, "mean_fit_time").better == "lower"
    row = sp.plateau_refit("std_test_score", better="lower")(search.cv_results_)
    found = sp.recommend_cv_results(search, "std_test_score", better="lower")
    assert (found.index, found.better) == (row, "lower")


def best_instead(search: Any, results: Any = None) -> str:
    """Fit a search, or call a refit with results: it selects the best, and the text says why."""
    with pytest.warns(sp.SoftProfileWarning) as caught:
        row = search.fit(X, Y).best_index_ if results is None else search(results)
    results = search.cv_results_ if results is None else results
    (message,) = [each for each in told(caught) if each.code == "best-score-instead"]
    scores = results["mean_test_score"]
    assert row == (0 if np.isnan(scores).all() else np.nanargmax(scores))
    assert message.rows == (row,)
    return message.text


def test_a_forgotten_train_score_loses_no_search() -> None:
    search = GridSearchCV(TREE, TREES, cv=3, refit=sp.plateau_refit(rule="paper"))
    assert best_instead(search) == (
        f"the configuration with the best 'mean_test_score', row {search.best_index_}, is selected instead of one at "
        "the edge of the plateau, because of an error: InputError: there is no 'mean_train_score' in these results: "
        "search with return_train_score=True, or give one of 'mean_test_score' as z."
    )
    assert hasattr(search, "best_estimator_")


def test_categories_lose_no_search_by_the_paper() -> None:
    grid = TREES | {"max_depth": [1, 2, 3, None]}
    search = GridSearchCV(TREE, grid, cv=3, refit=sp.plateau_refit(rule="paper"), return_train_score=True)
    assert "'max_depth' takes values that are not numbers" in best_instead(search)


def test_names_that_the_search_does_not_have_lose_nothing(search: Any) -> None:
    results = search.cv_results_
    refits = {
        "no parameter 'gama'": sp.plateau_refit(params=["gama"]),
        "no parameter 'kernel'": sp.plateau_refit(where={"kernel": "rbf"}),
        "no score 'mean_test_f1'": sp.plateau_refit("mean_test_f1"),
        "no column 'watts'": sp.plateau_refit(cost="watts"),
        "one value for each of the 42 rows": sp.plateau_refit(cost=[1.0, 2.0]),
        "simpler names 'depth'": sp.plateau_refit(simpler={"depth": "lower"}),
        "transform names 'depth'": sp.plateau_refit(transform={"depth": "log"}),
        "iteration is for the results of a halving search": sp.plateau_refit(iteration=1),
        "there is no 'mean_train_f1'": sp.plateau_refit("mean_train_f1", rule="paper"),
    }
    for reason, refit in refits.items():
        assert reason in best_instead(refit, results)


def test_scores_that_are_missing_lose_nothing(search: Any) -> None:
    scores = np.full(42, np.nan)
    assert "z has no finite value" in best_instead(
        sp.plateau_refit(), {**search.cv_results_, "mean_test_score": scores}
    )
    scores[7] = 0.5
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        assert sp.plateau_refit()({**search.cv_results_, "mean_test_score": scores}) == 7
    one = {**search.cv_results_, "mean_train_score": scores}
    assert "1 points are too few" in best_instead(sp.plateau_refit(rule="paper"), one)


def test_a_search_over_one_configuration() -> None:
    search = GridSearchCV(TREE, {"max_depth": [2]}, cv=2, refit=sp.plateau_refit())
    assert "no parameter takes more than one value" in best_instead(search)


def test_errors_of_any_kind_are_caught(search: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("a {fault}")

    monkeypatch.setattr("softprofile.doors.recommending.recommend", fail)
    assert best_instead(sp.plateau_refit(), search.cv_results_).endswith("ZeroDivisionError: a {fault}")


def test_the_best_that_is_taken_instead_is_one_of_those_to_keep(search: Any) -> None:
    results = search.cv_results_
    kept = np.flatnonzero(results["param_svc__gamma"] == GAMMA[0])
    with pytest.warns(sp.SoftProfileWarning, match="because of an error"):
        row = sp.plateau_refit(params="gama", where={"svc__gamma": GAMMA[0]})(results)
    assert row == kept[np.argmax(results["mean_test_score"][kept])]


def test_what_is_no_search_is_refused() -> None:
    with pytest.raises(sp.InputError, match="cv_results must be the cv_results_ of a fitted search"):
        sp.plateau_refit()({"a": [1]})
    with pytest.raises(sp.InputError, match="these results have no mean test scores"):
        sp.plateau_refit()({"param_C": [1, 2, 3, 4, 5]})


@OUTSIDE
def test_scikit_learn_does_not_call_refit_in_halving_searches(halving: Any) -> None:
    """Check a statement in the docstring of `plateau_refit`, which can go if scikit-learn changes this."""
    results = halving.cv_results_
    last = np.flatnonzero(results["iter"] == results["iter"].max())
    assert halving.best_index_ == last[np.argmax(results["mean_test_score"][last])]
