"""Is there a plateau? Two levels against one density, and against a steady change.

`sequential_p_value.py` makes a p-value of statistics computed one by one, `shapes.py` compares two levels with a ramp,
`of_fits.py` and `of_elbows.py` put the questions to a BoundaryFit and to an Elbow, `results.py` holds the answer.
"""

from __future__ import annotations

from softprofile.trust.plateau.results import PlateauTest
from softprofile.trust.plateau.sequential_p_value import MonteCarlo

__all__ = ["MonteCarlo", "PlateauTest"]
