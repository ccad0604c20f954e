"""A user's own density: any object with `fit(z, weights)` and `logpdf(z, theta)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from softprofile.model.densities.base import Density, SideParameters, Theta
from softprofile.model.densities.batches import fit_each, for_each, logpdf_each
from softprofile.util.errors import InputError
from softprofile.util.validation import Array


class UserDensity(Density):
    """Wrapper of a user's own object, which fits one side at a time.

    To share parameters between the sides, subclass `Density` instead.

    Parameters
    ----------
    inner : object
        It needs ``fit(z, weights)``, which returns the weighted maximum likelihood parameters as a dict of numbers, and
        ``logpdf(z, theta)``, which returns an array of log densities. It may have ``location(theta)``; without it, the
        sides are ordered by their weighted means of z. It may have ``distribution(theta)``, a frozen distribution of
        scipy.stats, which `diagnose` needs; and ``sample(theta, size, rng)``, draws for a parametric bootstrap.
    name : str, default "user"
        The name under which the object's class is registered, if it is.

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
        """The object's own fit on each side."""
        return fit_each(self._fit_one, z, weights1), fit_each(self._fit_one, z, weights2)

    def logpdf(self, z: Array, theta: Theta) -> Array:
        """The object's own log density."""
        return logpdf_each(self._logpdf_one, z, theta)

    def free_parameters(self, theta: Mapping[str, Any]) -> int:
        """Every number that the object's fit returns, on both sides."""
        return 2 * len(self._known(theta))

    def as_scipy(self, theta: Mapping[str, float]) -> Any:
        """The object's own, where it has any."""
        return self.inner.distribution(self._known(theta)) if hasattr(self.inner, "distribution") else None

    def location(self, theta: Theta) -> Array:
        """The object's own location, or the weighted mean."""
        if self._MEAN in theta:
            return np.asarray(theta[self._MEAN])
        return for_each(self.inner.location, theta)

    def sample(self, theta: SideParameters, size: int, rng: np.random.Generator) -> Array:
        """The object's own draws, where it has any."""
        if not callable(getattr(self.inner, "sample", None)):
            return super().sample(theta, size, rng)
        known = {key: value for key, value in theta.items() if key != self._MEAN}
        drawn = np.asarray(self.inner.sample(known, size, rng), dtype=float)
        if drawn.shape != (size,) or not np.all(np.isfinite(drawn)):
            raise InputError(f"sample of {self.inner!r} must return {size} finite numbers, but at {known} it did not.")
        return drawn

    def options(self) -> dict[str, Any]:
        """The wrapped object."""
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
        """The parameters that the object itself returned."""
        return {key: value for key, value in theta.items() if key != self._MEAN}
