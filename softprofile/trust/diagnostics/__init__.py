"""Whether a fit can be trusted: residuals, tests, what single configurations do to it, and warnings in words."""

from softprofile.trust.diagnostics.checks import Check
from softprofile.trust.diagnostics.diagnosing import diagnose
from softprofile.trust.diagnostics.leverage import Leverage
from softprofile.trust.diagnostics.results import Diagnosis

__all__ = ["Check", "Diagnosis", "Leverage", "diagnose"]
