"""R's elastic net and support vector machine in Python, with a Python engine if R is not available.

Importing this package is cheap: rpy2, scikit-learn and pandas are imported, and R is started, only on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# Imported eagerly: the function has the name of its module, and importing the module later would replace it.
from r_bridge.status import RStatus, status

if TYPE_CHECKING:
    from r_bridge import session
    from r_bridge.e1071 import SupportVectorMachine, svm
    from r_bridge.elasticnet import ElasticNet, enet
    from r_bridge.errors import RError, RWarning
    from r_bridge.requirements import rpy2_requirement

__all__ = [
    "ElasticNet",
    "RError",
    "RStatus",
    "RWarning",
    "SupportVectorMachine",
    "enet",
    "rpy2_requirement",
    "session",
    "status",
    "svm",
]

_HOME = {
    "ElasticNet": "elasticnet",
    "RError": "errors",
    "RWarning": "errors",
    "SupportVectorMachine": "e1071",
    "enet": "elasticnet",
    "rpy2_requirement": "requirements",
    "svm": "e1071",
}


def __getattr__(name: str) -> Any:
    # Imported on first use, because `python -m r_bridge.requirements` has to run before numpy is installed.
    from importlib import import_module

    if name == "session":
        return import_module("r_bridge.session")
    if name in _HOME:
        return getattr(import_module(f"r_bridge.{_HOME[name]}"), name)
    raise AttributeError(f"module 'r_bridge' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
