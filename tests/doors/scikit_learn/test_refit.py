"""The configuration that `plateau_refit` has a search select."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import softprofile as sp

pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from tests.doors.scikit_learn.searches import GAMMA, GRID, OUTSIDE, PIPELINE, TREE, TREES, X, Y, by_hand


def test_refit_takes_the_nearest_configuration_of_the_good_side(search: Any) -> None:
    expected = by_hand(search.cv_results_)
    assert search.best_index_ == expected.nearest_index(side=2)
    assert search.best_estimator_.get_params()["svc__C"] == expected.nearest_point(side=2)["svc__C"]
    # The good side is the one with the larger scores, checked by brute force.
    scores = search.cv_results_["mean_train_score"]
    assert scores[expected.sides == 2].mean() > scores[expected.sides == 1].mean()
    away = np.linalg.norm(expected.transformed - expected.representative, axis=1)
    assert away[search.best_index_] == away[expected.sides == 2].min()


@pytest.mark.parametrize(("side", "rows"), [("good", 2), (1, 1), (2, 2), ("any", None)])
def test_sides(search: Any, side: Any, rows: int | None) -> None:
    chosen = sp.plateau_refit(side=side)(search.cv_results_)
    assert type(chosen) is int
    assert chosen == by_hand(search.cv_results_).nearest_index(rows)


def test_refit_survives_pickle_and_clone(search: Any) -> None:
    refit = sp.plateau_refit("mean_test_score", params=["svc__C"], where={"svc__gamma": GAMMA[2]}, boundary="linear")
    assert pickle.loads(pickle.dumps(refit)) == refit
    copy = clone(GridSearchCV(PIPELINE, GRID, refit=refit))
    assert copy.refit == refit
    assert copy.refit(search.cv_results_) == refit(search.cv_results_)
    assert pickle.loads(pickle.dumps(search)).best_index_ == search.best_index_


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


@OUTSIDE
def test_scikit_learn_does_not_call_refit_in_halving_searches(halving: Any) -> None:
    """Check a statement in the docstring of `plateau_refit`, which can go if scikit-learn changes this."""
    results = halving.cv_results_
    last = np.flatnonzero(results["iter"] == results["iter"].max())
    assert halving.best_index_ == last[np.argmax(results["mean_test_score"][last])]
