"""From a model to its surface: evaluate an objective over a grid, keep what is done, fit the boundary."""

from __future__ import annotations

from softprofile.evaluation.running import evaluate
from softprofile.evaluation.surface_fits import fit_surface
from softprofile.evaluation.surfaces import Surface

__all__ = ["Surface", "evaluate", "fit_surface"]
