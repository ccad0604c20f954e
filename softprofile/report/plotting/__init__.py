"""Plots of every result. Only this subpackage imports matplotlib.

Every function draws on the axes it is given, or on a new figure, and returns the axes. The results compute what is
drawn; most of them also draw themselves, as in ``fit.plot()``.

Examples
--------
>>> import softprofile as sp
>>> from matplotlib import pyplot as plt
>>> ax = sp.plotting.plot_elbow(sp.elbow([9, 8.5, 8, 1.2, 1.1, 1, 0.9, 0.8]))
>>> ax.get_xlabel(), ax.get_ylabel()
('index', 'z')
>>> plt.close(ax.figure)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

# The table of plots: one line per function. `softprofile.plotting` offers what is listed here.
from softprofile.report.plotting.bootstrap import plot_boundary_bootstrap as plot_boundary_bootstrap
from softprofile.report.plotting.bootstrap import plot_elbow_bootstrap as plot_elbow_bootstrap
from softprofile.report.plotting.boundary_fit import plot_fit as plot_fit
from softprofile.report.plotting.comparison import plot_comparison as plot_comparison
from softprofile.report.plotting.diagnosis import plot_diagnosis as plot_diagnosis
from softprofile.report.plotting.elbow import plot_elbow as plot_elbow
from softprofile.report.plotting.leverage import plot_leverage as plot_leverage
from softprofile.report.plotting.plateau import plot_plateau as plot_plateau
from softprofile.report.plotting.proposals import plot_proposals as plot_proposals
from softprofile.report.plotting.quantiles import plot_qq as plot_qq
from softprofile.report.plotting.recommendation import plot_recommendation as plot_recommendation
from softprofile.report.plotting.sides import plot_sides as plot_sides

if not TYPE_CHECKING:  # type checkers read the imports above
    __all__ = sorted(name for name in globals() if name.startswith("plot_"))
