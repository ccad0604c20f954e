"""Public address of the errors and the warning of `softprofile.util.errors`."""

from softprofile.util.errors import InputError, MissingDependencyError, NoBoundaryError, SoftProfileWarning

__all__ = ["InputError", "MissingDependencyError", "NoBoundaryError", "SoftProfileWarning"]
