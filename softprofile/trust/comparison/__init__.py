"""Model comparison: pairs of a boundary g and a density f, fitted to the same data and cross-validated."""

from softprofile.trust.comparison.comparing import compare
from softprofile.trust.comparison.results import Candidate, Comparison

__all__ = ["Candidate", "Comparison", "compare"]
