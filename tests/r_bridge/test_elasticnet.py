"""The elastic net: reference coefficients of R, both engines, optimality conditions, invalid input."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import r_bridge
from r_bridge import enet
from softprofile import InputError
from tests.r_bridge.helpers import REFERENCE, Array, forest_fires, need_engine, need_r

LAMBDA1 = [0.0, 1e-6, 1e-3, 0.01, 0.1, 0.5, 1.0, 3.0, 10.0, 1e3]
LAMBDA2 = [0.0, 1e-3, 0.1, 1.0, 100.0]


def make(seed: int, n: int, p: int) -> tuple[Array, Array]:
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, p)) * 10.0 ** random.integers(-2, 3, size=p) + random.normal(size=p)
    return X, X[:, : min(p, 4)] @ random.normal(size=min(p, 4)) + random.normal(size=n)


def design(kind: str) -> tuple[Array, Array]:
    X, y = make(0, 60, 8)
    if kind == "p > n":
        return make(1, 20, 50)
    if kind == "collinear":
        return np.column_stack([X, X[:, 0] + 2 * X[:, 1]]), y
    if kind == "copies":
        return np.column_stack([X, X[:, 2], X[:, 4]]), y
    return X, y


def relative_difference(a: r_bridge.ElasticNet, b: r_bridge.ElasticNet, X: Array) -> float:
    """Largest difference of coefficients times standard deviations of columns, relative to the largest such product."""
    spread = X.std(axis=0)
    return float(np.abs((a.coefficients - b.coefficients) * spread).max() / np.abs(b.coefficients * spread).max())


@pytest.mark.parametrize("engine", ["python", "r"])
def test_forest_fires_coefficients_are_those_of_r(engine: str) -> None:
    need_engine(engine, "elasticnet")
    X, y = forest_fires()
    rows = np.loadtxt(REFERENCE / "forest_fires_splits.csv", delimiter=",", dtype=int)[0] - 1
    expected = pd.read_csv(REFERENCE / "elasticnet_forest_fires_split1_coefficients.csv")
    lambda1, lambda2 = 10 ** np.linspace(-2, 1.5, 15), 10 ** np.linspace(-3, 2, 15)
    net = enet(X.iloc[rows], y[rows], lambda1, lambda2, engine=engine)
    assert net.engine == engine
    found = net.to_frame().drop(columns="intercept")
    assert list(found.columns) == list(expected.columns)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("kind", ["plain", "p > n", "collinear", "copies"])
def test_engines_agree(kind: str) -> None:
    need_r("elasticnet")
    X, y = design(kind)
    # Without a ridge, it is not determined which of two copies has the coefficient.
    lambda2 = LAMBDA2[1:] if kind == "copies" else LAMBDA2
    a, b = (enet(X, y, LAMBDA1, lambda2, engine=engine) for engine in ("python", "r"))
    assert relative_difference(a, b, X) < 1e-10
    np.testing.assert_allclose(a.predict(X), b.predict(X), rtol=0, atol=1e-10 * np.abs(y).max())


@given(
    seed=st.integers(0, 10**6),
    n=st.integers(5, 30),
    p=st.integers(2, 12),
    lambda1=st.floats(0, 20),
    lambda2=st.floats(1e-3, 100),
)
def test_engines_agree_anywhere(seed: int, n: int, p: int, lambda1: float, lambda2: float) -> None:
    need_r("elasticnet")
    X, y = make(seed, n, p)
    a, b = (enet(X, y, [0, lambda1], lambda2, engine=engine) for engine in ("python", "r"))
    assert relative_difference(a, b, X) < 1e-10


@pytest.mark.parametrize("engine", ["python", "r"])
@pytest.mark.parametrize("kind", ["plain", "p > n", "collinear", "copies"])
def test_conditions_of_the_optimum(kind: str, engine: str) -> None:
    need_engine(engine, "elasticnet")
    X, y = design(kind)
    net = enet(X, y, LAMBDA1, LAMBDA2, engine=engine)
    Z = X - X.mean(axis=0)
    length = np.linalg.norm(Z, axis=0)
    Z, r = Z / length, y - y.mean()
    for (a, lambda1), (b, lambda2) in ((i, j) for i in enumerate(LAMBDA1) for j in enumerate(LAMBDA2)):
        naive = net.coefficients[a, b] * length / (1 + lambda2)
        gradient = 2 * (Z.T @ (r - Z @ naive) - lambda2 * naive)
        tolerance = 1e-9 * np.abs(Z.T @ r).max()
        inside = naive == 0
        assert np.all(np.abs(gradient[inside]) <= lambda1 + tolerance)
        np.testing.assert_allclose(gradient[~inside], lambda1 * np.sign(naive[~inside]), rtol=0, atol=tolerance)


@pytest.mark.parametrize("engine", ["python", "r"])
def test_without_penalties_it_is_least_squares(engine: str) -> None:
    need_engine(engine, "elasticnet")
    X, y = design("plain")
    net = enet(X, y, 0, 0, engine=engine)
    solution = np.linalg.lstsq(np.column_stack([np.ones(len(X)), X]), y, rcond=None)[0]
    np.testing.assert_allclose(net.intercepts[0, 0], solution[0], rtol=1e-9)
    np.testing.assert_allclose(net.coefficients[0, 0], solution[1:], rtol=1e-9)


@pytest.mark.parametrize("engine", ["python", "r"])
def test_coefficients_beyond_the_path_are_zero(engine: str) -> None:
    need_engine(engine, "elasticnet")
    X, y = design("plain")
    net = enet(X, y, [1e9, 1e6], [0.1, 0.0], engine=engine)
    assert not net.coefficients.any()
    np.testing.assert_allclose(net.predict(X), y.mean())


@pytest.mark.parametrize("engine", ["python", "r"])
def test_constant_response(engine: str) -> None:
    need_engine(engine, "elasticnet")
    X, _ = design("plain")
    net = enet(X, np.full(len(X), 0.1), [0, 1], [0, 1], engine=engine)
    assert not net.coefficients.any()
    np.testing.assert_allclose(net.intercepts, 0.1)


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_units_do_not_matter(scale: float) -> None:
    pytest.importorskip("sklearn")
    X, y = design("plain")
    plain = enet(X, y, [0.01, 1.0], [0.1], engine="python")
    scaled = enet(X / scale, y * scale, np.array([0.01, 1.0]) * scale, [0.1], engine="python")
    np.testing.assert_allclose(scaled.coefficients / scale**2, plain.coefficients, rtol=1e-9)


def test_one_column_uses_python() -> None:
    pytest.importorskip("sklearn")
    X, y = make(0, 20, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        net = enet(X, y, 0.1, 1.0)
    z = (X[:, 0] - X.mean()) / np.linalg.norm(X - X.mean())
    c = z @ y
    expected = np.sign(c) * max(abs(c) - 0.05, 0) / np.linalg.norm(X - X.mean())
    np.testing.assert_allclose(net.coefficients[0, 0, 0], expected)
    assert net.engine == "python"


def test_path_of_one_step_falls_back_to_python() -> None:
    need_r("elasticnet")
    X = np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
    y = X.sum(axis=1)
    with pytest.raises(r_bridge.RError):  # subscript out of bounds, in the language of R
        enet(X, y, 0, 0, engine="r")
    with pytest.warns(r_bridge.RWarning, match="R's enet failed"):
        net = enet(X, y, 0, 0)
    assert net.engine == "python"
    np.testing.assert_allclose(net.coefficients, 1)


def test_result() -> None:
    pytest.importorskip("sklearn")
    X, y = design("plain")
    frame = pd.DataFrame(X, columns=[*"abcdefg", "lambda1"])
    net = enet(frame, y, [0.1, 1.0, 2.0], [0.0, 1.0], engine="python")
    assert net.names == tuple(frame.columns)
    assert net.coefficients.shape == (3, 2, 8)
    assert net.predict(X).shape == (3, 2, 60)
    np.testing.assert_array_equal(net.predict(frame[frame.columns[::-1]]), net.predict(X))
    np.testing.assert_allclose(net.predict(X)[1, 0], net.intercepts[1, 0] + X @ net.coefficients[1, 0])
    table = net.to_frame()
    assert table.shape == (6, 11)
    assert table["intercept"][4] == net.intercepts[1, 1]
    with pytest.raises(ValueError, match="read-only"):
        net.coefficients[0] = 0
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(net)).coefficients, net.coefficients)
    for bad, said in ((X[:, :3], "8 columns"), (frame[["a"]], "lacks the columns 'b'"), (X[0], "must be a table")):
        with pytest.raises(InputError, match=said):
            net.predict(bad)


def test_no_output_and_any_thread(capfd: pytest.CaptureFixture[str]) -> None:
    need_r("elasticnet")
    X, y = design("p > n")
    expected = enet(X, y, LAMBDA1, LAMBDA2, engine="r")
    nets = joblib.Parallel(n_jobs=4, backend="threading")(
        joblib.delayed(enet)(X, y, LAMBDA1, LAMBDA2, engine="r") for _ in range(4)
    )
    for net in nets:
        np.testing.assert_array_equal(net.coefficients, expected.coefficients)
    assert capfd.readouterr() == ("", "")


def test_process_workers() -> None:
    need_r("elasticnet")
    X, y = design("plain")
    expected = enet(X, y, LAMBDA1, LAMBDA2, engine="r")
    nets = joblib.Parallel(n_jobs=2, backend="loky")(
        joblib.delayed(enet)(X, y, LAMBDA1, [lambda2], engine="r") for lambda2 in LAMBDA2
    )
    np.testing.assert_array_equal(np.concatenate([net.coefficients for net in nets], axis=1), expected.coefficients)


X3 = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 5.0]])


@pytest.mark.parametrize("engine", ["auto", "python"])
@pytest.mark.parametrize(
    ("X", "y", "lambda1", "lambda2", "said"),
    [
        ([[1.0, np.nan], [2, 1], [3, 5]], [1, 2, 3], 1, 1, "X has a missing or infinite value in row 0, column 'X2'"),
        ([1.0, 2.0], [1, 2], 1, 1, "X must be a table"),
        ([["a", "b"]], [1], 1, 1, "not a number"),
        (np.empty((3, 0)), [1, 2, 3], 1, 1, "no columns"),
        (X3[:1], [1], 1, 1, "fewer than two rows"),
        (X3, [1, 2], 1, 1, "3 rows but y has 2"),
        (X3, [1, np.inf, 3], 1, 1, "y has a missing or infinite value in row 1"),
        (X3, np.ones((3, 2)), 1, 1, "y must be one-dimensional"),
        (X3, [1, 2, 3], -1, 1, "lambda1 must be finite and not negative, but it holds -1"),
        (X3, [1, 2, 3], 1, [1, np.nan], "lambda2 must be finite"),
        (X3, [1, 2, 3], [], 1, "lambda1 must be a number or a sequence"),
        (X3, [1, 2, 3], "x", 1, "lambda1 holds something that is not a number"),
        (np.column_stack([X3, np.full(3, 0.1)]), [1, 2, 3], 1, 1, "column 'X3' of X is constant"),
        (pd.DataFrame(X3, columns=["a", "a"]), [1, 2, 3], 1, 1, "not distinct"),
    ],
)
def test_bad_input(X: Any, y: Any, lambda1: Any, lambda2: Any, said: str, engine: str) -> None:
    with pytest.raises(InputError, match=said) as raised:
        enet(X, y, lambda1, lambda2, engine=engine)
    assert str(raised.value).endswith(".")
    assert "\n" not in str(raised.value)


def test_unknown_engine() -> None:
    with pytest.raises(InputError, match="unknown engine 'R'"):
        enet(X3, [1, 2, 3], 1, 1, engine="R")
