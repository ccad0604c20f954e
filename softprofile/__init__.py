"""softprofile: find where improvement levels off, in any number of hyper-parameters, and pick one configuration.

Implements Chen and Zhu, "Automatic selection of hyper-parameters via the use of softened profile likelihood".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from softprofile import boundaries, densities
from softprofile.elbows import elbow, elbows
from softprofile.errors import InputError, MissingDependencyError, NoBoundaryError, SoftProfileWarning
from softprofile.fitting import fit
from softprofile.likelihood import profile_loglik
from softprofile.results import BoundaryFit, Elbow

if TYPE_CHECKING:
    from softprofile import datasets
    from softprofile.estimator import SoftProfile
    from softprofile.selection import fit_cv_results, fit_study, plateau_refit

__version__ = "0.1.0"

__all__ = [
    "BoundaryFit",
    "Elbow",
    "InputError",
    "MissingDependencyError",
    "NoBoundaryError",
    "SoftProfile",
    "SoftProfileWarning",
    "boundaries",
    "datasets",
    "densities",
    "elbow",
    "elbows",
    "fit",
    "fit_cv_results",
    "fit_study",
    "plateau_refit",
    "profile_loglik",
]

# Imported when first used: scikit-learn is an extra, and data need pandas. Public name: the module that has it.
_LAZY: dict[str, str] = {
    "SoftProfile": "softprofile.estimator",
    "fit_cv_results": "softprofile.selection",
    "fit_study": "softprofile.selection",
    "plateau_refit": "softprofile.selection",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    if name == "datasets":
        return import_module("softprofile.datasets")
    raise AttributeError(f"module 'softprofile' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
