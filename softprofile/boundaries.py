"""Public address of `softprofile.model.boundaries`."""

from softprofile.model.boundaries import *  # noqa: F403
from softprofile.model.boundaries import __all__ as __all__
