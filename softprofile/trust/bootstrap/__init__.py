"""How sure an answer is: the bootstrap of boundaries and elbows, asked for by their method `bootstrap`."""

from __future__ import annotations

from softprofile.trust.bootstrap.boundary_bootstrap import BoundaryBootstrap
from softprofile.trust.bootstrap.elbow_bootstrap import ElbowBootstrap

__all__ = ["BoundaryBootstrap", "ElbowBootstrap"]
