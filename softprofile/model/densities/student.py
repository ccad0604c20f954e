"""Student t densities with given degrees of freedom, for data with occasional outliers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, ClassVar

import numpy as np
from scipy.special import gammaln

from softprofile.model.densities.base import Theta, weighted_means
from softprofile.model.densities.location_scale import CommonScale, LocationScaleDensity, SeparateScale
from softprofile.util.validation import Array, require_number

_MAX_CYCLES = 100
# Largest change of a parameter at convergence. The gradient of the likelihood in the weights has an error of this size.
_TOLERANCE = 1e-10
# With fewer degrees of freedom the likelihood may have several local maxima: EM then starts from several quantiles.
_SEVERAL_MAXIMA_BELOW = 3.0
_MANY_LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)

_State = tuple[Array, Array]


class _StudentFamily(LocationScaleDensity):
    """What both Student t densities share."""

    location_name: ClassVar[str] = "location"
    scale_name: ClassVar[str] = "scale"

    def __init__(self, df: float = 4.0, scale_floor: float | None = None) -> None:
        super().__init__(scale_floor)
        self.df = require_number(df, "df, the degrees of freedom,", above=0)

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Fit both sides by EM from quantiles, accelerated by SQUAREM (Varadhan and Roland, 2008)."""
        # Axes: side, start, then those of the weights.
        weights = np.stack([weights1, weights2])[:, None]
        locations, scales = self._starts(z, weights)
        for _ in range(_MAX_CYCLES):
            once = self._em_step(z, weights, locations, scales)
            twice = self._em_step(z, weights, *once)
            extrapolated = self._extrapolate(z, weights, (locations, scales), once, twice)
            # Keep the extrapolation only where it increases the likelihood, as every plain EM step does.
            better = self._loglik(z, weights, *extrapolated) > self._loglik(z, weights, *twice)
            new_locations, new_scales = (
                np.where(better, far, near) for far, near in zip(extrapolated, twice, strict=True)
            )
            change = max(np.max(np.abs(new_locations - locations)), np.max(np.abs(new_scales - scales)))
            locations, scales = new_locations, new_scales
            if change < _TOLERANCE:
                break
        best = np.argmax(self._loglik(z, weights, locations, scales), axis=0)[None, None]
        locations, scales = (np.take_along_axis(part, best, axis=1)[:, 0] for part in (locations, scales))
        theta1, theta2 = ({"location": locations[side], "scale": scales[side]} for side in (0, 1))
        return theta1, theta2

    def _starts(self, z: Array, weights: Array) -> tuple[Array, Array]:
        """Return the weighted medians; for heavy tails, with several local maxima, other quantiles too."""
        levels = _MANY_LEVELS if self.df < _SEVERAL_MAXIMA_BELOW else (0.5,)
        order = np.argsort(z, kind="stable")
        shares = np.cumsum(weights[..., order], axis=-1)
        quantiles = [z[order][np.argmax(shares >= level * shares[..., -1:], axis=-1)] for level in levels]
        locations = np.concatenate(
            [np.stack([first[0], second[1]]) for first, second in product(quantiles, repeat=2)], 1
        )
        deviations = (weights * np.abs(z - locations[..., None])).sum(axis=-1)
        return locations, self._scales(deviations, weights.sum(axis=-1))

    def _em_step(self, z: Array, weights: Array, locations: Array, scales: Array) -> tuple[Array, Array]:
        """Take one EM step, in the fast form of Kent, Tyler and Vardi (1994)."""
        robust = weights * (self.df + 1) / (self.df + ((z - locations[..., None]) / scales[..., None]) ** 2)
        moved = weighted_means(z, robust)
        squares = (robust * (z - moved[..., None]) ** 2).sum(axis=-1)
        # At the maximum the robust weights sum to the weights. Dividing by their sum converges faster.
        return moved, self._scales(squares, robust.sum(axis=-1), root=True)

    def _extrapolate(self, z: Array, weights: Array, state: _State, once: _State, twice: _State) -> _State:
        """Extrapolate two EM steps and take a third from there."""
        step = np.stack(once) - np.stack(state)
        bend = np.stack(twice) - np.stack(once) - step
        size = np.sqrt((bend**2).sum(axis=(0, 1)))
        stride = np.sqrt((step**2).sum(axis=(0, 1))) / np.where(size > 0, size, np.inf)
        locations, scales = np.stack(state) + 2 * stride * step + stride**2 * bend
        return self._em_step(z, weights, locations, self.floored(scales))

    def _scales(self, totals: Array, counts: Array, root: bool = False) -> Array:
        pooled = np.stack(self.pool([*totals], [*np.broadcast_to(counts, totals.shape)]))
        return self.floored(np.sqrt(pooled) if root else pooled)

    def _loglik(self, z: Array, weights: Array, locations: Array, scales: Array) -> Array:
        """Return the weighted log-likelihood of Eq. (6) at any parameters, one value per start."""
        return (weights * self.logpdf(z, {"location": locations, "scale": scales})).sum(axis=(0, -1))

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """Return the log density of location + scale * t(df)."""
        location, scale, df = theta["location"][..., None], theta["scale"][..., None], self.df
        constant = gammaln((df + 1) / 2) - gammaln(df / 2) - 0.5 * np.log(df * np.pi)
        return constant - np.log(scale) - (df + 1) / 2 * np.log1p(((z - location) / scale) ** 2 / df)

    def as_scipy(self, theta: Mapping[str, float]) -> Any:
        """Return `scipy.stats.t`."""
        from scipy import stats

        return stats.t(self.df, theta["location"], theta["scale"])

    def options(self) -> dict[str, Any]:
        """Return the degrees of freedom and, unless it is the default, the floor."""
        return {"df": self.df, **super().options()}


