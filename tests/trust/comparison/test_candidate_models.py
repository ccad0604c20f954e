from __future__ import annotations

import pytest

from softprofile.model.boundaries import Network, Quadratic
from softprofile.model.densities import Gaussian, ScipyDensity
from softprofile.model.shapes import Levels, Ramp, Transition
from softprofile.trust.comparison.candidate_models import read_candidate_models
from softprofile.util.errors import InputError
from tests.helpers import MyGaussian, MyWave


def test_every_boundary_is_paired_with_every_density() -> None:
    pairs = read_candidate_models(("linear", Network(hidden=4)), ["gaussian", "student-t:3"], "levels", 2)
    assert list(pairs) == [
        ("linear", "gaussian", "levels"),
        ("linear", "student-t:3", "levels"),
        ("network(hidden=4)", "gaussian", "levels"),
        ("network(hidden=4)", "student-t:3", "levels"),
    ]
    assert pairs["network(hidden=4)", "gaussian", "levels"] == (Network(hidden=4), Gaussian(), Levels())


def test_every_pair_is_combined_with_every_shape() -> None:
    models = read_candidate_models("linear", ("gaussian", "laplace"), ("levels", Transition("loglog"), "ramp:low"), 1)
    assert list(models) == [
        ("linear", density, shape)
        for shape in ("levels", "transition(link=loglog)", "ramp:low")
        for density in ("gaussian", "laplace")
    ]
    assert models["linear", "gaussian", "ramp:low"][2] == Ramp("low")
    with pytest.raises(InputError, match="'ramp' is twice in shapes"):
        read_candidate_models("linear", "gaussian", ("ramp", "ramp"), 1)


def test_a_single_item_needs_no_list() -> None:
    assert list(read_candidate_models(Quadratic(), "laplace", "levels", 2)) == [("quadratic", "laplace", "levels")]
    assert list(read_candidate_models(MyWave(), MyGaussian(), "levels", 2)) == [("MyWave()", "MyGaussian()", "levels")]


def test_auto_is_resolved_as_in_fit() -> None:
    assert [pair[0] for m in (1, 2) for pair in read_candidate_models("auto", "gaussian", "levels", m)] == [
        "linear",
        "quadratic",
    ]
    with pytest.raises(InputError, match="'quadratic' is twice in boundaries"):
        read_candidate_models(["auto", "quadratic"], "gaussian", "levels", 2)


def test_objects_are_named_by_their_options() -> None:
    pairs = read_candidate_models("linear", [ScipyDensity("gamma"), ScipyDensity("gamma", loc=0)], "levels", 1)
    assert [density for _, density, _ in pairs] == ["scipy(distribution=gamma)", "scipy(distribution=gamma, loc=0.0)"]
