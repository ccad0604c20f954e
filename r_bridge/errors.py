"""What R signals, as Python's exceptions and warnings."""

from __future__ import annotations

from softprofile.util.errors import SoftProfileWarning


class RError(RuntimeError):
    """An error that R raised; the message is R's own."""


class RWarning(SoftProfileWarning):
    """A warning that R gave; the message is R's own."""
