"""Recommend one evaluated configuration: as good as the best up to noise, and the simplest of those."""

from softprofile.recommendation.recommending import recommend as recommend
from softprofile.recommendation.results import Recommendation as Recommendation
