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
    "profile_loglik",
]


def __getattr__(name: str) -> Any:
    # Imported when first used: scikit-learn is an extra, and data need pandas.
    if name == "SoftProfile":
        from softprofile.estimator import SoftProfile

        return SoftProfile
    if name == "datasets":
        import softprofile.datasets

        return softprofile.datasets
    raise AttributeError(f"module 'softprofile' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
