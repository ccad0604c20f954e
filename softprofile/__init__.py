"""softprofile: find where improvement levels off, in any number of hyper-parameters, and pick one configuration.

Implements Chen and Zhu, "Automatic selection of hyper-parameters via the use of softened profile likelihood".
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from softprofile import boundaries, densities
from softprofile.elbows import elbow, elbows
from softprofile.errors import InputError, MissingDependencyError, NoBoundaryError, SoftProfileWarning
from softprofile.fitting import fit
from softprofile.likelihood import profile_loglik
from softprofile.results import BoundaryFit, Elbow

if TYPE_CHECKING:
    from softprofile import datasets
    from softprofile.comparison import Comparison, compare
    from softprofile.diagnostics import Diagnosis
    from softprofile.estimator import SoftProfile
    from softprofile.evaluation import Surface, evaluate, fit_surface
    from softprofile.focus import FocusFinding
    from softprofile.grids import grid, loggrid
    from softprofile.plateau import PlateauTest
    from softprofile.refining import refine
    from softprofile.selection import fit_cv_results, fit_study, plateau_refit
    from softprofile.uncertainty import BoundaryBootstrap, ElbowBootstrap

__version__ = "0.1.0"

__all__ = [
    "BoundaryBootstrap",
    "BoundaryFit",
    "Comparison",
    "Diagnosis",
    "Elbow",
    "ElbowBootstrap",
    "FocusFinding",
    "InputError",
    "MissingDependencyError",
    "NoBoundaryError",
    "PlateauTest",
    "SoftProfile",
    "SoftProfileWarning",
    "Surface",
    "boundaries",
    "compare",
    "datasets",
    "densities",
    "elbow",
    "elbows",
    "evaluate",
    "fit",
    "fit_cv_results",
    "fit_study",
    "fit_surface",
    "grid",
    "loggrid",
    "plateau_refit",
    "profile_loglik",
    "refine",
]

# Imported when first used: scikit-learn is an extra, data need pandas, and not everybody asks. Each name and the module
# that has it.
_LAZY: dict[str, str] = {
    "Comparison": "softprofile.comparison",
    "Diagnosis": "softprofile.diagnostics",
    "BoundaryBootstrap": "softprofile.uncertainty",
    "ElbowBootstrap": "softprofile.uncertainty",
    "FocusFinding": "softprofile.focus",
    "PlateauTest": "softprofile.plateau",
    "SoftProfile": "softprofile.estimator",
    "Surface": "softprofile.evaluation",
    "compare": "softprofile.comparison",
    "evaluate": "softprofile.evaluation",
    "fit_cv_results": "softprofile.selection",
    "fit_study": "softprofile.selection",
    "fit_surface": "softprofile.evaluation",
    "grid": "softprofile.grids",
    "loggrid": "softprofile.grids",
    "plateau_refit": "softprofile.selection",
    "refine": "softprofile.refining",
}


def __getattr__(name: str) -> Any:
    if name == "datasets":
        return import_module("softprofile.datasets")
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'softprofile' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
