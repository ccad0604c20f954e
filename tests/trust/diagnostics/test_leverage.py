from __future__ import annotations

import numpy as np
import pytest

import softprofile as sp
from softprofile.fitting.refitting import refit
from softprofile.trust.diagnostics.leverage import Leverage, leave_each_out
from tests.trust.diagnostics.helpers import two_levels


@pytest.fixture(scope="module")
def f() -> sp.BoundaryFit:
    return two_levels(40)


def test_moves_are_those_of_a_full_search_by_hand(f: sp.BoundaryFit) -> None:
    """Refit without the row, in the same coordinates; warm and full refits agree if the levels are clear."""
    leverage = f.diagnose().leverage
    strongest = leverage["move"].nlargest(3).index
    for row in [*strongest, 0]:
        kept = np.arange(40) != row
        other = refit(f, f.z[kept], f.U[kept])
        move = np.linalg.norm(other.representative - f.representative)
        found = leverage.loc[row]
        assert found["move"] == pytest.approx(move, abs=1e-4)
        moved = other.representative_point - f.representative_point
        np.testing.assert_allclose(found[["move_u1", "move_u2"]].astype(float), moved, atol=1e-3)
        distances = np.linalg.norm(f.transformed - other.representative, axis=1)
        assert found["nearest"] == np.argmin(distances)
        assert found["changes_answer"] == (np.argmin(distances) != f.nearest_index())
        assert found["sides_changed"] == np.sum(other.sides != f.sides[kept])


def test_full_searches(f: sp.BoundaryFit) -> None:
    warm, full = (f.diagnose(refits=kind, rows=[3, 11]).left_out for kind in ("warm", "full"))
    np.testing.assert_array_equal(full.rows, [3, 11])
    np.testing.assert_allclose(warm.moves, full.moves, atol=1e-4)
    other = refit(f, np.delete(f.z, 11), np.delete(f.U, 11, axis=0))
    np.testing.assert_array_equal(full.points[1], other.representative)


def test_moves_do_not_depend_on_units_or_on_jobs(f: sp.BoundaryFit) -> None:
    rows = [0, 5, 9]
    plain = leave_each_out(f, rows, warm=True, n_jobs=1)
    scaled = sp.fit(100 * f.U + 7, 3 * f.z, boundary="linear", transform="standardize")
    moves = leave_each_out(scaled, rows, warm=True, n_jobs=1).moves
    np.testing.assert_allclose(moves, plain.moves, atol=1e-4)
    np.testing.assert_array_equal(leave_each_out(f, rows, warm=True, n_jobs=2).points, plain.points)


def test_a_wrong_value_that_bends_the_boundary_is_flagged() -> None:
    """A huge z at one configuration attracts the boundary."""
    u = np.arange(1.0, 25.0)
    z = np.where(u > 16, 5.0, 1.0) + 0.3 * np.sin(3 * u)
    z[23] = 60.0
    with pytest.warns(sp.SoftProfileWarning, match="side 2 holds only 1 of 24"):
        f = sp.fit(u, z, transform="standardize")
    d = f.diagnose(refits="full")
    assert d.leverage["influential"].tolist() == [False] * 23 + [True]
    assert d.leverage.loc[23, "changes_answer"]
    (message,) = [each for each in d.warnings if each.code == "influential-rows"]
    assert "depends strongly on the configuration in row 23: without it" in message.text
    assert message.rows == (23,)


def test_without_one_point_there_may_be_no_boundary() -> None:
    z = np.array([1.0, 1, 1, 1, 1, 5])
    with pytest.warns(sp.SoftProfileWarning, match="floor"):
        f = sp.fit(np.arange(6.0), z, transform="standardize")
    d = f.diagnose()
    last = d.leverage.loc[5]
    assert np.isnan(last["move"])
    assert last["nearest"] == -1
    assert last["influential"]
    assert last["changes_answer"]
    (message,) = [each for each in d.warnings if each.code == "boundary-needs-single-rows"]
    assert "without the configuration in row 5 there is no boundary" in message.text
    assert "-" in str(d.summary())


def test_only_large_moves_are_influential() -> None:
    def flags(moves: list[float]) -> list[bool]:
        n = len(moves)
        none = np.zeros(n, dtype=np.int64)
        return Leverage(none, np.zeros((n, 1)), np.array(moves), none, none, none > 0).influential.tolist()

    assert flags([0.01] * 9 + [0.2]) == [False] * 10
    assert flags([0.01] * 9 + [0.3]) == [False] * 9 + [True]
    assert flags([0.0, 0.1, 0.2, 0.3, 0.4, 0.5]) == [False] * 6
    assert flags([0.01] * 9 + [np.nan]) == [False] * 9 + [True]
