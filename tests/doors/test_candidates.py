"""Which parameters become coordinates, and the errors for those that cannot."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import softprofile as sp
from softprofile.doors.candidates import ABSENT, choose_candidates, require_options

C = [0.1, 1.0, 10.0, 0.1, 1.0, 10.0]
GAMMA = [ABSENT, ABSENT, ABSENT, 1, 2, 3]
KERNEL = ["linear"] * 3 + ["rbf"] * 3
Z = np.arange(6.0)


def choose(columns: dict[str, Any], **options: Any) -> Any:
    return choose_candidates(columns, Z, "score", **options)


def refused(columns: dict[str, Any], **options: Any) -> str:
    with pytest.raises(sp.InputError) as caught:
        choose(columns, **options)
    return str(caught.value)


def test_numbers_pass_and_constants_are_dropped_with_a_note() -> None:
    found = choose({"C": C, "depth": [1, 2, 3, 4, 5, 6], "degree": [3] * 6, "kernel": ["rbf"] * 6})
    assert list(found.U) == ["C", "depth"]
    assert found.U["depth"].tolist() == [1, 2, 3, 4, 5, 6]
    assert found.z.tolist() == Z.tolist()
    assert found.z.name == "score"
    (message,) = found.messages
    assert (message.code, message.severity) == ("constant-parameters", "note")
    assert message.text == "'degree', 'kernel' took only one value and are not coordinates of the boundary."


def test_strings_are_refused_with_the_remedies() -> None:
    assert refused({"C": C, "kernel": KERNEL}) == (
        "parameter 'kernel' takes values that are not numbers ('linear', 'rbf'): keep one of them with "
        "where={'kernel': 'linear'}, or name the numeric parameters alone with params=['C']."
    )


@pytest.mark.parametrize("values", [[None, 1, 2, 3, 4, 5], [True, False] * 3, [(5,), (5, 5), (9,)] * 2, ["1", "2"] * 3])
def test_values_that_are_not_numbers_are_refused(values: list[Any]) -> None:
    assert "parameter 'p' takes values that are not numbers" in refused({"C": C, "p": values})
    assert "parameter 'p' takes values that are not numbers" in refused({"C": C, "p": values}, params=["p"])


def test_the_remedies_work() -> None:
    columns = {"C": C, "gamma": GAMMA, "kernel": KERNEL}
    assert choose(columns, where={"kernel": "rbf"}).rows.tolist() == [3, 4, 5]
    assert list(choose(columns, where={"kernel": "rbf"}).U) == ["C", "gamma"]
    assert list(choose(columns, where={"kernel": "linear"}).U) == ["C"]
    with_params = choose(columns, params=["C", "gamma"])
    assert with_params.rows.tolist() == [3, 4, 5]
    assert with_params.messages[0].text == "3 of 6 configurations do not have all of 'C', 'gamma' and are left out."
    with pytest.warns(sp.SoftProfileWarning, match="'gamma', 'kernel' varied too but are not among params"):
        assert choose(columns, params="C").rows.tolist() == [0, 1, 2, 3, 4, 5]


def test_conditional_parameters_are_named() -> None:
    message = refused({"C": C, "gamma": GAMMA})
    assert message.startswith("only 3 of 6 configurations have the parameter 'gamma'")
    assert "params=['C'] are those that all have" in message
    assert refused({"a": [1, 2, 3, ABSENT, ABSENT, ABSENT], "b": GAMMA}, params=["a", "b"]).startswith(
        "no configuration has all of 'a', 'b'"
    )


def test_where_takes_lists_and_values_that_are_tuples() -> None:
    sizes = [(5,), (5, 5), (9,)] * 2
    numbers = [1, 2, 3, 4, 5, 6]
    assert choose({"n": numbers, "s": sizes}, where={"s": (5, 5)}).rows.tolist() == [1, 4]
    with pytest.raises(sp.InputError, match="no parameter takes more than one value"):
        choose({"s": sizes}, where={"s": (9,)})
    several = choose({"n": numbers, "C": C}, where={"n": [1, 2]})
    assert several.rows.tolist() == [0, 1]
    assert list(several.U) == ["n", "C"]
    assert (
        refused({"C": C, "n": [1, 2, 3, 4, 5, 6]}, where={"n": 9})
        == "no configuration has n=9: it takes 1, 2, 3, 4, ...."
    )
    assert refused({"C": C, "n": [1, 0] * 3}, where={"n": True}).startswith("no configuration has n=True")


def test_names_have_to_be_known_and_distinct() -> None:
    assert refused({"C": C}, params=["c"]) == "there is no parameter 'c': the search has 'C'."
    assert refused({"C": C}, where={"k": 1}) == "there is no parameter 'k': the search has 'C'."
    assert "twice" in refused({"C": C}, params=["C", "C"])
    assert "empty" in refused({"C": C}, params=[])


def test_categorical_numbers_have_to_be_named() -> None:
    columns = {"C": C, "batch": [32, 64, 128] * 2}
    assert "parameter 'batch' is categorical (32, 64, 128)" in refused(columns, categorical={"batch"})
    assert list(choose(columns, params=["C", "batch"], categorical={"batch"}).U) == ["C", "batch"]


def test_failed_fits_are_left_out_with_their_number() -> None:
    z = np.array([1.0, np.nan, 2.0, np.inf, 3.0, 4.0])
    with pytest.warns(sp.SoftProfileWarning, match="2 of 6 configurations have no finite 'score' and are left out"):
        found = choose_candidates({"C": C}, z, "score")
    assert found.rows.tolist() == [0, 2, 4, 5]
    with pytest.raises(sp.InputError, match="missing in all 6"):
        choose_candidates({"C": C}, np.full(6, np.nan), "score")


def test_only_options_of_fit_are_accepted() -> None:
    require_options({"boundary": "linear", "random_state": 1})
    with pytest.raises(sp.InputError, match="unknown option 'boundry': the options of fit are boundary, density"):
        require_options({"boundry": "linear"})


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_rows_always_point_at_the_configuration(data: st.DataObject) -> None:
    """Row k of the table is row rows[k] of the search, whichever rows are left out."""
    n = data.draw(st.integers(4, 15))
    number = st.one_of(st.integers(-5, 5), st.floats(-5, 5))
    a = data.draw(st.lists(st.one_of(number, st.just(ABSENT)), min_size=n, max_size=n))
    kind = data.draw(st.lists(st.sampled_from("xy"), min_size=n, max_size=n))
    z = np.array(data.draw(st.lists(st.one_of(st.floats(0, 1), st.just(np.nan)), min_size=n, max_size=n)))
    expected = [i for i in range(n) if kind[i] == "x" and a[i] is not ABSENT and np.isfinite(z[i])]
    columns: dict[str, Any] = {"a": a, "kind": kind}
    if "x" not in kind or not expected:
        with pytest.raises(sp.InputError):
            choose_candidates(columns, z, "z", params=["a"], where={"kind": "x"})
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = choose_candidates(columns, z, "z", params=["a"], where={"kind": "x"})
    assert found.rows.tolist() == expected
    assert found.U["a"].tolist() == [a[i] for i in expected]
    assert found.z.tolist() == [z[i] for i in expected]
