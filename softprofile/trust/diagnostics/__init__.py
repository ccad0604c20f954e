"""Diagnostics of a fit: residuals, tests of its assumptions, and the influence of single configurations."""

from softprofile.trust.diagnostics.checks import Check
from softprofile.trust.diagnostics.diagnosing import diagnose
from softprofile.trust.diagnostics.leverage import Leverage
from softprofile.trust.diagnostics.results import Diagnosis

__all__ = ["Check", "Diagnosis", "Leverage", "diagnose"]
