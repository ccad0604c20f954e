"""Row numbers in sentences: from 0 in Python, from 1 in R, and other text stays as it is."""

from __future__ import annotations

import pickle

import pytest

import softprofile as sp
from softprofile.util.messages import Message
from softprofile.util.row_numbers import NamesRows, RowLabel, literal


def both(rows: tuple[int, ...], template: str) -> tuple[str, str]:
    message = Message("outliers", template, rows)
    return message.text, message.counted_from(1)


@pytest.mark.parametrize(
    ("rows", "template", "python", "r"),
    [
        ((9,), "1 value, the first in row {row}.", "1 value, the first in row 9.", "1 value, the first in row 10."),
        ((1, 2), "rows {rows} of 35 rows", "rows 1, 2 of 35 rows", "rows 2, 3 of 35 rows"),
        ((4, 1), "row {row}, to row {other_rows}", "row 4, to row 1", "row 5, to row 2"),
        ((0, 1, 2, 3, 4, 5, 6), "rows {rows}", "rows 0, 1, 2, 3, 4 and 2 more", "rows 1, 2, 3, 4, 5 and 2 more"),
        ((3,), "{{row}} is row {row}", "{row} is row 3", "{row} is row 4"),
    ],
)
def test_rows_are_counted_from_zero_or_one(rows: tuple[int, ...], template: str, python: str, r: str) -> None:
    assert both(rows, template) == (python, r)


@pytest.mark.parametrize("text", ["in row 3", "{row}", "{{}}", "{'a': {'b': 1}}", "{0} {rows.__class__}", ""])
def test_a_text_without_rows_stays_as_it_is(text: str) -> None:
    assert both((), text) == (text, text)
    assert str(sp.InputError(text)) == text


@pytest.mark.parametrize("name", ["{row}", "{{rows}}", "{", "}}", "{other_rows}"])
def test_names_of_columns_are_shown_as_they_are(name: str) -> None:
    assert both((2,), f"{literal(name)} in row {{row}}") == (f"{name} in row 2", f"{name} in row 3")
    table = {name: [1.0, 2.0, float("nan"), 4.0, 5.0]}
    import pandas as pd

    with pytest.raises(sp.InputError) as caught:
        sp.fit(pd.DataFrame(table), [1, 2, 3, 4, 5])
    assert str(caught.value).startswith(f"{name!r} has 1 missing or infinite value(s), the first in row 2:")


def test_templates_from_files_have_no_other_placeholders() -> None:
    assert both((1,), "{rows.__class__} {0} {row!r}") == ("{rows.__class__} {0} {row!r}",) * 2


def test_errors_carry_the_rows() -> None:
    with pytest.raises(sp.InputError) as caught:
        sp.fit([1, 2, 3, 4, 5, 6], [1, 2, float("nan"), 4, float("inf"), 6])
    error = caught.value
    assert error.rows == (2, 4)
    assert str(error) == "'z' has 2 missing or infinite value(s), the first in row 2: drop or repair those rows."
    assert error.counted_from(1) == str(error).replace("row 2", "row 3")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.rows, again.counted_from(1)) == (str(error), error.rows, error.counted_from(1))


def test_errors_of_grids_and_plots_carry_the_rows() -> None:
    import pandas as pd

    with pytest.raises(sp.InputError) as caught:
        sp.evaluate(abs, pd.DataFrame({"x": [1.0, float("nan")]}))
    assert caught.value.rows == (1,)
    assert caught.value.counted_from(1).startswith("row 2 of the grid has no value of 'x'")
    f = sp.fit([[1], [2], [3], [4], [5], [6]], [9, 9.1, 9, 1, 1.2, 1])
    with pytest.raises(sp.InputError) as caught:
        f.plot(z=[1, 2, 3, 4, 5, float("nan")])
    assert caught.value.counted_from(1).endswith("the first at position 6.")


def test_labels_of_rows() -> None:
    assert (str(RowLabel(7)), RowLabel(7).counted_from(1)) == ("row 7", "row 8")
    assert isinstance(RowLabel(7), NamesRows)
