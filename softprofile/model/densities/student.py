"""Student t densities with given degrees of freedom, for surfaces with occasional wild values."""

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
# The gradient of the likelihood in the weights is off by about as much as the parameters are.
_TOLERANCE = 1e-10
_SEVERAL_PEAKS_BELOW = 3.0
_MANY_LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)

_State = tuple[Array, Array]


class _StudentFamily(LocationScaleDensity):
    location_name: ClassVar[str] = "location"
    scale_name: ClassVar[str] = "scale"

    def __init__(self, df: float = 4.0, scale_floor: float | None = None) -> None:
        super().__init__(scale_floor)
        self.df = require_number(df, "df, the degrees of freedom,", above=0)

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Weighted maximum likelihood by EM from quantiles, accelerated by SQUAREM (Varadhan and Roland, 2008)."""
        # Axes: side, start, then those of the weights.
        weights = np.stack([weights1, weights2])[:, None]
        locations, scales = self._starts(z, weights)
        for _ in range(_MAX_CYCLES):
            once = self._em_step(z, weights, locations, scales)
            twice = self._em_step(z, weights, *once)
            leap = self._leap(z, weights, (locations, scales), once, twice)
            # A leap is kept only where it climbs: EM itself always does.
            climbs = self._loglik(z, weights, *leap) > self._loglik(z, weights, *twice)
            new_locations, new_scales = (np.where(climbs, far, near) for far, near in zip(leap, twice, strict=True))
            change = max(np.max(np.abs(new_locations - locations)), np.max(np.abs(new_scales - scales)))
            locations, scales = new_locations, new_scales
            if change < _TOLERANCE:
                break
        best = np.argmax(self._loglik(z, weights, locations, scales), axis=0)[None, None]
        locations, scales = (np.take_along_axis(part, best, axis=1)[:, 0] for part in (locations, scales))
        theta1, theta2 = ({"location": locations[side], "scale": scales[side]} for side in (0, 1))
        return theta1, theta2

    def _starts(self, z: Array, weights: Array) -> tuple[Array, Array]:
        """The weighted medians; for heavy tails, whose likelihood has several peaks, other quantiles too."""
        levels = _MANY_LEVELS if self.df < _SEVERAL_PEAKS_BELOW else (0.5,)
        order = np.argsort(z, kind="stable")
        shares = np.cumsum(weights[..., order], axis=-1)
        quantiles = [z[order][np.argmax(shares >= level * shares[..., -1:], axis=-1)] for level in levels]
        locations = np.concatenate(
            [np.stack([first[0], second[1]]) for first, second in product(quantiles, repeat=2)], 1
        )
        deviations = (weights * np.abs(z - locations[..., None])).sum(axis=-1)
        return locations, self._scales(deviations, weights.sum(axis=-1))

    def _em_step(self, z: Array, weights: Array, locations: Array, scales: Array) -> tuple[Array, Array]:
        """One step of EM in the fast form of Kent, Tyler and Vardi (1994)."""
        robust = weights * (self.df + 1) / (self.df + ((z - locations[..., None]) / scales[..., None]) ** 2)
        moved = weighted_means(z, robust)
        squares = (robust * (z - moved[..., None]) ** 2).sum(axis=-1)
        # At the maximum the robust weights sum to the weights; dividing by their sum gets there sooner.
        return moved, self._scales(squares, robust.sum(axis=-1), root=True)

    def _leap(self, z: Array, weights: Array, state: _State, once: _State, twice: _State) -> _State:
        """Extrapolate two steps of EM, and take a third from there."""
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
        """Eq. (5) at any parameters, one value for each start."""
        return (weights * self.logpdf(z, {"location": locations, "scale": scales})).sum(axis=(0, -1))

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """Log density of location + scale * t(df)."""
        location, scale, df = theta["location"][..., None], theta["scale"][..., None], self.df
        constant = gammaln((df + 1) / 2) - gammaln(df / 2) - 0.5 * np.log(df * np.pi)
        return constant - np.log(scale) - (df + 1) / 2 * np.log1p(((z - location) / scale) ** 2 / df)

    def as_scipy(self, theta: Mapping[str, float]) -> Any:
        """`scipy.stats.t`."""
        from scipy import stats

        return stats.t(self.df, theta["location"], theta["scale"])

    def options(self) -> dict[str, Any]:
        """Degrees of freedom and, where it is not the default, the floor."""
        return {"df": self.df, **super().options()}


class StudentT(CommonScale, _StudentFamily):
    """Student t with two locations, one common scale and `df` degrees of freedom (4 unless given)."""

    name: str = "student-t"


class StudentTSeparate(SeparateScale, _StudentFamily):
    """Student t with a location and a scale for each side."""

    name: str = "student-t-separate"
