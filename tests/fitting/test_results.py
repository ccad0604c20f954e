"""Results are immutable, independent of the user's arrays, and unchanged by pickle and JSON."""

from __future__ import annotations

import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.model.boundaries import Network
from softprofile.model.densities import ScipyDensity, StudentT

SURFACE = load_surface("parkinson-svm")


def small_fit(**arguments: Any) -> sp.BoundaryFit:
    arguments = {"boundary": "linear", "n_starts": 2, **arguments}
    return sp.fit(SURFACE[["gamma", "h"]], SURFACE["train_error"], **arguments)


def assert_same(first: sp.BoundaryFit, second: sp.BoundaryFit) -> None:
    for field in dataclasses.fields(first):
        one, other = getattr(first, field.name), getattr(second, field.name)
        if field.name == "transform":
            assert one.kinds == other.kinds
            np.testing.assert_array_equal(one.centres, other.centres)
            np.testing.assert_array_equal(one.scales, other.scales)
        elif isinstance(one, np.ndarray):
            np.testing.assert_array_equal(one, other)
        else:
            assert one == other, field.name
    np.testing.assert_array_equal(first.predict(first.U), second.predict(first.U))


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"boundary": "quadratic"},
        {"boundary": Network(hidden=3)},
        {"density": StudentT(df=7)},
        {"density": ScipyDensity("logistic", scale=2), "n_starts": 1},
        {"density": "laplace-separate", "softness": "hard"},
        {"transform": {"gamma": "standardize", "h": "none"}},
    ],
    ids=str,
)
def test_pickle_and_json_round_trips(arguments: dict[str, Any], tmp_path: Path) -> None:
    fit = small_fit(**arguments)
    assert_same(fit, pickle.loads(pickle.dumps(fit)))
    fit.to_json(tmp_path / "fit.json")
    again = sp.BoundaryFit.from_json(tmp_path / "fit.json")
    assert_same(fit, again)
    assert again.to_json() == fit.to_json()
    assert str(again.summary()) == str(fit.summary())


def test_json_contains_what_was_chosen() -> None:
    fit = small_fit()
    chosen = json.loads(fit.to_json())["chosen"]
    assert chosen["representative_point"] == fit.representative_point.to_dict()
    assert chosen["nearest_point"] == fit.nearest_point().to_dict()
    assert chosen["sides"] == fit.sides.tolist()


def damaged(**changes: Any) -> dict[str, Any]:
    data = small_fit().to_dict()
    for key, value in changes.items():
        if value is None:
            del data[key]
        else:
            data[key] = value
    return data


def saved_message(**changes: Any) -> dict[str, Any]:
    return {"code": "outliers", "template": "look at row {row}.", "rows": [3], "severity": "warning", **changes}


def test_messages_are_saved_with_code_rows_and_severity() -> None:
    message = sp.Message("outliers", "look at row {row}.", (3,))
    data = dataclasses.replace(small_fit(), messages=(message,)).to_dict()
    assert data["messages"] == [saved_message()]
    assert sp.BoundaryFit.from_dict(json.loads(json.dumps(data))).messages == (message,)


def test_files_of_version_1_have_texts_as_messages() -> None:
    again = sp.BoundaryFit.from_dict(damaged(version=1, messages=["z changes sign in {row}."]))
    assert [(each.code, each.severity) for each in again.messages] == [("unclassified", "warning")]
    assert again.messages[0].text == "z changes sign in {row}."


