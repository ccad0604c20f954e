"""Any continuous distribution of scipy.stats, fitted to each side by weighted numerical maximum likelihood."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from scipy import optimize

from softprofile.model.densities.base import Density, Theta
from softprofile.model.densities.batches import fit_each, logpdf_each
from softprofile.util.errors import InputError
from softprofile.util.scaling import mean_and_sd
from softprofile.util.validation import Array, require_number

# Negative log density of values outside the support.
_IMPOSSIBLE = 1e30
_SCALE_FLOOR = 1e-6
_GRADIENT_AT_MAXIMUM = 1e-5


class ScipyDensity(Density):
    r"""A continuous distribution of scipy.stats, with its own parameters on each side.

    Parameters
    ----------
    distribution : str or scipy.stats.rv_continuous
        Name of the distribution, such as ``"gumbel_r"``, or the object ``scipy.stats.gumbel_r``.
    **fixed : float
        Parameters held at a value, by name: ``ScipyDensity("gamma", loc=0)``. Fix the loc of families whose support
        begins there (gamma, weibull_min, expon, ...). With loc free, their likelihood may have no maximum.

    Notes
    -----
    The parameters of each side are the distribution's shapes, ``loc`` and ``scale``, with

    .. math:: \log f(z; \theta) = \log f_0\{(z - \mathrm{loc}) / \mathrm{scale}; \mathrm{shapes}\}
              - \log \mathrm{scale}

    where :math:`f_0` is the distribution's standard density. Each side is fitted by numerical maximum likelihood, which
    takes longer than the closed forms of the other families. A free scale is at least 1e-6 standard deviations of z.

    Examples
    --------
    >>> import softprofile as sp
    >>> z = [5.2, 4.8, 5.1, 4.9, 1.3, 0.8, 1.1, 0.8]
    >>> e = sp.elbow(z, density=sp.densities.ScipyDensity("gumbel_r"))
    >>> e.index, round(e.theta[1]["loc"], 2), round(e.theta[2]["loc"], 2)
    (4, 0.9, 4.92)
    >>> sp.densities.ScipyDensity("gamma", loc=0).free
    ('a', 'scale')
    """

    name: str = "scipy"
    quick: ClassVar[bool] = False
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
        self.fixed = {
            key: require_number(value, key, above=0) if key == "scale" else require_number(value, key)
            for key, value in fixed.items()
        }
        self.free = tuple(key for key in self.parameters if key not in self.fixed)
        if not self.free:
            raise InputError(f"every parameter of {found.name} is fixed: leave at least one free.")

    def check(self, z: Array) -> None:
        """Raise an error if z is outside the support for all values of the free parameters."""
        if "loc" not in self.fixed:
            return
        loc, scale = self.fixed["loc"], self.fixed.get("scale")
        # For a few families the support depends on the shapes.
        shapes = [self.fixed.get(key, 1.0) for key in self.shapes]
        low, high = self.distribution.support(*shapes)
        if scale is None:
            # A free scale can stretch the support, but never across loc.
            low, high = (loc if low >= 0 else -np.inf), (loc if high <= 0 else np.inf)
        else:
            low, high = loc + scale * low, loc + scale * high
        if np.any(z < low) or np.any(z > high):
            raise InputError(f"z lies outside the support [{low:g}, {high:g}] of {self.distribution.name}.")

    def standardization(self, z: Array) -> tuple[float, float]:
        """Return the mean and standard deviation of z if loc and scale are both free, otherwise (0, 1)."""
        return mean_and_sd(z) if self._moves_with_z else (0.0, 1.0)

    def original_units(self, theta: Theta, centre: float, scale: float) -> Theta:
        """Convert loc and scale; the shapes have no units."""
        return {**theta, "loc": centre + scale * theta["loc"], "scale": scale * theta["scale"]}

    def at_floor(self, theta: Theta) -> bool:
        """Return whether the scale, if loc and scale are free, is at its floor."""
        return self._moves_with_z and bool(np.any(theta["scale"] <= _SCALE_FLOOR * (1 + 1e-9)))

    @property
    def _moves_with_z(self) -> bool:
        return {"loc", "scale"} <= set(self.free)

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Fit each side by BFGS, or by Nelder-Mead where BFGS does not converge."""
        return fit_each(self._fit_one, z, weights1), fit_each(self._fit_one, z, weights2)

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """Return the log densities, bounded below so that a weight of zero times any of them is zero."""
        return np.maximum(logpdf_each(self.distribution_logpdf, z, theta), -_IMPOSSIBLE)

    def distribution_logpdf(self, z: Array, theta: dict[str, float]) -> Array:
        """Return log f(z; theta) for one set of parameters.

        Parameters
        ----------
        z : array of shape (n,)
            Performance.
        theta : dict of str to float
            Shapes, loc and scale.

        Returns
        -------
        array of shape (n,)
            Log densities; minus infinity outside the support.
        """
        shapes = [theta[key] for key in self.shapes]
        with np.errstate(all="ignore"):
            return np.asarray(self.distribution.logpdf(z, *shapes, loc=theta["loc"], scale=theta["scale"]))

    def free_parameters(self, theta: Mapping[str, Any]) -> int:
        """Return the number of parameters of both sides that are not fixed."""
        return 2 * len(self.free)

    def as_scipy(self, theta: Mapping[str, float]) -> Any:
        """Return the distribution, frozen at theta."""
        return self.distribution(*(theta[key] for key in self.parameters))

    def location(self, theta: Theta) -> Array:
        """Return the median."""
        shapes = [theta[key] for key in self.shapes]
        return np.asarray(self.distribution.median(*shapes, loc=theta["loc"], scale=theta["scale"]))

    def options(self) -> dict[str, Any]:
        """Return the name of the distribution and the fixed parameters."""
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
        with np.errstate(all="ignore"):
            found = optimize.minimize(negative_loglik, start, method="BFGS", options={"gtol": 1e-7})
            if not np.max(np.abs(found.jac)) < _GRADIENT_AT_MAXIMUM:
                # The maximum is at the edge of the support, or too flat: search without gradients, then try BFGS again.
                rough = optimize.minimize(negative_loglik, start, method="Nelder-Mead", options={"maxiter": 2000})
                again = optimize.minimize(negative_loglik, rough.x, method="BFGS", options={"gtol": 1e-7})
                found = min(found, rough, again, key=lambda result: float(result.fun))
        return self._unpack(found.x, spread)

    def _first_guess(self, z: Array, shares: Array) -> dict[str, float]:
        """Return shapes of 1, and a loc and scale with which all z are well inside the support."""
        theta = {**dict.fromkeys(self.shapes, 1.0), **self.fixed}
        low, high = self.distribution.support(*(theta[key] for key in self.shapes))
        mean = float(shares @ z)
        sd = max(float(np.sqrt(shares @ (z - mean) ** 2)), 1e-3 * float(np.std(z)))
        margin = 0.1 * float(np.ptp(z))
        first, last = float(z.min()) - margin, float(z.max()) + margin
        bounded = np.isfinite([low, high])
        if "scale" not in theta:
            theta["scale"] = (last - first) / (high - low) if bounded.all() else sd
            if "loc" in theta:
                # Choose the scale such that all z are inside the support.
                reach = [(z.max() - theta["loc"]) / high] if bounded[1] and high > 0 else []
                reach += [(z.min() - theta["loc"]) / low] if bounded[0] and low < 0 else []
                theta["scale"] = max([theta["scale"], *(1.1 * float(r) for r in reach)])
                if bounded[0] and low > 0:
                    theta["scale"] = 0.9 * float(z.min() - theta["loc"]) / low
        if "loc" not in theta:
            theta["loc"] = mean
            if bounded[0]:
                theta["loc"] = first - low * theta["scale"]
            elif bounded[1]:
                theta["loc"] = last - high * theta["scale"]
        return theta

    def _pack(self, theta: dict[str, float], spread: float) -> Array:
        # Search log scale, and loc in standard deviations of z: the search is then invariant to the units of z.
        scaled = {**theta, "loc": theta["loc"] / spread, "scale": np.log(theta["scale"] / spread)}
        return np.array([scaled[key] for key in self.free])

    def _unpack(self, free: Array, spread: float) -> dict[str, float]:
        theta = dict(zip(self.free, map(float, free), strict=True))
        if "loc" in theta:
            theta["loc"] *= spread
        if "scale" in theta:
            theta["scale"] = spread * max(float(np.exp(min(theta["scale"], 300.0))), _SCALE_FLOOR)
        return {key: {**theta, **self.fixed}[key] for key in self.parameters}
