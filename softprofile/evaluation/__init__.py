"""Evaluate an objective over a grid of configurations, store the results and fit a boundary to them."""

from __future__ import annotations

from softprofile.evaluation.running import evaluate
from softprofile.evaluation.surface_fits import fit_surface
from softprofile.surfaces.surface import Surface

__all__ = ["Surface", "evaluate", "fit_surface"]
