"""User-defined densities: any object with `fit(z, weights)` and `logpdf(z, theta)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from softprofile.model.densities.base import Density, SideParameters, Theta
from softprofile.model.densities.batches import fit_each, for_each, logpdf_each
from softprofile.util.errors import InputError
from softprofile.util.validation import Array


class UserDensity(Density):
    """Wrapper of a user-defined density, which fits one side at a time.

    To share parameters between the sides, subclass `Density` instead.

    Parameters
    ----------
    inner : object
        It needs ``fit(z, weights)``, which returns the weighted maximum likelihood parameters as a dict of numbers, and
        ``logpdf(z, theta)``, which returns an array of log densities. Three methods are optional:
        ``location(theta)``, by which the sides are ordered (the weighted mean of z without it);
        ``distribution(theta)``, a frozen distribution of scipy.stats, which `diagnose` needs; and
        ``sample(theta, size, rng)``, draws for a parametric bootstrap.
    name : str, default "user"
        Name under which the density is registered, if it is.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> class Exponential:
    ...     def fit(self, z, weights):
    ...         return {"rate": weights.sum() / (weights @ z)}
    ...
    ...     def logpdf(self, z, theta):
    ...         return np.log(theta["rate"]) - theta["rate"] * z
    >>> sp.elbow([9.0, 8.0, 9.5, 1.0, 0.5, 0.8], density=Exponential()).index
    3
    """

    quick: ClassVar[bool] = False
    _MEAN = "weighted mean of z"

    def __init__(self, inner: Any, name: str = "user") -> None:
        for method in ("fit", "logpdf"):
            if not callable(getattr(inner, method, None)):
                raise InputError(
                    f"a density of your own needs fit(z, weights) and logpdf(z, theta), but {inner!r} has no {method}."
                )
        self.inner = inner
        self.name = name

    def fit_sides(self, z: Array, weights1: Array, weights2: Array) -> tuple[Theta, Theta]:
        """Fit each side by the object's `fit`."""
        return fit_each(self._fit_one, z, weights1), fit_each(self._fit_one, z, weights2)

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """Return the log densities of the object's `logpdf`."""
        return logpdf_each(self._logpdf_one, z, theta)

    def free_parameters(self, theta: Mapping[str, Any]) -> int:
        """Return twice the number of parameters that the object's `fit` returns."""
        return 2 * len(self._known(theta))

    def as_scipy(self, theta: Mapping[str, float]) -> Any:
        """Return the object's `distribution`; None if it has none."""
        return self.inner.distribution(self._known(theta)) if hasattr(self.inner, "distribution") else None

    def location(self, theta: Theta) -> Array:
        """Return the object's `location`, or the weighted mean if it has none."""
        if self._MEAN in theta:
            return np.asarray(theta[self._MEAN])
        return for_each(self.inner.location, theta)

    def sample(self, theta: SideParameters, size: int, rng: np.random.Generator) -> Array:
        """Draw by the object's `sample`, or from its `distribution`."""
        if not callable(getattr(self.inner, "sample", None)):
            return super().sample(theta, size, rng)
        known = {key: value for key, value in theta.items() if key != self._MEAN}
        drawn = np.asarray(self.inner.sample(known, size, rng), dtype=float)
        if drawn.shape != (size,) or not np.all(np.isfinite(drawn)):
            raise InputError(f"sample of {self.inner!r} must return {size} finite numbers, but at {known} it did not.")
        return drawn

    def options(self) -> dict[str, Any]:
        """Return the wrapped object."""
        return {"inner": self.inner}

    def _fit_one(self, z: Array, weights: Array) -> dict[str, float]:
        if not weights.sum() > 0:
            weights = np.ones(len(z))
        theta = {str(key): float(value) for key, value in dict(self.inner.fit(z, weights)).items()}
        if not hasattr(self.inner, "location"):
            theta[self._MEAN] = float(weights @ z / weights.sum())
        return theta

    def _logpdf_one(self, z: Array, theta: dict[str, float]) -> Array:
        known = self._known(theta)
        values = np.asarray(self.inner.logpdf(z, known), dtype=float)
        if values.shape != z.shape or not np.all(np.isfinite(values)):
            raise InputError(
                f"logpdf of {self.inner!r} must return one finite number for each z, but at {known} it did not."
            )
        return values

    def _known(self, theta: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters that the object's `fit` returned."""
        return {key: value for key, value in theta.items() if key != self._MEAN}
