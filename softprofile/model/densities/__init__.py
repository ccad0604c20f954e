"""Densities f(z; theta): one file per family, and the table of their names.

A density is given by name (``"laplace"``), by name and argument (``"student-t:3"``, ``"binomial:1040"``,
``"scipy:gumbel_r"``), as an object of a class below, as an object of the user's own, or by the name under which
`register_density` knows a class of the user's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from softprofile.model.densities.base import AdditiveDensity, Density, Theta
from softprofile.model.densities.binomial import Binomial
from softprofile.model.densities.gaussian import Gaussian, GaussianSeparate
from softprofile.model.densities.laplace import Laplace, LaplaceSeparate
from softprofile.model.densities.poisson import Poisson
from softprofile.model.densities.scipy_family import ScipyDensity
from softprofile.model.densities.student import StudentT, StudentTSeparate
from softprofile.model.densities.user import UserDensity
from softprofile.model.registry import Argument, Registry
from softprofile.util.errors import InputError

#: Names of densities; `register_density` adds to them.
DENSITIES = Registry("density", "softprofile.densities")
DENSITIES.add(Gaussian.name, Gaussian, built_in=True)
DENSITIES.add(GaussianSeparate.name, GaussianSeparate, built_in=True)
DENSITIES.add(Laplace.name, Laplace, built_in=True)
DENSITIES.add(LaplaceSeparate.name, LaplaceSeparate, built_in=True)
DENSITIES.add(StudentT.name, StudentT, Argument("df", float), built_in=True)
DENSITIES.add(StudentTSeparate.name, StudentTSeparate, Argument("df", float), built_in=True)
DENSITIES.add(Poisson.name, Poisson, built_in=True)
DENSITIES.add(Binomial.name, Binomial, Argument("trials", int, required=True), built_in=True)
DENSITIES.add(ScipyDensity.name, ScipyDensity, Argument("distribution", str, required=True), built_in=True)


def register_density(
    name: str, factory: Callable[..., Any], argument: str | None = None, kind: Callable[[str], Any] = float
) -> None:
    """Make a density of your own addressable by name.

    The name then works wherever a density is given by name: in `fit`, `elbow`, `compare`, `SoftProfile`, saved fits, on
    the command line (``--plugin MODULE`` imports the module that registers it) and in R. An installed package can
    declare its densities as entry points of the group ``softprofile.densities`` instead; nothing need be imported then.

    Parameters
    ----------
    name : str
        A name that no other density has.
    factory : callable
        A class, or a function that returns an object: a `Density`, or any object with ``fit(z, weights)`` and
        ``logpdf(z, theta)``.
    argument : str, optional
        Name of the factory's argument that may follow the name after a colon, as in ``"student-t:4"``.
    kind : callable, default float
        Converts the text after the colon.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> class Exponential:
    ...     def fit(self, z, weights):
    ...         return {"rate": weights.sum() / (weights @ z)}
    ...
    ...     def logpdf(self, z, theta):
    ...         return np.log(theta["rate"]) - theta["rate"] * z
    >>> sp.register_density("exponential", Exponential)
    >>> sp.elbow([9.0, 8.0, 9.5, 1.0, 0.5, 0.8], density="exponential").index
    3
    """
    DENSITIES.add(name, factory, None if argument is None else Argument(argument, kind))


def get_density(density: Any) -> Density:
    """Return the density that a name, a name with its argument, or an object stands for.

    Parameters
    ----------
    density : str, Density, scipy.stats distribution or object
        A name, an object of a class of `softprofile.densities`, a continuous distribution of scipy.stats, or an object
        of your own.

    Returns
    -------
    Density
        The density itself, or your object wrapped in `UserDensity`.

    Examples
    --------
    >>> get_density("student-t:3")
    StudentT(df=3.0)
    """
    if isinstance(density, Density):
        return density
    if isinstance(density, str):
        found = DENSITIES.make(density)
        return found if isinstance(found, Density) else UserDensity(found, name=density)
    if isinstance(density, type):
        name = density.__name__
        raise InputError(f"a density of your own needs to be an object, but {name} is a class: pass {name}().")
    if hasattr(density, "logpdf") and hasattr(density, "support"):
        return ScipyDensity(density)
    return UserDensity(density)


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
    "register_density",
]
