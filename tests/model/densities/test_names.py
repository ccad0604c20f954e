"""Densities by name and as objects."""

from __future__ import annotations

from typing import Any

import pytest
from scipy import stats

from softprofile.model.densities import (
    DENSITIES,
    Binomial,
    Density,
    Gaussian,
    Laplace,
    Poisson,
    ScipyDensity,
    StudentT,
    StudentTSeparate,
    UserDensity,
    get_density,
)
from softprofile.util.errors import InputError
from tests.helpers import MyExponential


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("gaussian", Gaussian()),
        ("laplace", Laplace()),
        ("poisson", Poisson()),
        ("student-t", StudentT(4)),
        ("student-t:3", StudentT(3)),
        ("student-t-separate:2.5", StudentTSeparate(2.5)),
        ("binomial:1040", Binomial(1040)),
        ("scipy:gumbel_r", ScipyDensity("gumbel_r")),
        (stats.gumbel_r, ScipyDensity("gumbel_r")),
        (Laplace(scale_floor=0.1), Laplace(scale_floor=0.1)),
    ],
)
def test_names_and_objects(asked: Any, expected: Density) -> None:
    assert get_density(asked) == expected


def test_density_object_is_returned_unchanged() -> None:
    density = Gaussian()
    assert get_density(density) is density


def test_user_defined_object() -> None:
    inner = MyExponential()
    density = get_density(inner)
    assert isinstance(density, UserDensity)
    assert density.inner is inner


@pytest.mark.parametrize("asked", ["normal", "", "Gaussian", "gaussian "])
def test_unknown_name_lists_the_known_names(asked: str) -> None:
    with pytest.raises(InputError, match="unknown density") as caught:
        get_density(asked)
    assert all(repr(name) in str(caught.value) for name in DENSITIES.factories)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("gaussian:2", "takes no argument"),
        ("poisson:x", "takes no argument"),
        ("binomial", "needs its trials"),
        ("binomial:", "needs its trials"),
        ("scipy", "needs its distribution"),
        ("binomial:ten", "trials .* must be a number"),
        ("binomial:10.5", "trials"),
        ("binomial:0", "trials"),
        ("student-t:many", "df .* must be a number"),
        ("student-t:0", "df"),
        ("student-t:nan", "df"),
        ("scipy:poisson", "continuous"),
        ("scipy:nonsense", "continuous"),
        (None, "fit"),
        (5, "fit"),
        (Gaussian, r"pass Gaussian\(\)"),
        (stats.poisson, "fit"),
        (stats.gamma(2), "continuous"),
    ],
)
def test_wrong_or_missing_arguments(asked: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        get_density(asked)
