"""Test for a plateau: two levels, or a curve, against one level and against a linear trend (a ramp).

`sequential_p_value.py` computes Monte Carlo p-values, `permuting.py` refits permuted data, `trends.py` fits ramps and
finds turning points, `levelling_off.py` judges the ends of the range, `boundary_plateau.py`, `curve_plateau.py` and
`elbow_plateau.py` test two levels, a transition or a ramp, and an Elbow, and `results.py` has the result class.
"""

from __future__ import annotations

from softprofile.trust.plateau.results import PlateauTest
from softprofile.trust.plateau.sequential_p_value import MonteCarlo

__all__ = ["MonteCarlo", "PlateauTest"]
