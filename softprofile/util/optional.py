"""Optional libraries: imported when used, with a clear error if they are missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from softprofile.util.errors import MissingDependencyError


def require(module: str, extra: str, purpose: str) -> ModuleType:
    """Import an optional library.

    Parameters
    ----------
    module : str
        The module to import.
    extra : str
        The extra of softprofile that installs it.
    purpose : str
        What needs it, for the error message.

    Returns
    -------
    module
        The imported module.

    Raises
    ------
    MissingDependencyError
        If it cannot be imported; the sentence says how to install it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingDependencyError(
            f"{purpose} needs {module.partition('.')[0]}: install it with pip install 'softprofile[{extra}]'."
        ) from error
