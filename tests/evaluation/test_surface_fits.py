from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import softprofile as sp

GRID = sp.grid(gamma=np.geomspace(1.0, 64.0, 7), h=np.geomspace(1.0, 32.0, 6))


def two_levels(gamma: float, h: float) -> dict[str, float]:
    return {"train_error": (1.0 if gamma * h > 40 else 4.0) + 0.01 * np.log(gamma), "other": h}


def failing(gamma: float, h: float) -> float:
    if h == 1 and gamma > 40:
        raise RuntimeError("diverged")
    return float("nan") if gamma == h == 1 else two_levels(gamma, h)["train_error"]


@pytest.fixture(scope="module")
def surface() -> sp.Surface:
    return sp.evaluate(two_levels, GRID)


def test_the_same_as_fit(surface: sp.Surface, tmp_path: Path) -> None:
    expected = sp.fit(GRID, surface.table["train_error"], n_starts=3, boundary="linear").to_json()
    options: dict[str, Any] = {"z": "train_error", "n_starts": 3, "boundary": "linear"}
    sp.evaluate(two_levels, GRID, store=tmp_path)
    assert sp.fit_surface(surface, **options).to_json() == expected
    assert sp.fit_surface(tmp_path, **options).to_json() == expected
    assert sp.fit_surface(str(tmp_path), **options).to_json() == expected
    assert sp.fit_surface(surface.table, **options, parameters=["gamma", "h"]).to_json() == expected


def test_failed_configurations_are_left_out_and_said() -> None:
    with pytest.warns(sp.SoftProfileWarning, match="1 of 42 configurations failed; .*RuntimeError: diverged"):
        surface = sp.evaluate(failing, GRID)
    assert surface.n_failed == 1
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fit = sp.fit_surface(surface, boundary="linear")
    told = [str(warning.message) for warning in caught if warning.category is sp.SoftProfileWarning]
    assert told[:2] == [
        "1 of 42 configurations failed and are left out.",
        "1 of 42 configurations have no finite z and are left out.",
    ]
    assert [message.text for message in fit.messages[:2]] == told[:2]
    assert [message.code for message in fit.messages[:2]] == ["failed-left-out", "missing-left-out"]
    assert "1 of 42 configurations failed" in str(fit.summary())
    kept = (surface.table["error"] == "") & surface.table["z"].notna()
    np.testing.assert_array_equal(fit.U, GRID[kept].to_numpy())


def test_a_subset_of_the_parameters(surface: sp.Surface) -> None:
    assert sp.fit_surface(surface, z="train_error", parameters=["h"]).names == ("h",)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "say which metric is z: there are train_error, other"),
        ({"z": "loss"}, "there is no metric 'loss': there are train_error, other"),
        ({"z": "gamma"}, "there is no metric 'gamma'"),
        ({"z": "other", "parameters": ["depth"]}, "there is no parameter 'depth'"),
        ({"z": "other", "parameters": []}, "at least one column"),
    ],
)
def test_bad_options(surface: sp.Surface, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        sp.fit_surface(surface, **options)


def test_what_is_no_surface(surface: sp.Surface, tmp_path: Path) -> None:
    with pytest.raises(sp.InputError, match="not list"):
        sp.fit_surface([1, 2])
    with pytest.raises(sp.InputError, match="name the columns of the hyper-parameters"):
        sp.fit_surface(surface.table, z="other")
    with pytest.raises(sp.InputError, match="is no store of evaluations"):
        sp.fit_surface(tmp_path / "nowhere")


def test_parameters_that_are_no_numbers() -> None:
    surface = sp.evaluate(lambda kernel, h: h, sp.grid(kernel=["rbf", "linear"], h=[1.0, 2.0, 3.0]))
    with pytest.raises(sp.InputError, match=r"parameter 'kernel' is not numeric .it holds 'rbf'"):
        sp.fit_surface(surface)


def test_nothing_to_fit() -> None:
    def never(gamma: float) -> float:
        raise RuntimeError("no")

    with pytest.warns(sp.SoftProfileWarning, match="2 of 2 configurations failed"):
        surface = sp.evaluate(never, sp.grid(gamma=[1.0, 2.0]))
    with pytest.raises(sp.InputError, match="no evaluation gave a result"):
        sp.fit_surface(surface)
