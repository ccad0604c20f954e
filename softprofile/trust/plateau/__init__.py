"""Test for a plateau: two levels against one level, and two levels against a linear trend (a ramp).

`sequential_p_value.py` computes Monte Carlo p-values, `trends.py` fits ramps and finds turning points,
`boundary_plateau.py` and `elbow_plateau.py` test a BoundaryFit and an Elbow, and `results.py` has the result class.
"""

from __future__ import annotations

from softprofile.trust.plateau.results import PlateauTest
from softprofile.trust.plateau.sequential_p_value import MonteCarlo

__all__ = ["MonteCarlo", "PlateauTest"]
