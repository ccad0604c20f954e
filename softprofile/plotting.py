"""Plots of every result: see `softprofile.report.plotting`."""

from typing import TYPE_CHECKING

from softprofile.report.plotting import *  # noqa: F403

if not TYPE_CHECKING:
    from softprofile.report.plotting import __all__ as __all__
