"""Densities f(z; theta): one file a family, and the table of their names.

A density is asked for by name (``"laplace"``), by name and argument (``"student-t:3"``, ``"binomial:1040"``,
``"scipy:gumbel_r"``), as an object of a class below, or as a user's own object.
"""

from __future__ import annotations

from typing import Any

from softprofile.model.densities.base import AdditiveDensity, Density, Theta
from softprofile.model.densities.binomial import Binomial
from softprofile.model.densities.gaussian import Gaussian, GaussianSeparate
from softprofile.model.densities.laplace import Laplace, LaplaceSeparate
from softprofile.model.densities.poisson import Poisson
from softprofile.model.densities.scipy_family import ScipyDensity
from softprofile.model.densities.student import StudentT, StudentTSeparate
from softprofile.model.densities.user import UserDensity
from softprofile.util.errors import InputError, require_choice

DENSITIES: dict[str, type[Density]] = {
    family.name: family
    for family in (
        Gaussian,
        GaussianSeparate,
        Laplace,
        LaplaceSeparate,
        StudentT,
        StudentTSeparate,
        Poisson,
        Binomial,
        ScipyDensity,
    )
}

_ARGUMENTS: dict[str, tuple[str, type]] = {
    StudentT.name: ("df", float),
    StudentTSeparate.name: ("df", float),
    Binomial.name: ("trials", int),
    ScipyDensity.name: ("distribution", str),
}


def get_density(density: Any) -> Density:
    """The density that a name, a name with its argument, or an object stands for."""
    if isinstance(density, Density):
        return density
    if isinstance(density, str):
        return _from_name(density)
    if hasattr(density, "logpdf") and hasattr(density, "support"):
        return ScipyDensity(density)
    return UserDensity(density)


def _from_name(text: str) -> Density:
    name, _, argument = text.partition(":")
    family = DENSITIES[require_choice(name, DENSITIES, "density")]
    if name not in _ARGUMENTS:
        if argument:
            raise InputError(f"density {name!r} takes no argument, but {argument!r} was given.")
        return family()
    key, kind = _ARGUMENTS[name]
    if not argument:
        if family in (Binomial, ScipyDensity):
            raise InputError(f"density {name!r} needs its {key}: write {name!r} as '{name}:<{key}>'.")
        return family()
    try:
        value = kind(argument)
    except ValueError:
        raise InputError(f"{key} of density {name!r} must be a number, not {argument!r}.") from None
    return family(**{key: value})


__all__ = [
    "DENSITIES",
    "AdditiveDensity",
    "Binomial",
    "Density",
    "Gaussian",
    "GaussianSeparate",
    "Laplace",
    "LaplaceSeparate",
    "Poisson",
    "ScipyDensity",
    "StudentT",
    "StudentTSeparate",
    "Theta",
    "UserDensity",
    "get_density",
]
