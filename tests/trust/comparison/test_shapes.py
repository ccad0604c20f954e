"""Shapes as a third choice of `compare`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate

import softprofile as sp
from softprofile.trust.comparison.criteria import degrees_of_freedom
from softprofile.trust.comparison.prediction import log_predictive

X = np.linspace(0, 10, 41)
HINGE = 2 + np.maximum(0, 5 - X) + 0.3 * np.random.default_rng(0).standard_normal(41)


def test_degrees_of_freedom() -> None:
    # Slope and constant of g, whose scale is identified; two levels or one; one scale.
    assert degrees_of_freedom(sp.fit(X, HINGE, shape="transition")) == 2 + 2 + 1
    assert degrees_of_freedom(sp.fit(X, HINGE, shape="ramp")) == 2 + 1 + 1
    counts = np.random.default_rng(0).poisson(10 * HINGE)
    assert degrees_of_freedom(sp.fit(X, counts, shape="transition:logistic", density="poisson")) == 2 + 2


def test_the_log_likelihood_is_the_sum_of_the_predictions_of_the_data() -> None:
    for shape in ("transition", "ramp"):
        f = sp.fit(X, HINGE, shape=shape)
        assert log_predictive(f, f.U, f.z).sum() == pytest.approx(f.loglik)


def test_the_predictive_density_integrates_to_one() -> None:
    f = sp.fit(X, HINGE, shape="ramp")
    total, _ = integrate.quad(
        lambda z: float(np.exp(log_predictive(f, np.array([[3.3]]), np.array([z]))[0])), -20, 30, points=[3.7]
    )
    assert total == pytest.approx(1)


def test_shapes_are_compared() -> None:
    c = sp.compare(
        X, HINGE, boundaries="linear", densities="gaussian", shapes=("levels", "ramp"), folds=3, better="lower"
    )
    assert c.table["shape"].tolist() == ["ramp", "levels"]
    assert c.best_pair() == c.best_pair("BIC") == ("linear", "gaussian", "ramp")
    assert c.best().shape == sp.shapes.Ramp("low")
    assert list(c.fits) == [("linear", "gaussian", "levels"), ("linear", "gaussian", "ramp")]
    assert c.scores.columns.names == c.agreement.index.names == ["boundary", "density", "shape"]
    assert "linear, gaussian, ramp" in c.summary().as_text()
    labels = [label.get_text() for label in c.plot().get_yticklabels()]
    assert labels == ["linear, gaussian, ramp", "linear, gaussian, levels"]


def test_two_levels_alone_are_named_by_pairs() -> None:
    c = sp.compare(X, HINGE, boundaries="linear", densities="gaussian", folds=None)
    assert c.best_pair("BIC") == ("linear", "gaussian")
    assert c.table["shape"].tolist() == ["levels"]


def test_a_pair_without_a_curve_keeps_its_row() -> None:
    c = sp.compare(
        X, HINGE, boundaries="linear", densities=("gaussian", "gaussian-separate"), shapes="transition", folds=None
    )
    assert c.table["note"].str.contains("needs a density with a location").tolist() == [False, True]
    assert "linear and gaussian-separate with shape transition" in str(c.messages[0])
