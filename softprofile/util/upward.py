"""Imports from layers above a result, by name, when one of its methods is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def upward(path: str) -> Any:
    """Import what a method of a result needs from a layer above it.

    Results have methods such as ``plot`` and ``bootstrap`` for convenience, but plotting and resampling depend on
    results, not the other way round. Import statements therefore point downwards only, which import-linter checks.

    Parameters
    ----------
    path : str
        Module under ``softprofile`` and name in it, such as ``"report.plotting:plot_fit"``.

    Returns
    -------
    object
        The object of that name.

    Examples
    --------
    >>> upward("report.plotting:plot_fit").__name__
    'plot_fit'
    """
    module, _, name = path.partition(":")
    return getattr(import_module(f"softprofile.{module}"), name)
