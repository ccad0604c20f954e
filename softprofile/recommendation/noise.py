"""How far scores near the top are uncertain."""

from __future__ import annotations

import numpy as np

from softprofile.util.validation import Array

# Scales the median absolute deviation to the standard deviation of a normal distribution.
_MAD_TO_SD = 1.4826


def noise_near_top(score: Array, fitted: Array, loo_residuals: Array, likelihood: float, z_se: Array | None) -> float:
    """Estimate the standard deviation of the noise among the better half of the configurations.

    Parameters
    ----------
    score : ndarray of shape (n,)
        Scores, larger is better.
    fitted : ndarray of shape (n,)
        Smoothed scores.
    loo_residuals : ndarray of shape (n,)
        Leave-one-out residuals; NaN where nothing was smoothed.
    likelihood : float
        Standard deviation of the noise by restricted likelihood, over all configurations.
    z_se : ndarray of shape (n,) or None
        Standard errors, NaN or 0 where there is none.

    Returns
    -------
    float
        The smallest of three estimates: by restricted likelihood, by the median absolute leave-one-out residual of the
        better half, and the median standard error of the better half. Estimates of 0 carry no information and are left
        out.

    Notes
    -----
    Each estimate can be too large: the first two absorb misfit of the smoother, the third contains the variation
    between folds that all configurations share. None of them is too small by much.
    """
    top = np.isfinite(loo_residuals) & (fitted >= np.median(fitted))
    estimates = [likelihood]
    if top.any():
        estimates.append(_MAD_TO_SD * float(np.median(np.abs(loo_residuals[top]))))
    if z_se is not None:
        errors = z_se[(score >= np.median(score)) & (z_se > 0)]
        if len(errors):
            estimates.append(float(np.median(errors)))
    return min((estimate for estimate in estimates if estimate > 0), default=0.0)
