"""Drawings of every result. Only this subpackage imports matplotlib.

Every function takes the axes to draw on, or makes a figure, and returns the axes.
"""

from __future__ import annotations

from softprofile.report.plotting.comparison import plot_comparison
from softprofile.report.plotting.diagnostics import plot_diagnosis, plot_leverage, plot_qq
from softprofile.report.plotting.fit import plot_fit
from softprofile.report.plotting.plateau import plot_plateau
from softprofile.report.plotting.proposals import plot_proposals
from softprofile.report.plotting.scree import plot_elbow
from softprofile.report.plotting.sides import plot_sides
from softprofile.report.plotting.uncertainty import plot_boundary_bootstrap, plot_elbow_bootstrap

__all__ = [
    "plot_boundary_bootstrap",
    "plot_comparison",
    "plot_diagnosis",
    "plot_elbow",
    "plot_elbow_bootstrap",
    "plot_fit",
    "plot_leverage",
    "plot_plateau",
    "plot_proposals",
    "plot_qq",
    "plot_sides",
]
