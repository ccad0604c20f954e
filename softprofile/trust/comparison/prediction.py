r"""Predictive density of z at a new configuration u.

.. math:: p(z \mid u) = \{1 - s(u)\} f(z; \hat\theta_1) + s(u) f(z; \hat\theta_2)

with s(u) the sigmoid of g(u; w), Eq. (4). For a hard fit it is the density of the side that u lies on. This mixture
integrates to one over z for every s(u), so its logarithm is a proper score. The softened likelihood, Eq. (5),
interpolates the log densities instead, :math:`(1 - s) \log f_1 + s \log f_2`. By Jensen's inequality that is never
larger, and its exponential integrates to less than one if the sides differ and 0 < s < 1. As a score it would penalise
soft boundaries, so it is not used.

For a transition or a ramp, p(z | u) is the density f about the location of the curve at u.
"""

from __future__ import annotations

import numpy as np
from scipy.special import log_expit

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.model.likelihood import Likelihood
from softprofile.trust.curves.located_density import log_density
from softprofile.util.validation import Array


def log_predictive(fit: BoundaryFit, U: Array, z: Array) -> Array:
    """Compute log p(z_i | u_i) at configurations U in original units, for z in its own units."""
    if fit.shape.has_curve:
        return log_density(fit, z, fit.predict_location(U))
    g = fit.decision_function(U)
    log1, log2 = (_log_density(fit, side, z) for side in (1, 2))
    if fit.softness == "hard":
        return np.where(g > 0, log2, log1)
    return np.logaddexp(log_expit(-g) + log1, log_expit(g) + log2)


def log_one_level(fit: BoundaryFit, z: Array) -> Array:
    """Compute log f(z_i; theta) with one theta fitted to all points of `fit`: the prediction without a boundary."""
    all_on_side1 = np.full(len(fit.z), -1.0)
    theta = Likelihood(fit.z, fit.density).fit_sides(all_on_side1, "hard").theta[1]
    return fit.density.logpdf(z, {name: np.asarray(value) for name, value in theta.items()})


def _log_density(fit: BoundaryFit, side: int, z: Array) -> Array:
    return fit.density.logpdf(z, {name: np.asarray(value) for name, value in fit.theta[side].items()})
