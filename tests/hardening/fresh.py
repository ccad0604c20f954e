"""Fits in a process of its own: ``python -m tests.hardening.fresh`` prints what they found as JSON."""

from __future__ import annotations

import json
import sys
import warnings

import numpy as np

import softprofile as sp
from softprofile.util.errors import SoftProfileWarning
from tests.hardening.problems import answerable_problems

FEW = 6


def large_fits() -> list[sp.BoundaryFit]:
    """Fits of so many points that a linear algebra library divides its work."""
    rng = np.random.default_rng(0)
    U = rng.uniform(1, 5, (1500, 4))
    z = np.where(U.prod(axis=1) > 60, 1.0, 3.0) + 0.3 * rng.standard_normal(1500)
    return [
        sp.fit(U, z, boundary=boundary, n_starts=2) for boundary in ("linear", "quadratic", sp.boundaries.Network(8))
    ]


def found() -> list[dict[str, list[float]]]:
    """What each fit chose: likelihood, points and sides."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SoftProfileWarning)
        fits = [*(problem.fit() for problem in answerable_problems(FEW)), *large_fits()]
    return [
        {
            "loglik": [f.loglik],
            "representative": f.representative.tolist(),
            "centres": f.centres.ravel().tolist(),
            "sides": f.sides.tolist(),
            "nearest": [f.nearest_index(), f.nearest_index(1), f.nearest_index(2)],
        }
        for f in fits
    ]


if __name__ == "__main__":
    json.dump(found(), sys.stdout)
