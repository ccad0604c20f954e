from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softprofile.model.boundaries import Quadratic
from softprofile.util.validation import Array

LINE, DEGENERATE = "line", "degenerate conic (a point or a pair of lines)"
CONICS = {
    "ellipse": [[1, 0, 1, 0, 0, -1], [4, 1, 9, -3, 2, -20], [-1, 0, -2, 0, 1, 3]],
    "hyperbola": [[1, 0, -1, 0, 0, -1], [0, 1, 0, 0, 0, -1], [1, 5, 1, 2, 0, -3]],
    "parabola": [[1, 0, 0, 0, -1, 0], [0, 0, 1, 1, 0, 2], [1, 2, 1, 1, -1, 0]],
    LINE: [[0, 0, 0, 1, 2, 3], [0, 0, 0, 0, 1, 0]],
    DEGENERATE: [[1, 0, -1, 0, 0, 0], [1, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, -1], [1, 2, 1, 0, 0, 0]],
}
KNOWN = [(name, np.array(w, dtype=float)) for name, conics in CONICS.items() for w in conics]


def moved(w: Array, turn: float, shift: Array) -> Array:
    """Return the parameters of g(R u + shift), the same curve in other axes."""
    a, b, c, d, e, f = w
    whole = np.array([[a, b / 2, d / 2], [b / 2, c, e / 2], [d / 2, e / 2, f]])
    motion = np.eye(3)
    motion[:2, :2] = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    motion[:2, 2] = shift
    new = motion.T @ whole @ motion
    return np.array([new[0, 0], 2 * new[0, 1], new[1, 1], 2 * new[0, 2], 2 * new[1, 2], new[2, 2]])


@pytest.mark.parametrize(("name", "w"), KNOWN)
@pytest.mark.parametrize("factor", [1.0, -1.0, 1e-6, 1e8])
def test_conic(name: str, w: Array, factor: float) -> None:
    assert Quadratic().conic(factor * w) == name
    assert Quadratic().describe(factor * w, ["x", "y"]) == [("Conic", name)]


@pytest.mark.parametrize(("name", "w"), KNOWN)
@pytest.mark.parametrize("seed", range(3))
def test_conic_is_the_same_in_other_axes(name: str, w: Array, seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert Quadratic().conic(moved(w, rng.uniform(0, 6), rng.uniform(-1, 1, 2))) == name


@pytest.mark.parametrize("seed", range(10))
def test_pair_of_lines_is_degenerate(seed: int) -> None:
    (a, b, c), (d, e, f) = np.random.default_rng(seed).standard_normal((2, 3))
    w = np.array([a * d, a * e + b * d, b * e, a * f + c * d, b * f + c * e, c * f])
    assert Quadratic().conic(w) == DEGENERATE


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_matrices(m: int) -> None:
    rng = np.random.default_rng(m)
    U, w = rng.standard_normal((8, m)), rng.standard_normal(Quadratic().n_parameters(m))
    A, b, c = Quadratic().matrices(w, m)
    np.testing.assert_array_equal(A, A.T)
    expected = [u @ A @ u + b @ u + c for u in U]
    np.testing.assert_allclose(Quadratic().value(Quadratic().design(U), w), expected, rtol=1e-10)


@given(st.tuples(*[st.floats(-10, 10)] * 6), st.floats(-5, 5), st.floats(-5, 5))
def test_two_dimensions_in_the_notation_of_the_paper(
    w: tuple[float, float, float, float, float, float], x: float, y: float
) -> None:
    a, b, c, d, e, f = w
    value = Quadratic().value(Quadratic().design(np.array([[x, y]])), np.array(w))
    expected = a * x**2 + b * x * y + c * y**2 + d * x + e * y + f
    assert value[0] == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_names() -> None:
    assert Quadratic().term_names(["x", "y"]) == ["x^2", "x*y", "y^2", "x", "y", "constant"]
    assert [Quadratic().n_parameters(m) for m in (1, 2, 3)] == [3, 6, 10]
    coefficients = Quadratic().coefficients(np.arange(6.0), ["x", "y"])
    np.testing.assert_array_equal(coefficients["A"], [[0, 0.5], [0.5, 2]])
    np.testing.assert_array_equal(coefficients["b"], [3, 4])
    assert coefficients["c"] == 5
    assert Quadratic().describe(np.arange(3.0), ["x"]) == []


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_gentle_starts_are_linear_and_soft(m: int) -> None:
    rng = np.random.default_rng(m)
    U = rng.standard_normal((60, m))
    z = (U @ np.arange(1, m + 1) > 0.5) + 0.1 * rng.standard_normal(60)
    quadratic = Quadratic()
    design = quadratic.design(U)
    starts = quadratic.gentle_starts(design, z, rng)
    products = m * (m + 1) // 2
    assert np.all(starts[:, :products] == 0)
    np.testing.assert_allclose(np.sqrt(np.mean((starts @ design.T) ** 2, axis=1)), [0.3, 1.0])
    # Both steepnesses give the same partition, and it resembles that of z.
    assert np.all((starts[0] @ design.T > 0) == (starts[1] @ design.T > 0))
    assert np.mean((starts[0] @ design.T > 0) == (z > 0.5)) > 0.8
