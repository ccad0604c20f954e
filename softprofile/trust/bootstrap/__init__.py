"""Bootstrap of boundaries and elbows: the results of the methods `BoundaryFit.bootstrap` and `Elbow.bootstrap`."""

from __future__ import annotations

from softprofile.trust.bootstrap.boundary_bootstrap import BoundaryBootstrap
from softprofile.trust.bootstrap.elbow_bootstrap import ElbowBootstrap

__all__ = ["BoundaryBootstrap", "ElbowBootstrap"]
