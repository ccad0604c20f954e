"""The same fit to other data: what resampling, cross-validation and leaving out are made of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit_with
from softprofile.util.validation import Array, Observations


def refit(
    fit: BoundaryFit,
    z: Array,
    U: Array | None = None,
    *,
    rng: np.random.Generator | None = None,
    warm: bool = False,
) -> BoundaryFit:
    """Fit z at the configurations U (those of the fit unless given) as `fit` itself was made, without warnings.

    The coordinates stay those of `fit`, so that parameters and points of the two can be compared.

    Parameters
    ----------
    fit
        The fit to repeat.
    z, U
        Other data, in original units, finite and with z not constant.
    rng
        Generator of the starts; that of the seed the fit was made with unless given.
    warm
        Begin at the boundary of `fit` alone, with its ridge: much quicker, and right where the data are alike.
        Hard fits are searched in full always.
    """
    settings, begin = fit.settings, None
    if warm and fit.softness == "soft":
        begin = fit.parameters[None, :]
        settings = replace(settings, n_starts=1, ridge=fit.ridge)
    data = Observations(fit.U if U is None else U, z, fit.names, fit.z_name)
    generator = np.random.default_rng(settings.random_state) if rng is None else rng
    return fit_with(settings, data, fit.transform, generator, begin)
