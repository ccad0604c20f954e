"""Two boundaries and a density of a user's own, registered by name, as CONTRIBUTING describes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import softprofile as sp
from softprofile.util.validation import Array


class Cubic(sp.boundaries.LinearInParameters):
    """Linear in w: cubes of the hyper-parameters, the hyper-parameters, and a constant."""

    name = "cubic"

    def n_parameters(self, m: int) -> int:
        return 2 * m + 1

    def design(self, U: Array) -> Array:
        return np.column_stack([U**3, U, np.ones(len(U))])

    def term_names(self, names: Sequence[str]) -> list[str]:
        return [*(f"{name}^3" for name in names), *names, "constant"]


class Monotone:
    """Nonlinear in w: g(u) = sum_j exp(w_j) u_j + w_0 rises in every hyper-parameter, whatever the data."""

    def __repr__(self) -> str:
        return "Monotone()"

    def n_parameters(self, m: int) -> int:
        return m + 1

    def value(self, U: Array, w: Array) -> Array:
        return np.asarray(U @ np.exp(np.clip(w[:-1], -20, 20)) + w[-1])

    def gradient(self, U: Array, w: Array) -> Array:
        inside = (np.abs(w[:-1]) < 20).astype(float)
        return np.column_stack([U * np.exp(np.clip(w[:-1], -20, 20)) * inside, np.ones(len(U))])

    def starts(self, U: Array, z: Array, count: int, rng: np.random.Generator) -> Array:
        return rng.standard_normal((count, U.shape[1] + 1))


class Gamma:
    """A density of positive values with a fixed shape."""

    def __init__(self, shape: float = 2.0) -> None:
        self.shape = shape

    def __repr__(self) -> str:
        return f"Gamma(shape={self.shape})"

    def fit(self, z: Array, weights: Array) -> dict[str, float]:
        return {"scale": float(weights @ z / weights.sum() / self.shape)}

    def logpdf(self, z: Array, theta: dict[str, float]) -> Array:
        from scipy import stats

        return np.asarray(stats.gamma.logpdf(z, self.shape, scale=theta["scale"]))

    def location(self, theta: dict[str, float]) -> float:
        return self.shape * theta["scale"]


sp.register_boundary("cubic", Cubic)
sp.register_boundary("monotone", Monotone)
sp.register_density("gamma", Gamma, argument="shape")
