"""The paper's rule, Eq. (12): the configuration nearest to the representative point of two levels."""

from __future__ import annotations

import warnings
from typing import Any

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit
from softprofile.util.errors import InputError, NoBoundaryError, SoftProfileWarning


def fit_levels(U: Any, z: Any, transform: Any) -> BoundaryFit | str:
    """Fit two levels without issuing warnings.

    Parameters
    ----------
    U : DataFrame of shape (n, m)
        Configurations, all of them numbers.
    z : Series of shape (n,)
        Performance.
    transform : object
        As in `fit`.

    Returns
    -------
    BoundaryFit or str
        The fit, or why there is none.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SoftProfileWarning)
            return fit(U, z, transform=transform)
    except (InputError, NoBoundaryError) as error:
        return str(error)
