"""The one way from a result to the layers above it: by name, when a method is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def upward(path: str) -> Any:
    """Import what a result's method needs of a layer above it.

    Results offer methods such as ``plot`` and ``bootstrap`` for convenience, but plotting and resampling know results,
    not the other way round. Imports in the code therefore point downwards only, which import-linter checks.

    Parameters
    ----------
    path : str
        Module under ``softprofile`` and name in it, such as ``"report.plotting:plot_fit"``.

    Examples
    --------
    >>> upward("report.plotting:plot_fit").__name__
    'plot_fit'
    """
    module, _, name = path.partition(":")
    return getattr(import_module(f"softprofile.{module}"), name)
