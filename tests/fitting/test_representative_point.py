from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softprofile.fitting.representative_point import centers_of_gravity, masses, nearest_index, representative_point
from softprofile.util.validation import Array

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])


def circle(radius: float) -> Callable[[Array], Array]:
    return lambda V: (V**2).sum(axis=1) - radius**2


# Masses and centres


@pytest.mark.parametrize(
    ("z", "expected"), [([1, 2, 3], [1, 2, 3]), ([-1, -2, -3], [1, 2, 3]), ([0, 2, 3], [0, 2, 3]), ([0, -2], [0, 2])]
)
def test_masses_of_one_sign_are_absolute_values(z: list[float], expected: list[float]) -> None:
    mass, messages = masses(np.array(z, dtype=float))
    np.testing.assert_array_equal(mass, expected)
    assert messages == ()


def test_masses_of_mixed_sign_are_shifted() -> None:
    mass, (message,) = masses(np.array([-2.0, 1.0, 3.0]))
    np.testing.assert_array_equal(mass, [0, 3, 5])
    assert message.code == "masses-shifted"
    assert "-2" in message.text
    assert "sign" in message.text


def test_centres_by_hand() -> None:
    z, sides = np.array([1.0, 3.0, 2.0, 6.0]), np.array([1, 1, 2, 2])
    centres, messages = centers_of_gravity(SQUARE, z, sides)
    np.testing.assert_allclose(centres, [[3 / 4, 0.0], [6 / 8, 1.0]])
    assert messages == ()
    negative, _ = centers_of_gravity(SQUARE, -z, sides)
    np.testing.assert_allclose(negative, centres)


def test_centres_of_mixed_sign() -> None:
    centres, messages = centers_of_gravity(SQUARE, np.array([-1.0, 1.0, 2.0, 0.0]), np.array([1, 1, 2, 2]))
    np.testing.assert_allclose(centres, [[1.0, 0.0], [1 / 4, 1.0]])
    assert len(messages) == 1
    assert "depends on this shift" in messages[0].text


def test_side_without_mass_has_its_plain_mean() -> None:
    centres, messages = centers_of_gravity(SQUARE, np.array([0.0, 0.0, 2.0, 0.0]), np.array([1, 1, 2, 2]))
    np.testing.assert_allclose(centres, [[0.5, 0.0], [0.0, 1.0]])
    assert [message.code for message in messages] == ["masses-zero"]
    assert "masses of side 1 are zero" in messages[0].text


@pytest.mark.parametrize("unit", [1e-300, 1e-9, 1e9, 1e300])
def test_unit_of_mass_does_not_matter(unit: float) -> None:
    z, sides = np.array([0.25, 0.75, 0.5, 1.5]), np.array([1, 1, 2, 2])
    centres, _ = centers_of_gravity(SQUARE, z * unit, sides)
    np.testing.assert_allclose(centres, [[3 / 4, 0.0], [6 / 8, 1.0]])


# The representative point


@given(
    st.tuples(*[st.floats(-5, 5)] * 3),
    st.tuples(*[st.floats(-5, 5)] * 3),
    st.tuples(*[st.floats(-5, 5)] * 3),
    st.floats(0.05, 0.95),
)
def test_crossing_of_a_plane_by_closed_form(
    first: tuple[float, float, float],
    second: tuple[float, float, float],
    normal: tuple[float, float, float],
    share: float,
) -> None:
    one, two, b = np.array(first), np.array(second), np.array(normal)
    climb = b @ (two - one)
    if climb < 0.1:
        return
    constant = -(b @ one) - share * climb
    found = representative_point(lambda V: V @ b + constant, np.array([one, two]), np.empty((0, 3)), np.empty(0, int))
    np.testing.assert_allclose(found.point, one + share * (two - one), atol=1e-9)
    assert len(found.crossings) == 1
    assert found.messages == ()
    assert abs(found.point @ b + constant) < 1e-9


def test_crossing_where_a_centre_lies_on_the_boundary() -> None:
    centres = np.array([[0.0, 0.0], [2.0, 0.0]])
    found = representative_point(lambda V: V[:, 0], centres, centres, np.array([1, 2]))
    np.testing.assert_allclose(found.point, [0.0, 0.0], atol=1e-12)


def test_crossing_of_a_circle() -> None:
    centres = np.array([[0.1, 0.0], [3.1, 4.0]])
    found = representative_point(circle(2.0), centres, centres, np.array([1, 2]))
    # |(0.1 + 3 t, 4 t)|^2 = 4 is 25 t^2 + 0.6 t - 3.99 = 0.
    t = (-0.6 + np.sqrt(0.36 + 399)) / 50
    np.testing.assert_allclose(found.point, [0.1 + 3 * t, 4 * t], rtol=1e-12)