def test_a_code_of_a_newer_version_keeps_its_text() -> None:
    (message,) = sp.BoundaryFit.from_dict(damaged(messages=[saved_message(code="brand-new")])).messages
    assert (message.code, message.text) == ("unclassified", "look at row 3.")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "not a fit saved by softprofile"),
        ([1, 2], "not a fit saved by softprofile"),
        (damaged(version=99), "format version 99"),
        (damaged(z=None), r"damaged \(KeyError: 'z'\)"),
        (damaged(z=[1.0, 2.0]), r"cannot be rebuilt: U must be finite numbers of shape \(2, 2\)"),
        (damaged(parameters=[1.0]), r"parameters must be finite numbers of shape \(3,\)"),
        (damaged(softness="medium"), "unknown softness 'medium'"),
        (damaged(boundary={"name": "os.system", "options": {}}), "boundary 'os.system' is your own"),
        (damaged(density={"name": "exec", "options": {}}), "density 'exec' is your own"),
        (damaged(boundary={"name": "linear", "options": {"command": "ls"}}), r"damaged \(TypeError"),
        (damaged(ridge="x"), "ridge must be a finite number"),
        (damaged(names=5), "names must be a list"),
        (damaged(messages=[5]), "a message must be a text or an object"),
        (damaged(messages=[{"code": "outliers"}]), r"damaged \(KeyError: 'template'\)"),
        (damaged(messages=[saved_message(template=3)]), "the template of a message must be text"),
        (damaged(messages=[saved_message(rows=[-1])]), "a row of a message must be a whole number of at least 0"),
        (damaged(messages=[saved_message(severity="fatal")]), "unknown severity 'fatal'"),
    ],
)
def test_damaged_json_is_refused_in_one_sentence(data: Any, sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        sp.BoundaryFit.from_dict(data)


def test_file_that_is_not_json(tmp_path: Path) -> None:
    (tmp_path / "fit.json").write_text("gamma,h\n1,2\n")
    with pytest.raises(sp.InputError, match="is not JSON"):
        sp.BoundaryFit.from_json(tmp_path / "fit.json")


def test_result_does_not_change_with_the_users_arrays() -> None:
    U, z = SURFACE[["gamma", "h"]].to_numpy(copy=True), SURFACE["train_error"].to_numpy(copy=True)
    fit = sp.fit(U, z, boundary="linear", n_starts=2)
    before = fit.to_json()
    U[:], z[:] = -1.0, 0.0
    assert fit.to_json() == before


def test_result_cannot_be_changed() -> None:
    fit = small_fit()
    with pytest.raises(dataclasses.FrozenInstanceError):
        fit.loglik = 0.0  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        fit.z[0] = 1.0


def test_nearest_point_of_either_side() -> None:
    fit = small_fit()
    distance = np.linalg.norm(fit.transformed - fit.representative, axis=1)
    assert fit.nearest_index() == np.argmin(distance)
    for side in (1, 2):
        row = fit.nearest_index(side)
        assert fit.sides[row] == side
        assert distance[row] == distance[fit.sides == side].min()
        assert fit.nearest_point(side).to_dict() == SURFACE.table.loc[row, ["gamma", "h"]].to_dict()


def test_quadratic_coefficients_by_name() -> None:
    fit = small_fit(boundary="quadratic")
    A, b, c = (fit.coefficients[key] for key in ("A", "b", "c"))
    np.testing.assert_array_equal(A, A.T)
    V = fit.transformed
    np.testing.assert_allclose(np.einsum("ni,ij,nj->n", V, A, V) + V @ b + c, fit.values, rtol=1e-10)


def test_repr_names_the_point() -> None:
    text = repr(small_fit())
    assert text.startswith("BoundaryFit(linear boundary, gaussian density, soft; n=35, loglik=-104.3")
    assert "gamma=5" in text


def test_with_better_changes_the_direction_only(tmp_path: Path) -> None:
    fit = sp.fit([1, 2, 3, 4, 5, 6], [9.0, 8.8, 9.1, 2.0, 2.1, 1.9])
    told = fit.with_better("higher")
    assert (fit.better, told.better, told.good_side) == (None, "higher", 2)
    assert told.nearest_index("good") == fit.nearest_index(2)
    assert told.nearest_index() == fit.nearest_index()
    assert told.with_better(None).to_json() == fit.to_json()
    told.to_json(tmp_path / "fit.json")
    assert sp.BoundaryFit.from_json(tmp_path / "fit.json").good_side == 2
    with pytest.raises(sp.InputError, match="good side is not known"):
        fit.nearest_point("good")
