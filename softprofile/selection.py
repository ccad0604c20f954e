"""Public address of `softprofile.doors.selection`."""

from softprofile.doors.selection import *  # noqa: F403
from softprofile.doors.selection import __all__ as __all__
