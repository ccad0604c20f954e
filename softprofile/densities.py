"""Public address of `softprofile.model.densities`."""

from softprofile.model.densities import *  # noqa: F403
from softprofile.model.densities import __all__ as __all__
