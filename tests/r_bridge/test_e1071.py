"""The support vector classifier: reference errors of R's e1071 on the Parkinson data, both engines, invalid input."""

from __future__ import annotations

import pickle
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest

import r_bridge
from r_bridge import svm
from softprofile import InputError
from softprofile.datasets import load_surface
from tests.r_bridge.helpers import Array, need_engine, need_r, parkinson

ENGINES = ("python", "r")
# The paper's gamma and h are the cost and the gamma of svm. One test per point, so that they can run in parallel.
POINTS = [tuple(map(float, row)) for row in load_surface("parkinson-svm").table.to_numpy()]
# Points that take less than about two seconds.
QUICK = [point for point in POINTS if point[0] * point[1] <= 50]


def blobs(classes: int = 3, n: int = 90) -> tuple[Array, np.ndarray[Any, np.dtype[np.intp]]]:
    random = np.random.default_rng(0)
    codes = random.integers(0, classes, size=n)
    return random.normal(size=(n, 4)) + 1.5 * codes[:, None] * [1, -1, 0.5, 0], codes


def test_point_of_the_paper() -> None:
    need_r("e1071")
    X, y, X_test, y_test = parkinson()
    model = svm(X, y, 5e4, 1e-3, engine="r")
    assert model.error(X, y) == pytest.approx(17.980769, abs=1e-6)
    assert model.error(X_test, y_test) == pytest.approx(27.380952, abs=1e-6)


@pytest.mark.parametrize("point", POINTS, ids=lambda point: f"{point[0]:g}-{point[1]:g}")
def test_all_points_of_the_surface(point: tuple[float, float, float, float]) -> None:
    need_r("e1071")
    X, y, X_test, y_test = parkinson()
    model = svm(X, y, point[0], point[1], engine="r")
    assert (model.error(X, y), model.error(X_test, y_test)) == pytest.approx(point[2:], abs=1e-10)


@pytest.mark.parametrize("point", QUICK, ids=lambda point: f"{point[0]:g}-{point[1]:g}")
def test_python_agrees_to_one_sample(point: tuple[float, float, float, float]) -> None:
    pytest.importorskip("sklearn")
    X, y, X_test, y_test = parkinson()
    model = svm(X, y, point[0], point[1], engine="python")
    assert abs(model.error(X, y) - point[2]) * len(X) / 100 < 1.001
    assert abs(model.error(X_test, y_test) - point[3]) * len(X_test) / 100 < 1.001


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_engines_agree(classes: int) -> None:
    need_r("e1071")
    X, codes = blobs(classes)
    a, b = (svm(X, codes, 10, 0.2, engine=engine) for engine in ENGINES)
    assert (a.engine, b.engine) == ENGINES
    np.testing.assert_array_equal(a.classes, b.classes)
    assert (a.predict(X) != b.predict(X)).sum() <= 1
    assert len(np.setxor1d(a.support, b.support)) <= 1


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "names",
    [
        ["b", "a", "c"],
        [2.5, 0.5, 1.5],
        [True, False, True],
        [np.datetime64("2020-01-01"), np.datetime64("2021-01-01"), np.datetime64("2019-01-01")],
        [1, "one", None],
        [10**12, -5, 0],
    ],
    ids=["strings", "floats", "booleans", "dates", "mixed", "integers"],
)
def test_labels_keep_their_type(names: list[Any], engine: str) -> None:
    need_engine(engine, "e1071")
    X, codes = blobs()
    keep = [code for code in range(3) if names[code] is not None]
    X, codes = X[np.isin(codes, keep)], codes[np.isin(codes, keep)]
    y = [names[code] for code in codes]
    model = svm(X, y, 10, 0.2, engine=engine)
    predicted = model.predict(X)
    kind = np.array(y).dtype if "one" not in names else np.dtype(object)
    assert predicted.dtype == kind
    assert set(predicted.tolist()) == set(np.array(y, dtype=kind).tolist())
    assert model.error(X, y) < 20
    assert model.error(X, ["never"] * len(X)) == 100


@pytest.mark.parametrize("engine", ENGINES)
def test_categories(engine: str) -> None:
    need_engine(engine, "e1071")
    X, codes = blobs(2)
    y = pd.Series(np.array(["yes", "no"])[codes], dtype="category")
    assert set(svm(pd.DataFrame(X), y, 1, 0.2, engine=engine).predict(X)) == {"yes", "no"}


