"""Optional libraries: imported when used, and a clear word when they are missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from softprofile.util.errors import MissingDependencyError


def require(module: str, extra: str, purpose: str) -> ModuleType:
    """Import `module`, or say which extra of softprofile installs it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingDependencyError(
            f"{purpose} needs {module.partition('.')[0]}: install it with pip install 'softprofile[{extra}]'."
        ) from error
