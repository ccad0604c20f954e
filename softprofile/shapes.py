"""Public address of `softprofile.model.shapes`."""

from softprofile.model.shapes import *  # noqa: F403
from softprofile.model.shapes import __all__ as __all__
