"""Modules of the user's own, named on the command line."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from softprofile.util.errors import InputError
from softprofile.util.text import error_text


def import_user_module(name: str) -> ModuleType:
    """Import a module, which may be in the current folder, as with ``python -m``.

    Parameters
    ----------
    name : str
        Name of the module.

    Returns
    -------
    module
        The module.

    Raises
    ------
    InputError
        If the module cannot be imported, whatever it raises.
    """
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return import_module(name)
    except Exception as error:
        raise InputError(f"the module {name!r} cannot be imported ({error_text(error)}).") from None
