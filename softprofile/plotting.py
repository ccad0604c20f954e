"""Public address of `softprofile.report.plotting`."""

from softprofile.report.plotting import *  # noqa: F403
from softprofile.report.plotting import __all__ as __all__
