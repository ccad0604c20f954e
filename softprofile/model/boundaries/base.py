"""What a fit asks of a boundary g(u; w): its value, its gradient in w, and where to start."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from softprofile.util.scaling import mean_and_sd
from softprofile.util.validation import Array
from softprofile.util.value_object import ValueObject

#: Random boundaries begin with values of g of about this size: clearly two-sided, yet far from saturated.
START_STEEPNESS = 3.0
#: And where noise covers the levels of z, with such.
GENTLE_STEEPNESS = (0.3, 1.0)


class Boundary(ValueObject, ABC):
    """A family g(u; w) in transformed coordinates, side 2 being g > 0.

    `design(U)` is computed once for each set of points and handed to the other methods. Values are vectorised over
    leading axes of w: parameters (..., p) give values (..., n).
    """

    #: "bfgs" or "adam": which optimiser suits the family.
    optimizer: ClassVar[str] = "bfgs"
    #: Of the starts of a fit, how many know of z.
    informed_share: ClassVar[float] = 0.5
    #: Whether the family knows its `curvature`.
    curved: ClassVar[bool] = False
    #: Whether g times any positive number is in the family too: a hard partition then does not see one parameter.
    scalable: ClassVar[bool] = True

    @abstractmethod
    def n_parameters(self, m: int) -> int:
        """Number of parameters in m dimensions."""

    def design(self, U: Array) -> Array:
        """What of the points the family needs, computed once."""
        return U

    @abstractmethod
    def value(self, design: Array, w: Array) -> Array:
        """g(u_i; w) for every i."""

    @abstractmethod
    def gradient(self, design: Array, w: Array) -> Array:
        """dg(u_i; w) / dw for every i, of shape (..., n, p)."""

    def pullback(self, design: Array, w: Array, dg: Array) -> Array:
        """sum_i dg_i * dg(u_i; w) / dw: the chain rule, where it is cheaper than the whole gradient."""
        return np.asarray(np.einsum("...n,...np->...p", dg, self.gradient(design, w)))

    def value_and_pullback(self, design: Array, w: Array) -> tuple[Array, Callable[[Array], Array]]:
        """The values and the pullback at the same w, for families where the two share their work."""
        return self.value(design, w), lambda dg: self.pullback(design, w, dg)

    def curvature(self, design: Array, w: Array, dg: Array, ddg: Array) -> Array:
        """sum_i ddg_i (dg_i/dw) (dg_i/dw)' + dg_i d2g_i/dw2, (p, p): the chain rule once more, for one w."""
        raise NotImplementedError

    @abstractmethod
    def flip(self, w: Array) -> tuple[Boundary, Array]:
        """The boundary and parameters of -g."""

    @abstractmethod
    def random_starts(self, design: Array, count: int, rng: np.random.Generator) -> Array:
        """Starts (count, p) that know nothing of z."""

    def informed_starts(self, design: Array, z: Array, count: int, rng: np.random.Generator) -> Array:
        """Starts (count, p) that already are a sensible partition of z; random ones where the family knows none."""
        return self.random_starts(design, count, rng)

    def coefficients(self, w: Array, names: Sequence[str]) -> dict[str, Any]:
        """The parameters by name."""
        return {f"w{k + 1}": float(value) for k, value in enumerate(w)}

    def describe(self, w: Array, names: Sequence[str]) -> list[tuple[str, str]]:
        """Facts about the fitted boundary for the summary, as (label, text)."""
        return []


def regression_cut(features: Array, z: Array, ridge: float = 0.0) -> Array:
    """Regress z on features, whose last column is 1, and cut the fitted values at their elbow.

    The result are coefficients of a g that is positive where z is fitted to be large, the same for any shift and scale
    of z.
    """
    p = features.shape[1]
    centre, scale = mean_and_sd(z)
    z = (z - centre) / scale
    if ridge > 0:
        penalised = np.vstack([features, np.sqrt(ridge * len(z)) * np.eye(p)])
        coefficients = np.linalg.lstsq(penalised, np.concatenate([z, np.zeros(p)]), rcond=None)[0]
    else:
        coefficients = np.linalg.lstsq(features, z, rcond=None)[0]
    fitted = features @ coefficients
    order = np.argsort(fitted, kind="stable")
    centred = z[order] - z.mean()
    n = len(z)
    q = np.arange(1, n)
    split = int(np.argmax(np.cumsum(centred)[:-1] ** 2 / (q * (n - q))))
    coefficients[-1] -= fitted[order[split : split + 2]].mean()
    return np.asarray(coefficients)


def with_steepness(values: Array, w: Array, steepness: float) -> Array:
    """w rescaled so that the values of a g that is linear in w have root mean square `steepness`."""
    size = float(np.sqrt(np.mean(values**2)))
    return w * (steepness / size) if size > 0 else w
