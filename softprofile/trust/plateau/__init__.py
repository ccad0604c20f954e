"""Is there a plateau? Two levels against one density, and against a steady change.

`monte_carlo.py` makes a p-value of statistics computed one by one, `shapes.py` compares two levels with a ramp,
`of_fits.py` and `of_elbows.py` put the questions to a BoundaryFit and to an Elbow, `results.py` holds the answer.
"""

from __future__ import annotations

from softprofile.trust.plateau.monte_carlo import MonteCarlo
from softprofile.trust.plateau.results import PlateauTest

__all__ = ["MonteCarlo", "PlateauTest"]
