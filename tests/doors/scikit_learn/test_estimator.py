"""`SoftProfile` follows the conventions of scikit-learn."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.datasets import load_surface

pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.estimator_checks import parametrize_with_checks

SURFACE = load_surface("parkinson-svm")
U, Z = SURFACE[["gamma", "h"]], SURFACE["train_error"]


def test_same_answer_as_fit() -> None:
    estimator = sp.SoftProfile(boundary="linear", n_starts=3, random_state=1).fit(U, Z)
    fit = sp.fit(U, Z, boundary="linear", n_starts=3, random_state=1)
    np.testing.assert_array_equal(estimator.result_.parameters, fit.parameters)
    np.testing.assert_array_equal(estimator.representative_point_, fit.representative_point)
    np.testing.assert_array_equal(estimator.predict(U), fit.sides)
    np.testing.assert_array_equal(estimator.decision_function(U), fit.values)
    assert estimator.nearest_index_ == fit.nearest_index()
    assert estimator.n_features_in_ == 2
    assert list(estimator.feature_names_in_) == ["gamma", "h"]


def test_clone_keeps_the_parameters_and_forgets_the_fit() -> None:
    estimator = sp.SoftProfile(density="laplace", ridge=1e-4).fit(U, Z)
    copy = clone(estimator)
    assert vars(copy) == {key: value for key, value in vars(estimator).items() if not key.endswith("_")}
    assert not hasattr(copy, "result_")
    assert copy.set_params(ridge=0.1).ridge == 0.1


def test_predict_before_fit() -> None:
    with pytest.raises(NotFittedError):
        sp.SoftProfile().predict(U)


def test_without_scikit_learn_the_rest_works_and_the_error_names_the_extra() -> None:
    program = (
        "import sys; sys.modules['sklearn'] = None; sys.modules['sklearn.base'] = None\n"
        "import softprofile as sp\n"
        "assert sp.elbow(range(1, 101)).index == 50\n"
        "try: sp.SoftProfile\n"
        "except sp.MissingDependencyError as error: print(error)\n"
    )
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "SoftProfile needs sklearn: install it with pip install 'softprofile[sklearn]'."


@pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")  # the checks' data have no plateau
@parametrize_with_checks([sp.SoftProfile()])  # type: ignore[untyped-decorator]
def test_scikit_learns_own_checks(estimator: Any, check: Any) -> None:
    """Run all checks; no failure is expected."""
    check(estimator)


def test_transforms_are_the_transform_of_fit() -> None:
    estimator = sp.SoftProfile(boundary="linear", transforms=["log", "standardize"]).fit(U, Z)
    assert estimator.result_.transform.kinds == ("log", "standardize")
    assert estimator.result_.z_name == "train_error"
    assert not hasattr(estimator, "transform")


def test_better_names_the_good_side() -> None:
    estimator = sp.SoftProfile(boundary="linear", n_starts=3, better="lower").fit(U, Z)
    assert estimator.result_.good_side == 1
    assert estimator.result_.nearest_index("good") == estimator.result_.nearest_index(1)
    assert estimator.nearest_index_ == estimator.result_.nearest_index()
    with pytest.raises(sp.InputError, match="better"):
        sp.SoftProfile(better="smaller").fit(U, Z)
