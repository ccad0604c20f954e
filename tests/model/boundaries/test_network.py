from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from softprofile.model.boundaries import Network
from softprofile.util.errors import InputError


@pytest.mark.parametrize("m", [1, 2, 3])
@pytest.mark.parametrize("hidden", [1, 5, 32])
def test_value_is_equation_10(m: int, hidden: int) -> None:
    rng = np.random.default_rng(m)
    W1, b1 = rng.standard_normal((hidden, m)), rng.standard_normal(hidden)
    w2, b2 = rng.standard_normal(hidden), rng.standard_normal()
    U = rng.standard_normal((7, m))
    w = np.concatenate([W1.ravel(), b1, w2, [b2]])
    expected = [w2 @ np.tanh(W1 @ u + b1) + b2 for u in U]
    np.testing.assert_allclose(Network(hidden).value(Network(hidden).design(U), w), expected, rtol=1e-10, atol=1e-12)
    coefficients = Network(hidden).coefficients(w, [f"u{j}" for j in range(m)])
    for key, value in {"W1": W1, "b1": b1, "w2": w2, "b2": b2}.items():
        np.testing.assert_array_equal(coefficients[key], value)


def test_number_of_parameters_of_the_paper() -> None:
    assert Network().hidden == 32
    assert Network().n_parameters(2) == 129


def test_coefficients_are_copies() -> None:
    w = np.zeros(Network(2).n_parameters(1))
    Network(2).coefficients(w, ["u"])["W1"][:] = 1.0
    np.testing.assert_array_equal(w, 0.0)


def test_description_and_options() -> None:
    assert Network(8).describe(np.zeros(25), ["u"]) == [("Hidden units", "8")]
    assert Network(8).options() == {"hidden": 8}
    assert Network(8) != Network(9)
    assert Network(np.int64(8)) == Network(8)  # type: ignore[arg-type]


@pytest.mark.parametrize("hidden", [0, -1, 2.5, "many", None, True])
def test_bad_hidden(hidden: Any) -> None:
    with pytest.raises(InputError, match="hidden"):
        Network(hidden)


def test_random_starts_are_bounded_by_the_inputs_of_a_layer() -> None:
    design = Network(16).design(np.random.default_rng(0).standard_normal((10, 4)))
    starts = Network(16).random_starts(design, 50, np.random.default_rng(1))
    first, second = starts[:, : 16 * 5], starts[:, 16 * 5 :]
    assert 0.45 < np.abs(first).max() <= 0.5
    assert 0.22 < np.abs(second).max() <= 0.25


def test_value_and_pullback_equals_the_separate_methods() -> None:
    rng = np.random.default_rng(0)
    network = Network(7)
    design = network.design(rng.standard_normal((11, 2)))
    w, dg = rng.standard_normal((3, network.n_parameters(2))), rng.standard_normal((3, 11))
    values, pullback = network.value_and_pullback(design, w)
    np.testing.assert_array_equal(values, network.value(design, w))
    np.testing.assert_array_equal(pullback(dg), network.pullback(design, w, dg))
    by_gradient = np.einsum("kn,knp->kp", dg, network.gradient(design, w))
    np.testing.assert_allclose(pullback(dg), by_gradient, rtol=1e-10, atol=1e-12)
