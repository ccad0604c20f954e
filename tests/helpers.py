"""Data, objects of a user's own and independent formulas that several test files share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy import optimize, stats

from softprofile.model.densities import Density, Theta, get_density
from softprofile.util.validation import Array, is_constant


class MyExponential:
    """A user's density without a location: f(z) = rate exp(-rate z)."""

    def __repr__(self) -> str:
        return "MyExponential()"

    def fit(self, z: Array, weights: Array) -> dict[str, float]:
        return {"rate": float(weights.sum() / (weights @ z))}

    def logpdf(self, z: Array, theta: dict[str, float]) -> Array:
        return np.asarray(np.log(theta["rate"]) - theta["rate"] * z)


class MyGaussian:
    """A user's density with a location: a mean and a standard deviation."""

    def __repr__(self) -> str:
        return "MyGaussian()"

    def fit(self, z: Array, weights: Array) -> dict[str, float]:
        mean = weights @ z / weights.sum()
        return {"mu": float(mean), "sigma": float(np.sqrt(weights @ (z - mean) ** 2 / weights.sum()))}

    def logpdf(self, z: Array, theta: dict[str, float]) -> Array:
        return np.asarray(stats.norm.logpdf(z, theta["mu"], theta["sigma"]))

    def location(self, theta: dict[str, float]) -> float:
        return theta["mu"]


class MyWave:
    """A user's boundary, nonlinear in its parameters: tanh(w1 u1) + w2 |u|^2 - exp(w3)."""

    def __repr__(self) -> str:
        return "MyWave()"

    def n_parameters(self, m: int) -> int:
        return 3

    def value(self, U: Array, w: Array) -> Array:
        return np.asarray(np.tanh(w[0] * U[:, 0]) + w[1] * (U**2).sum(axis=1) - np.exp(w[2]))

    def gradient(self, U: Array, w: Array) -> Array:
        by_first = U[:, 0] / np.cosh(w[0] * U[:, 0]) ** 2
        return np.column_stack([by_first, (U**2).sum(axis=1), np.full(len(U), -np.exp(w[2]))])


TRIALS = 40
CONTINUOUS = ["gaussian", "gaussian-separate", "laplace", "laplace-separate", "student-t:3", "student-t-separate:5"]
COUNTS = ["poisson", f"binomial:{TRIALS}"]
OTHERS = ["scipy:gumbel_r", "user"]
#: One density of every family, by name.
ALL_DENSITIES = CONTINUOUS + COUNTS + OTHERS
ADDITIVE = ["gaussian", "gaussian-separate", *COUNTS]
#: Those whose likelihood at a split has a formula: `split_loglik`.
CLOSED_FORM = ["gaussian", "gaussian-separate", "laplace", "laplace-separate", *COUNTS]


def density_named(name: str) -> Density:
    """As `get_density`, and "user" for a density of a user's own."""
    return get_density(MyExponential() if name == "user" else name)


def sample(name: str, n: int, seed: int) -> Array:
    """Values that the density may have: a low first half and a high second half."""
    rng = np.random.default_rng(seed)
    level = np.where(np.arange(n) < n // 2, 3.0, 8.0)
    if name in COUNTS:
        return rng.poisson(level).clip(0, TRIALS).astype(float)
    if name == "user":
        return rng.exponential(level)
    return level + rng.gumbel(size=n)


def weight_pair(n: int, seed: int) -> tuple[Array, Array]:
    """Soft weights that add up to 1."""
    weights = np.random.default_rng(seed).uniform(0.02, 0.98, n)
    return weights, 1.0 - weights


def weighted_loglik(density: Density, z: Array, weights: tuple[Array, Array], thetas: tuple[Theta, Theta]) -> float:
    """The braces of Eq. (6)."""
    return float(sum((w * density.logpdf(z, theta)).sum() for w, theta in zip(weights, thetas, strict=True)))


def numerical_maximum(
    logpdf: Callable[[Array, float, float], Array], z: Array, weights: tuple[Array, Array], *, common: bool
) -> tuple[float, Array]:
    """Eq. (6) for a location-scale family, from many starts: its value and (loc 1, loc 2, scale 1, scale 2)."""

    def unpack(x: Array) -> Array:
        return np.array([x[0], x[1], np.exp(x[2]), np.exp(x[2] if common else x[3])])

    def negative(x: Array) -> float:
        loc1, loc2, scale1, scale2 = unpack(x)
        return -float(weights[0] @ logpdf(z, loc1, scale1) + weights[1] @ logpdf(z, loc2, scale2))

    best: Any = None
    for low, high in ((0.2, 0.8), (0.8, 0.2)):
        scales = [np.log(z.std())] * (1 if common else 2)
        start = np.array([*np.quantile(z, [low, high]), *scales])
        methods: dict[Any, Any] = {"Nelder-Mead": {"xatol": 1e-8, "fatol": 1e-11}, "Powell": {"xtol": 1e-9}}
        for method, options in methods.items():
            found = optimize.minimize(negative, start, method=method, options=options)
            start = found.x
            if best is None or found.fun < best.fun:
                best = found
    return -float(best.fun), unpack(best.x)


def split_loglik(name: str, sides: tuple[Array, Array], spread: float = 0.0) -> float:
    """Profile log-likelihood of two sides, written out; scales are at least the family's floor times `spread`."""
    if name == "poisson":
        return float(sum(stats.poisson.logpmf(side, max(side.mean(), 1e-9)).sum() for side in sides))
    if name.startswith("binomial"):
        return float(
            sum(stats.binom.logpmf(side, TRIALS, np.clip(side.mean() / TRIALS, 1e-9, 1 - 1e-9)).sum() for side in sides)
        )
    law: Any = stats.norm if name.startswith("gaussian") else stats.laplace
    power = 2 if name.startswith("gaussian") else 1
    centres = [np.mean(side) if power == 2 else np.median(side) for side in sides]
    totals = [(np.abs(side - centre) ** power).sum() for side, centre in zip(sides, centres, strict=True)]
    counts = [len(side) for side in sides]
    if "separate" in name:
        scales = [total / count for total, count in zip(totals, counts, strict=True)]
    else:
        scales = [sum(totals) / sum(counts)] * 2
    floor = (1e-2 if "separate" in name else 1e-6) * spread
    return float(
        sum(
            law.logpdf(side, centre, max(scale ** (1 / power), floor)).sum()
            for side, centre, scale in zip(sides, centres, scales, strict=True)
        )
    )


def finite_differences(function: Callable[[Array], Array], x: Array, step: float = 1e-5) -> Array:
    """Central differences of a function of one vector, one row per coordinate."""
    moves = step * np.eye(len(x))
    return np.array([(function(x + move) - function(x - move)) / (2 * step) for move in moves])


def varied(values: list[Any]) -> bool:
    """Whether values may serve as z."""
    return not is_constant(np.array(values, dtype=float))


#: Few distinct values, so that ties abound.
coarse_sequences = st.lists(st.integers(-6, 6), min_size=4, max_size=14).filter(varied)
fine_sequences = st.lists(st.integers(-10_000, 10_000), min_size=4, max_size=14).filter(varied)
count_sequences = st.lists(st.integers(0, TRIALS), min_size=4, max_size=14).filter(varied)
