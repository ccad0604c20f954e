"""Searches that the tests of this folder share, and the fit of their results by hand."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import softprofile as sp

X, Y = load_wine(return_X_y=True)
C, GAMMA = np.logspace(-3, 3, 7), np.logspace(-4, 1, 6)
PIPELINE = make_pipeline(StandardScaler(), SVC())
GRID = {"svc__C": C, "svc__gamma": GAMMA}
TREE = DecisionTreeClassifier(random_state=0)
# Trees reach their plateau at a corner of the grid: the centre of the poor side may lie beyond a curved boundary.
OUTSIDE = pytest.mark.filterwarnings("ignore:both centres of gravity:softprofile.util.errors.SoftProfileWarning")
# The paper's rule says how much worse than the best its configuration is.
LOSES = pytest.mark.filterwarnings("ignore:'mean_test_.* of the selected:softprofile.util.errors.SoftProfileWarning")
TREES = {"max_depth": [1, 2, 3, 4, 5, 6], "min_samples_leaf": [1, 2, 5, 10, 20, 40]}


def by_hand(results: Any, **options: Any) -> sp.BoundaryFit:
    U = pd.DataFrame(list(results["params"]))
    return sp.fit(U, pd.Series(results["mean_train_score"], name="mean_train_score"), **options)


def told(caught: Iterable[warnings.WarningMessage]) -> list[sp.Message]:
    """Return the messages behind softprofile's warnings, without those of scikit-learn."""
    details = [each.message.details for each in caught if isinstance(each.message, sp.SoftProfileWarning)]
    return [message for message in details if message is not None]
