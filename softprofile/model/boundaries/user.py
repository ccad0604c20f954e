"""User-defined boundaries: any object with `n_parameters(m)`, `value(U, w)` and `gradient(U, w)`."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from softprofile.model.boundaries.base import Boundary
from softprofile.util.errors import InputError
from softprofile.util.validation import Array


class UserBoundary(Boundary):
    """Wrapper of a user-defined boundary, called with one parameter vector at a time.

    Parameters
    ----------
    inner : object
        It needs ``n_parameters(m)``, ``value(U, w)`` of shape (n,) and ``gradient(U, w)`` of shape (n, p), with U in
        transformed coordinates. Two methods are optional: ``starts(U, z, count, rng)`` of shape (count, p), and
        ``coefficients(w, names)``, a dict.
    sign : {1, -1}, default 1
        Orientation: g is `sign` times the object's value, so that side 2 has the larger location.
    name : str, default "user"
        Name under which the boundary is registered, if it is.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> class Ball:
    ...     def n_parameters(self, m):
    ...         return 2
    ...
    ...     def value(self, U, w):
    ...         return w[0] * ((U**2).sum(axis=1) - w[1] ** 2)
    ...
    ...     def gradient(self, U, w):
    ...         return np.column_stack([(U**2).sum(axis=1) - w[1] ** 2, np.full(len(U), -2 * w[0] * w[1])])
    >>> U = np.random.default_rng(0).uniform(0, 1, (60, 2))
    >>> z = np.where((U**2).sum(axis=1) > 0.5, 4.0, 1.0) + 0.1 * U[:, 0]
    >>> f = sp.fit(U, z, boundary=Ball(), transform="none")
    >>> bool(np.all((f.sides == 2) == ((U**2).sum(axis=1) > 0.5)))
    True
    """

    quick: ClassVar[bool] = False
    # Unknown for a user-defined object, so all its parameters are counted.
    scalable: ClassVar[bool] = False

    def __init__(self, inner: Any, sign: int = 1, name: str = "user") -> None:
        for method in ("n_parameters", "value", "gradient"):
            if not callable(getattr(inner, method, None)):
                raise InputError(
                    "a boundary of your own needs n_parameters(m), value(U, w) and gradient(U, w), "
                    f"but {inner!r} has no {method}."
                )
        self.inner = inner
        self.sign = sign
        self.name = name

    def n_parameters(self, m: int) -> int:
        """Return the object's `n_parameters`."""
        return int(self.inner.n_parameters(m))

    def value(self, design: Array, w: Array) -> Array:
        """Return `sign` times the object's `value`."""
        n = len(design)
        return self.sign * self._each(w, lambda row: self.inner.value(design, row), (n,), "value")

    def gradient(self, design: Array, w: Array) -> Array:
        """Return `sign` times the object's `gradient`."""
        shape = (len(design), w.shape[-1])
        return self.sign * self._each(w, lambda row: self.inner.gradient(design, row), shape, "gradient")

    def flip(self, w: Array) -> tuple[Boundary, Array]:
        """Return a wrapper with the opposite sign, and the same parameters."""
        return UserBoundary(self.inner, -self.sign, self.name), w

    def random_starts(self, design: Array, count: int, rng: np.random.Generator) -> Array:
        """Return standard normal parameters."""
        return rng.standard_normal((count, self.n_parameters(design.shape[1])))

    def informed_starts(self, design: Array, z: Array, count: int, rng: np.random.Generator) -> Array:
        """Return the object's `starts`, or random starts if it has none."""
        if not hasattr(self.inner, "starts"):
            return self.random_starts(design, count, rng)
        starts = np.asarray(self.inner.starts(design, z, count, rng), dtype=float)
        if starts.ndim != 2 or starts.shape[1] != self.n_parameters(design.shape[1]):
            raise InputError(f"starts of {self.inner!r} must have shape (count, p), not {starts.shape}.")
        return starts

    def coefficients(self, w: Array, names: Any) -> dict[str, Any]:
        """Return the object's `coefficients`, or numbered parameters if it has none."""
        if hasattr(self.inner, "coefficients"):
            return dict(self.inner.coefficients(w, names))
        return super().coefficients(w, names)

    def options(self) -> dict[str, Any]:
        """Return the wrapped object and its orientation."""
        return {"inner": self.inner, "sign": self.sign}

    def _each(self, w: Array, call: Any, shape: tuple[int, ...], what: str) -> Array:
        rows = [np.asarray(call(row), dtype=float) for row in w.reshape(-1, w.shape[-1])]
        for row in rows:
            if row.shape != shape or not np.all(np.isfinite(row)):
                raise InputError(f"{what} of {self.inner!r} must return finite numbers of shape {shape}.")
        return np.array(rows).reshape(*w.shape[:-1], *shape)
