"""Whether a fit can be trusted: residuals, tests, what single configurations do to it, and warnings in words."""

from softprofile.diagnostics.checks import Check
from softprofile.diagnostics.diagnosing import diagnose
from softprofile.diagnostics.leverage import Leverage
from softprofile.diagnostics.results import Diagnosis

__all__ = ["Check", "Diagnosis", "Leverage", "diagnose"]