def test_nearest_to_the_middle_of_several_crossings() -> None:
    centres = np.array([[-3.0, 0.0], [2.0, 0.0]])

    def g(V: Array) -> Array:
        x = V[:, 0]
        return (x + 2) * (x + 0.3) * (x - 1)

    found = representative_point(g, centres, centres, np.array([1, 2]))
    np.testing.assert_allclose(found.crossings, [[-2.0, 0.0], [-0.3, 0.0], [1.0, 0.0]], atol=1e-12)
    np.testing.assert_allclose(found.point, [-0.3, 0], atol=1e-12)
    assert [message.code for message in found.messages] == ["several-crossings"]
    assert "crosses the boundary 3 times" in found.messages[0].text


def test_both_centres_on_one_side_of_a_band_between_them() -> None:
    # Two crossings: of them too the one nearest the middle.
    centres = np.array([[-3.0, 1.0], [2.0, 1.0]])
    found = representative_point(lambda V: V[:, 0] ** 2 - 1, centres, centres, np.array([1, 2]))
    np.testing.assert_allclose(found.crossings, [[-1, 1], [1, 1]], atol=1e-12)
    np.testing.assert_allclose(found.point, [-1, 1], atol=1e-12)
    assert "2 times" in found.messages[0].text


@pytest.mark.parametrize("sign", [1, -1])
def test_no_crossing_goes_to_the_nearest_point_of_the_other_side(sign: int) -> None:
    # A ring of points outside a circle has its centre inside, as the points within do.
    turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring, inner = 2 * np.column_stack([np.cos(turn), np.sin(turn)]), np.array([[0.1, 0.0], [0.0, 0.2], [-0.1, 0.1]])
    V = np.vstack([ring, inner, [[1.2, 0.9]]])
    g: Callable[[Array], Array] = lambda X: sign * circle(1.0)(X)  # noqa: E731
    sides = np.where(g(V) > 0, 2, 1)
    centres, _ = centers_of_gravity(V, np.ones(len(V)), sides)
    assert np.all(circle(1.0)(centres) < 0)
    found = representative_point(g, centres, V, sides)
    held = 1 if sign == 1 else 2
    assert [message.code for message in found.messages] == ["centres-on-one-side"]
    assert f"both centres of gravity lie on side {held}" in found.messages[0].text
    assert f"nearest point of side {3 - held}" in found.messages[0].text
    assert abs(g(found.point[None, :])[0]) < 1e-9
    # It lies on the way from the middle to the nearest point outside, which is the last one.
    middle = centres.mean(axis=0)
    way, target = found.point - middle, V[-1] - middle
    assert way[0] * target[1] - way[1] * target[0] == pytest.approx(0, abs=1e-9)
    assert 0 < way @ target / (target @ target) < 1


@pytest.mark.parametrize("steepness", [1e-6, 1.0, 1e6])
def test_steepness_does_not_move_the_crossing(steepness: float) -> None:
    centres = np.array([[-1.0, 2.0], [3.0, 1.0]])
    found = representative_point(lambda V: steepness * (V[:, 0] - 0.7), centres, centres, np.array([1, 2]))
    np.testing.assert_allclose(found.point, [0.7, 2 - 1.7 / 4], rtol=1e-12)


def test_touching_the_boundary_is_one_crossing_at_most() -> None:
    centres = np.array([[-1.0, 0.0], [1.0, 0.0]])
    V, sides = np.array([[-1.0, 0.0], [0.0, -1.0]]), np.array([2, 1])
    found = representative_point(lambda X: X[:, 0] ** 2 + X[:, 1], centres, V, sides)
    np.testing.assert_allclose(found.point, [0.0, 0.0], atol=1e-9)
    assert len(found.crossings) == 1


# The nearest evaluated point


def test_nearest_point() -> None:
    point = np.array([0.9, 0.2])
    everywhere = np.ones(4, dtype=bool)
    assert nearest_index(SQUARE, point, everywhere) == 1
    assert nearest_index(SQUARE, point, np.array([True, False, True, True])) == 3
    assert nearest_index(SQUARE, point, np.array([True, False, True, False])) == 0


def test_first_of_equally_near_points() -> None:
    everywhere = np.ones(4, dtype=bool)
    assert nearest_index(SQUARE, np.array([0.5, 0.5]), everywhere) == 0
    assert nearest_index(SQUARE, np.array([1.0, 0.5]), everywhere) == 1
    assert nearest_index(SQUARE, np.array([0.5, 0.5]), np.array([False, False, True, True])) == 2


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=1, max_size=10), st.data())
def test_nearest_point_by_brute_force(rows: list[tuple[int, int]], data: st.DataObject) -> None:
    V = np.array(rows, dtype=float)
    among = np.array(data.draw(st.lists(st.booleans(), min_size=len(V), max_size=len(V))))
    if not among.any():
        return
    squares = [(x**2 + y**2, i) for i, (x, y) in enumerate(rows) if among[i]]
    assert nearest_index(V, np.zeros(2), among) == min(squares)[1]
