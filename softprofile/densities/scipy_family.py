"""Any continuous distribution of scipy.stats, fitted to each side by weighted numerical maximum likelihood."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from scipy import optimize

from softprofile.densities.base import Density, Theta
from softprofile.densities.batches import fit_each, logpdf_each
from softprofile.errors import InputError
from softprofile.validation import Array

_IMPOSSIBLE = 1e30
_SCALE_FLOOR = 1e-6


class ScipyDensity(Density):
    """A `scipy.stats` continuous distribution with its own shape, loc and scale on each side.

    Parameters
    ----------
    distribution
        Its name, such as ``"gumbel_r"``, or the object ``scipy.stats.gumbel_r``.
    fixed
        Parameters held at a value, by name: ``ScipyDensity("gamma", loc=0)``. Families whose support begins at loc
        (gamma, weibull_min, expon...) should have it fixed, for with loc free their likelihood may have no maximum.
    """

    name: ClassVar[str] = "scipy"
    min_points: ClassVar[int] = 2

    def __init__(self, distribution: Any, **fixed: float) -> None:
        from scipy import stats

        found = getattr(stats, distribution, None) if isinstance(distribution, str) else distribution
        if not isinstance(found, stats.rv_continuous):
            raise InputError(f"{distribution!r} is not a continuous distribution of scipy.stats, such as 'gumbel_r'.")
        self.distribution: Any = found
        self.shapes = tuple(part.strip() for part in found.shapes.split(",")) if found.shapes else ()
        self.parameters = (*self.shapes, "loc", "scale")
        unknown = sorted(set(fixed) - set(self.parameters))
        if unknown:
            raise InputError(f"{found.name} has no parameter {unknown[0]!r}: it has {', '.join(self.parameters)}.")
        if fixed.get("scale", 1.0) <= 0:
            raise InputError(f"scale must be positive, not {fixed['scale']!r}.")
        self.fixed = {key: float(value) for key, value in fixed.items()}
        self.free = tuple(key for key in self.parameters if key not in self.fixed)
        if not self.free:
            raise InputError(f"every parameter of {found.name} is fixed: leave at least one free.")

    def check(self, z: Array) -> None:
        """z must lie in the support where that does not depend on a free parameter."""
        if {"loc", "scale"} <= set(self.fixed) and not self.shapes:
            low, high = self.distribution.support(**self.fixed)
        elif "loc" in self.fixed and not self.shapes:
            low, high = (self.fixed["loc"] if np.isfinite(self.distribution.a) else -np.inf), np.inf
        elif "loc" in self.fixed and self.distribution.a == 0:
            low, high = self.fixed["loc"], np.inf
        else:
            return
        if np.any(z < low) or np.any(z > high):
            raise InputError(f"z lies outside the support [{low:g}, {high:g}] of {self.distribution.name}.")

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Each side by itself, by Nelder-Mead and then BFGS."""
        return fit_each(self._fit_one, z, weights1), fit_each(self._fit_one, z, weights2)

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """The distribution's own log density, bounded below so that no product with a weight is undefined."""
        return np.maximum(logpdf_each(self.distribution_logpdf, z, theta), -_IMPOSSIBLE)

    def distribution_logpdf(self, z: Array, theta: dict[str, float]) -> Array:
        """log f(z; theta) for one set of parameters."""
        shapes = [theta[key] for key in self.shapes]
        with np.errstate(all="ignore"):
            return np.asarray(self.distribution.logpdf(z, *shapes, loc=theta["loc"], scale=theta["scale"]))

    def location(self, theta: Theta) -> Array:
        """The median."""
        shapes = [theta[key] for key in self.shapes]
        return np.asarray(self.distribution.median(*shapes, loc=theta["loc"], scale=theta["scale"]))

    def options(self) -> dict[str, Any]:
        """Name of the distribution and what is fixed."""
        return {"distribution": self.distribution.name, **self.fixed}

    def _fit_one(self, z: Array, weights: Array) -> dict[str, float]:
        total = float(weights.sum())
        shares = weights / total if total > 0 else np.full(len(z), 1 / len(z))
        spread = float(np.std(z))

        def negative_loglik(free: Array) -> float:
            theta = self._unpack(free, spread)
            with np.errstate(all="ignore"):
                value = -float(shares @ np.maximum(self.distribution_logpdf(z, theta), -_IMPOSSIBLE))
            return value if np.isfinite(value) else _IMPOSSIBLE

        start = self._pack(self._first_guess(z, shares), spread)
        coarse = optimize.minimize(
            negative_loglik, start, method="Nelder-Mead", options={"xatol": 1e-4, "fatol": 1e-8, "maxiter": 2000}
        )
        with np.errstate(all="ignore"):
            fine = optimize.minimize(negative_loglik, coarse.x, jac="3-point", method="BFGS", options={"gtol": 1e-9})
        best = fine if np.isfinite(fine.fun) and fine.fun <= coarse.fun else coarse
        return self._unpack(best.x, spread)

    def _first_guess(self, z: Array, shares: Array) -> dict[str, float]:
        theta = {**dict.fromkeys(self.shapes, 1.0), "loc": 0.0, "scale": 1.0, **self.fixed}
        shapes = [theta[key] for key in self.shapes]
        low, high = self.distribution.support(*shapes)
        mean = float(shares @ z)
        sd = max(float(np.sqrt(shares @ (z - mean) ** 2)), _SCALE_FLOOR * float(np.std(z)))
        reach = float(np.ptp(z))
        if np.isfinite(low) and np.isfinite(high):
            theta["scale"] = 1.2 * reach / (high - low)
            theta["loc"] = float(z.min()) - 0.1 * reach - low * theta["scale"]
        elif np.isfinite(low):
            theta["loc"] = float(z.min()) - 0.1 * reach
            theta["scale"] = mean - self.fixed.get("loc", theta["loc"])
        elif np.isfinite(high):
            theta["loc"] = float(z.max()) + 0.1 * reach
            theta["scale"] = self.fixed.get("loc", theta["loc"]) - mean
        else:
            theta["loc"], theta["scale"] = mean, sd
        theta["scale"] = max(theta["scale"], sd * 1e-3)
        return {**theta, **self.fixed}

    def _pack(self, theta: dict[str, float], spread: float) -> Array:
        # The scale is searched in logs and the loc in units of z's spread, so the search does not see units.
        scaled = {**theta, "loc": theta["loc"] / spread, "scale": np.log(theta["scale"] / spread)}
        return np.array([scaled[key] for key in self.free])

    def _unpack(self, free: Array, spread: float) -> dict[str, float]:
        theta = dict(zip(self.free, map(float, free), strict=True))
        if "loc" in theta:
            theta["loc"] *= spread
        if "scale" in theta:
            theta["scale"] = spread * max(float(np.exp(min(theta["scale"], 300.0))), _SCALE_FLOOR)
        return {key: {**theta, **self.fixed}[key] for key in self.parameters}
