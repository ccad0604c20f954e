"""Python exceptions for R's errors and warnings."""

from __future__ import annotations

from softprofile.util.errors import SoftProfileWarning


class RError(RuntimeError):
    """An error raised by R, with R's message."""


class RWarning(SoftProfileWarning):
    """A warning given by R, with R's message."""
