from __future__ import annotations

import pytest

from softprofile.model.boundaries import Network, Quadratic
from softprofile.model.densities import Gaussian, ScipyDensity
from softprofile.trust.comparison.candidate_models import read_candidate_models
from softprofile.util.errors import InputError
from tests.helpers import MyGaussian, MyWave


def test_every_boundary_is_paired_with_every_density() -> None:
    pairs = read_candidate_models(("linear", Network(hidden=4)), ["gaussian", "student-t:3"], 2)
    assert list(pairs) == [
        ("linear", "gaussian"),
        ("linear", "student-t:3"),
        ("network(hidden=4)", "gaussian"),
        ("network(hidden=4)", "student-t:3"),
    ]
    assert pairs["network(hidden=4)", "gaussian"] == (Network(hidden=4), Gaussian())


def test_a_single_item_needs_no_list() -> None:
    assert list(read_candidate_models(Quadratic(), "laplace", 2)) == [("quadratic", "laplace")]
    assert list(read_candidate_models(MyWave(), MyGaussian(), 2)) == [("MyWave()", "MyGaussian()")]


def test_auto_is_resolved_as_in_fit() -> None:
    assert [pair[0] for m in (1, 2) for pair in read_candidate_models("auto", "gaussian", m)] == ["linear", "quadratic"]
    with pytest.raises(InputError, match="'quadratic' is twice in boundaries"):
        read_candidate_models(["auto", "quadratic"], "gaussian", 2)


def test_objects_are_named_by_their_options() -> None:
    pairs = read_candidate_models("linear", [ScipyDensity("gamma"), ScipyDensity("gamma", loc=0)], 1)
    assert [density for _, density in pairs] == ["scipy(distribution=gamma)", "scipy(distribution=gamma, loc=0.0)"]
