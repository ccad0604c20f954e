from __future__ import annotations

import numpy as np
import pytest

import softprofile as sp
from softprofile.fitting.focus_columns import Column, columns_of

pytestmark = pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")


def column_of(u: list[float], transform: str = "auto") -> Column:
    values = np.repeat(u, 3)
    z = np.where(values > np.median(u), 1.0, 3.0) + 0.1 * np.sin(np.arange(len(values)))
    return columns_of(sp.fit(values, z, transform=transform))[0]


def test_levels_are_distinct_up_to_rounding() -> None:
    column = column_of([1.0, 1.0 + 1e-14, 2.0, 4.0, 8.0])
    np.testing.assert_allclose([column.to_original(float(v)) for v in column.levels], [1, 2, 4, 8], rtol=1e-12)


@pytest.mark.parametrize(
    ("u", "below", "above"),
    [
        ([1e-2, 1e-1, 1.5, 1e1, 1e2], (1e-4, 1e-2), (1e2, 1e4)),  # half of four decades more
        ([-2.5, -1.0, 0.5, 1.0, 1.5], (-4.5, -2.5), (1.5, 3.5)),
        ([0.0, 0.5, 1.0, 1.5, 2.0], None, (2.0, 3.0)),
        ([1.0, 2.0, 4.0, 8.0, 16.0], None, (16.0, 64.0)),
        ([0.0, 1.0, 2.0, 3.0, 6.0], None, (6.0, 9.0)),
        ([4.0, 5.0, 6.0, 9.0, 16.0], (2.0, 4.0), (16.0, 32.0)),
    ],
)
def test_room_beyond_the_edges(
    u: list[float], below: tuple[float, float] | None, above: tuple[float, float] | None
) -> None:
    column = column_of(u)
    for direction, expected in (("below", below), ("above", above)):
        room = column.beyond(direction)
        assert (room is None) == (expected is None)
        if room is not None and expected is not None:
            assert room == pytest.approx(expected, rel=1e-9)


def test_extensions_stay_finite_and_positive() -> None:
    column = column_of([1e-300, 1e-100, 1.5, 1e100, 1e300])
    for direction in ("below", "above"):
        room = column.beyond(direction)
        assert room is not None
        assert all(0 < end < np.inf for end in room)


def test_from_original_and_back() -> None:
    for transform in ("log", "standardize", "none"):
        column = column_of([0.5, 1.5, 2.5, 7.5], transform)
        assert column.to_original(column.to_transformed(3.7)) == pytest.approx(3.7)


def test_neighbours_of_the_representative_point() -> None:
    column = column_of([1.5, 2.5, 4.5, 8.5])
    assert column.inside(*column.gap()) == (2.5, 4.5)
    assert column.around(column.original > 4) == (2.5, 8.5)
    assert column.around(column.original == 2.5) == (1.5, 4.5)


def test_no_whole_number_between_neighbours() -> None:
    column = column_of([1.0, 2.0, 3.0, 4.0])
    assert column.inside(*column.gap()) is None