class StudentT(CommonScale, _StudentFamily):
    r"""Student t density with two locations and one common scale.

    Its heavy tails make the fit robust against outliers.

    Parameters
    ----------
    df : float, default 4
        Degrees of freedom. Smaller values give heavier tails.
    scale_floor : float, optional
        Smallest scale, in standard deviations of all z; 1e-6 unless given. Without a floor the likelihood is
        unbounded: two perfectly flat levels have an infinite density. A fit whose scale is at the floor says so in
        its messages.

    Notes
    -----
    The parameters are ``location`` (of each side) and ``scale`` (common), with

    .. math:: \log f(z; \mu, s) = \log \frac{\Gamma\{(\nu + 1) / 2\}}{\Gamma(\nu / 2) \sqrt{\nu \pi}} - \log s
              - \frac{\nu + 1}{2} \log\Big\{1 + \frac{(z - \mu)^2}{\nu s^2}\Big\}

    where :math:`\nu` is `df`.

    Examples
    --------
    An outlier moves the Gaussian elbow, but not this one:

    >>> import softprofile as sp
    >>> z = [5.2, 4.8, 50.0, 5.1, 4.9, 1.3, 0.8, 1.1, 0.8]
    >>> sp.elbow(z).index, sp.elbow(z, density=sp.densities.StudentT(df=3)).index
    (3, 5)
    """

    name: str = "student-t"


class StudentTSeparate(SeparateScale, _StudentFamily):
    r"""Student t density with a location and a scale for each side.

    Parameters
    ----------
    df : float, default 4
        Degrees of freedom. Smaller values give heavier tails.
    scale_floor : float, optional
        Smallest scale, in standard deviations of all z; 0.01 unless given. Without a floor the likelihood is
        unbounded: a side whose z are all equal has an infinite density. A fit whose scale is at the floor says so in
        its messages.

    Notes
    -----
    The parameters of each side are ``location`` and ``scale``, with

    .. math:: \log f(z; \mu, s) = \log \frac{\Gamma\{(\nu + 1) / 2\}}{\Gamma(\nu / 2) \sqrt{\nu \pi}} - \log s
              - \frac{\nu + 1}{2} \log\Big\{1 + \frac{(z - \mu)^2}{\nu s^2}\Big\}

    where :math:`\nu` is `df`.

    Examples
    --------
    >>> import softprofile as sp
    >>> e = sp.elbow([5.2, 4.8, 5.1, 4.9, 1.3, 0.8, 1.1, 0.8], density=sp.densities.StudentTSeparate(df=3))
    >>> round(e.theta[1]["scale"], 3), round(e.theta[2]["scale"], 3)
    (0.199, 0.15)
    """

    name: str = "student-t-separate"
