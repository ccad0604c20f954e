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


def test_the_result_is_that_of_fit(surface: sp.Surface, tmp_path: Path) -> None:
    expected = sp.fit(GRID, surface.table["train_error"], n_starts=3, boundary="linear").to_json()
    options: dict[str, Any] = {"z": "train_error", "n_starts": 3, "boundary": "linear"}
    sp.evaluate(two_levels, GRID, store=tmp_path)
    assert sp.fit_surface(surface, **options).to_json() == expected
    assert sp.fit_surface(tmp_path, **options).to_json() == expected
    assert sp.fit_surface(str(tmp_path), **options).to_json() == expected
    assert sp.fit_surface(surface.table, **options, parameters=["gamma", "h"]).to_json() == expected


def test_failed_configurations_are_left_out_with_a_warning() -> None:
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


@pytest.mark.parametrize("name", sp.datasets.SURFACES)
def test_bundled_surfaces_are_fitted_to_the_training_error(name: str) -> None:
    surface = sp.datasets.load_surface(name)
    training = surface.metrics[0]
    assert training.startswith("train_")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        found = sp.fit_surface(surface, boundary="linear", n_starts=2)
        expected = sp.fit(surface[list(surface.parameters)], surface[training], boundary="linear", n_starts=2)
    assert found.to_json() == expected.to_json()


@pytest.mark.parametrize(
    ("metrics", "z"),
    [
        (["loss"], "loss"),
        (["test_error"], "test_error"),
        (["test_error", "train_error"], "train_error"),
        (["train_loss", "val_loss", "test_loss"], "train_loss"),
        (["train_error", "seconds"], None),
        (["train_error", "test_loss"], None),
        (["train_error", "train_loss"], None),
        (["error", "test_error"], None),
    ],
)
def test_default_metric(metrics: list[str], z: str | None) -> None:
    table = GRID.assign(**{name: [two_levels(*row)["train_error"] for row in GRID.to_numpy()] for name in metrics})
    surface = sp.Surface(table, ("gamma", "h"), tuple(metrics))
    if z is None:
        with pytest.raises(sp.InputError, match=f"name the metric to fit, such as z='{metrics[0]}': the surface has"):
            sp.fit_surface(surface)
    else:
        assert sp.fit_surface(surface, boundary="linear", n_starts=2).z_name == z


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "name the metric to fit, such as z='train_error': the surface has train_error, other"),
        ({"z": "loss"}, "there is no metric 'loss': the metrics are train_error, other"),
        ({"z": "gamma"}, "there is no metric 'gamma'"),
        ({"z": "other", "parameters": ["depth"]}, "there is no parameter 'depth'"),
        ({"z": "other", "parameters": []}, "at least one column"),
    ],
)
def test_bad_options(surface: sp.Surface, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        sp.fit_surface(surface, **options)


def test_invalid_surfaces(surface: sp.Surface, tmp_path: Path) -> None:
    with pytest.raises(sp.InputError, match="not list"):
        sp.fit_surface([1, 2])
    with pytest.raises(sp.InputError, match="a DataFrame does not say which columns are hyper-parameters"):
        sp.fit_surface(surface.table, z="other")
    with pytest.raises(sp.InputError, match="is not a store of evaluations"):
        sp.fit_surface(tmp_path / "nowhere")


def test_parameters_that_are_not_numeric() -> None:
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


def test_the_direction_of_a_surface_reaches_the_fit(tmp_path: Path) -> None:
    surface = sp.evaluate(two_levels, GRID, store=tmp_path, better="lower")
    assert surface.better == "lower"
    options: dict[str, Any] = {"z": "train_error", "boundary": "linear", "n_starts": 2}
    for source in (surface, tmp_path, sp.Surface.from_store(tmp_path), sp.evaluate(two_levels, GRID, store=tmp_path)):
        f = sp.fit_surface(source, **options)
        assert (f.better, f.good_side) == ("lower", 1)
    assert sp.fit_surface(surface, **options, better="higher").better == "higher"
    assert sp.fit_surface(surface.table, **options, parameters=["gamma", "h"]).better is None
    assert "better      lower" in str(surface)
    with pytest.raises(sp.InputError, match="better must be"):
        sp.evaluate(two_levels, GRID, better="smaller")


def test_a_surface_without_a_direction(surface: sp.Surface, tmp_path: Path) -> None:
    assert surface.better is None
    sp.evaluate(two_levels, GRID, store=tmp_path)
    assert "better" not in (tmp_path / "meta.json").read_text()
    # The direction is no part of what was evaluated: it may be given later.
    assert sp.evaluate(two_levels, GRID, store=tmp_path, better="lower").better == "lower"
    assert sp.fit_surface(surface, "train_error", boundary="linear", n_starts=2).good_side is None
