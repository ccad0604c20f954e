"""Densities f(z; theta): one file per family, and the table of their names.

A density is given by name (``"laplace"``), by name and argument (``"student-t:3"``, ``"binomial:1040"``,
``"scipy:gumbel_r"``), as an instance of a class below, as a user-defined object, or by the name under which a
user-defined class was registered by `register_density`.
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

#: The densities by name; `register_density` adds to them.
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
    """Make a user-defined density addressable by name.

    The name then works wherever a density is given by name: in `fit`, `elbow`, `compare`, `SoftProfile`, saved fits, on
    the command line (``--plugin MODULE`` imports the module that registers it) and in R. An installed package can
    declare its densities as entry points of the group ``softprofile.densities`` instead; they are then found without an
    import.

    Parameters
    ----------
    name : str
        Name of the density, without a colon; not the name of a built-in density.
    factory : callable
        A class, or a function that returns an object. The object is a `Density`, or has ``fit(z, weights)`` and
        ``logpdf(z, theta)``; see `UserDensity`.
    argument : str, optional
        Name of the factory's argument that may follow the name after a colon, as in ``"student-t:4"``.
    kind : callable, default float
        Converts the text after the colon to the value of the argument.

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
    """Return the density given by name, by name and argument, or as an object.

    Parameters
    ----------
    density : str, Density, scipy.stats distribution or object
        A name, an instance of a class of `softprofile.densities`, a continuous distribution of scipy.stats, or a
        user-defined object.

    Returns
    -------
    Density
        The density itself, or the user-defined object wrapped in `UserDensity`.

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