@pytest.mark.parametrize("engine", ENGINES)
def test_result(engine: str) -> None:
    need_engine(engine, "e1071")
    X, codes = blobs()
    frame = pd.DataFrame(X, columns=["a", "b b", "y", "x"])
    model = svm(frame, codes, 10, 0.2, engine=engine)
    np.testing.assert_array_equal(model.support_vectors, X[model.support])
    assert np.all(np.diff(model.support) > 0)
    np.testing.assert_array_equal(model.predict(frame[["x", "y", "b b", "a"]]), model.predict(X))
    assert model.predict(X[:1]).shape == (1,)
    assert model.predict(X[:0]).shape == (0,)
    assert len(repr(model)) < 300
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).predict(X), model.predict(X))
    with pytest.raises(ValueError, match="read-only"):
        model.support[0] = 0
    with pytest.raises(InputError, match="4 columns"):
        model.predict(X[:, :2])


@pytest.mark.parametrize("engine", ENGINES)
def test_constant_column_warns_and_disables_scaling(engine: str) -> None:
    need_engine(engine, "e1071")
    X, codes = blobs()
    wide = np.column_stack([X * [1, 10, 100, 1], np.full(len(X), 0.1)])
    with pytest.warns(r_bridge.RWarning, match=r"Variable\(s\) .X5. constant. Cannot scale data") as caught:
        model = svm(wide, codes, 1, 0.1, engine=engine)
    assert caught[0].filename == __file__
    from sklearn.svm import SVC

    expected = SVC(C=1, gamma=0.1).fit(wide, codes)
    assert (expected.predict(wide) != model.predict(wide)).sum() <= 1


@pytest.mark.parametrize("engine", ENGINES)
def test_one_column(engine: str) -> None:
    need_engine(engine, "e1071")
    X, codes = blobs(2)
    assert svm(X[:, :1], codes, 1, 1, engine=engine).error(X[:, :1], codes) < 35


def test_models_can_be_sent_to_workers_and_back() -> None:
    need_r("e1071")
    X, codes = blobs()
    costs = [0.1, 1.0, 10.0]
    models = joblib.Parallel(n_jobs=2, backend="loky")(
        joblib.delayed(svm)(X, codes, cost, 0.2, engine="r") for cost in costs
    )
    for cost, model in zip(costs, models, strict=True):
        here = svm(X, codes, cost, 0.2, engine="r")
        np.testing.assert_array_equal(model.support, here.support)
        np.testing.assert_array_equal(model.predict(X), here.predict(X))
    predicted = joblib.Parallel(n_jobs=2, backend="loky")(joblib.delayed(model.predict)(X) for model in models)
    np.testing.assert_array_equal(predicted, [model.predict(X) for model in models])


X2 = [[1.0, 2.0], [2.0, 1.0], [3.0, 3.0]]


@pytest.mark.parametrize(
    ("X", "y", "cost", "gamma", "said"),
    [
        ([[1.0], [np.nan]], [0, 1], 1, 1, "missing or infinite value in row 1"),
        (X2, [0, 1], 1, 1, "3 rows but y has 2 labels"),
        (X2, [0, 0, 0], 1, 1, "at least two are needed"),
        (X2, [0, 1, None], 1, 1, "missing label in row 2"),
        (X2, [0, 1, np.nan], 1, 1, "missing label in row 2"),
        (X2, pd.Series(["a", pd.NA, "b"]), 1, 1, "missing label in row 1"),
        (X2, np.zeros((3, 2)), 1, 1, "y must be one-dimensional"),
        (X2, [0, 1, 0], 0, 1, "cost must be a finite number > 0"),
        (X2, [0, 1, 0], 1, -1, "gamma must be a finite number > 0"),
        (X2, [0, 1, 0], "x", 1, "cost must be a finite number"),
    ],
)
def test_bad_input(X: Any, y: Any, cost: Any, gamma: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        svm(X, y, cost, gamma)


def test_unknown_engine() -> None:
    with pytest.raises(InputError, match="unknown engine 'e1071'"):
        svm(X2, [0, 1, 0], 1, 1, engine="e1071")
