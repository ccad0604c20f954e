"""Repeat a fit on other data, for resampling, cross-validation and leave-one-out refits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit_with
from softprofile.util.streams import require_generator
from softprofile.util.validation import Array, Observations


def refit(
    fit: BoundaryFit,
    z: Array,
    U: Array | None = None,
    *,
    rng: np.random.Generator | None = None,
    warm: bool = False,
) -> BoundaryFit:
    """Repeat a fit on other data with the same settings and coordinates, without warnings.

    The transform is that of `fit`, so that parameters and points of the two fits are comparable.

    Parameters
    ----------
    fit : BoundaryFit
        The fit to repeat.
    z : ndarray of shape (k,)
        New performance, finite and not constant.
    U : ndarray of shape (k, m), optional
        Configurations in original units. By default, those of `fit`.
    rng : numpy.random.Generator, optional
        Generator of the starts. By default, that of the seed of `fit`.
    warm : bool, default False
        Start only from the boundary of `fit`, with its ridge. This is much faster, and accurate if the data are
        similar. Hard fits are always full searches.

    Returns
    -------
    BoundaryFit
        The new fit.

    Raises
    ------
    NoBoundaryError
        If no boundary splits the data.

    Examples
    --------
    >>> import softprofile as sp
    >>> f = sp.fit([1, 2, 3, 4, 5, 6], [9.0, 8.8, 9.1, 2.0, 2.1, 1.9])
    >>> refit(f, f.z[::-1]).sides  # the same configurations with z in reverse order
    array([1, 1, 1, 2, 2, 2])
    """
    settings, begin = fit.settings, None
    if warm and fit.softness == "soft":
        begin = fit.parameters[None, :]
        settings = replace(settings, n_starts=1, ridge=fit.ridge)
    data = Observations(fit.U if U is None else U, z, fit.names, fit.z_name)
    generator = require_generator(settings.random_state) if rng is None else rng
    return fit_with(settings, data, fit.transform, generator, begin)
