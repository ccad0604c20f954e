"""Searches that several tests read, each run once per module."""

from __future__ import annotations

from typing import Any

import pytest

import softprofile as sp


@pytest.fixture(scope="module")
def search() -> Any:
    from sklearn.model_selection import GridSearchCV

    from tests.doors.scikit_learn.searches import GRID, PIPELINE, X, Y

    return GridSearchCV(PIPELINE, GRID, cv=3, return_train_score=True, refit=sp.plateau_refit()).fit(X, Y)


@pytest.fixture(scope="module")
def halving() -> Any:
    from sklearn.experimental import enable_halving_search_cv  # noqa: F401
    from sklearn.model_selection import HalvingGridSearchCV

    from tests.doors.scikit_learn.searches import TREE, TREES, X, Y

    return HalvingGridSearchCV(
        TREE, TREES, cv=3, factor=2, min_resources=60, return_train_score=True, random_state=0, refit=sp.plateau_refit()
    ).fit(X, Y)
