"""Which boundary g, which density f: pairs of the two fitted to the same data and compared."""

from softprofile.trust.comparison.comparing import compare
from softprofile.trust.comparison.results import Candidate, Comparison

__all__ = ["Candidate", "Comparison", "compare"]
