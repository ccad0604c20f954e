"""Random problems for `fit`: any size, shape, scale and family, each from its seed alone."""

from __future__ import annotations

import contextlib
import itertools
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

import softprofile as sp
from softprofile.util.errors import InputError, NoBoundaryError, SoftProfileWarning
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array

TRIALS = 60
CONTINUOUS = ("gaussian", "gaussian-separate", "laplace", "laplace-separate", "student-t:4")
COUNTS = ("poisson", f"binomial:{TRIALS}")

# Powers of ten that the units of U and of z are multiplied by, and how often each range of them is drawn.
_USUAL, _WIDE, _EXTREME = 2.0, 30.0, 290.0
_EXTREME_UNITS = (0.6, 0.3, 0.1)
# More points make these problems slow, and no other kind of problem.
_FEW = 60
# Between these an exhaustive search takes seconds.
_EXHAUSTIVE = range(9, 40)


@dataclass(frozen=True)
class RandomProblem:
    """Data and options for `fit`; ``random_problem(seed)`` makes the same again."""

    seed: int
    U: Array
    z: Array
    options: dict[str, Any]
    kinds: tuple[str, ...]

    def fit(self) -> sp.BoundaryFit:
        """The fit itself."""
        return sp.fit(self.U, self.z, **self.options)

    def __str__(self) -> str:
        n, m = self.U.shape
        return (
            f"random_problem({self.seed}): n={n}, m={m}, U {', '.join(self.kinds[:-1])}, z {self.kinds[-1]}, "
            f"{self.options}\nU = {np.array2string(self.U[:4], threshold=40)} ...\nz = {self.z[:8]} ..."
        )


def random_problem(seed: int, rng: np.random.Generator | None = None) -> RandomProblem:
    """A problem of any kind: ties, outliers, huge and tiny units, few values, all families.

    `rng` draws it from another stream than that of the seed, such as one in which a fault was found.
    """
    rng = random_stream(seed, "random problem") if rng is None else rng
    options = _options(rng)
    if options["density"].startswith("student") and options["boundary"] not in ("linear", "quadratic") and seed % 5:
        options["density"] = "laplace"  # the two together take seconds
    m = int(rng.integers(1, 6))
    n = int(np.exp(rng.uniform(np.log(4), np.log(500))))
    if options["softness"] == "hard" or options["density"].startswith(("student", "laplace")):
        n = min(n, _FEW) if m > 2 else min(n, 4 * _FEW)
    if options["density"].startswith("student"):
        n, options["n_starts"] = min(n, _FEW // 2), 1
    if options["softness"] == "hard" and (m > 2 or options["boundary"] == "quadratic") and n in _EXHAUSTIVE:
        n = _EXHAUSTIVE.stop + m
    columns, kinds = zip(*(_column(n, rng) for _ in range(m)), strict=True)
    U = np.column_stack(columns)
    if rng.random() < 0.1:
        U = U[rng.integers(0, n, n)]  # configurations that were run more than once
    signal = _signal(U, rng)
    z, kind = _counts(signal, options["density"], rng) if options["density"] in COUNTS else _measured(signal, rng)
    return RandomProblem(seed, U, z, options, (*kinds, kind))


def _options(rng: np.random.Generator) -> dict[str, Any]:
    """A family, and few starts: it is the answers that are tested, not the search."""
    boundary = ("linear", "quadratic", sp.boundaries.Network(int(rng.integers(1, 5))))[rng.choice(3, p=[0.4, 0.4, 0.2])]
    if rng.random() < 0.1:
        return {"boundary": boundary, "density": "gaussian", "softness": "soft", "preset": "paper", "n_starts": 2}
    options: dict[str, Any] = {
        "boundary": boundary,
        "density": str(rng.choice([*CONTINUOUS, *COUNTS])),
        "softness": "hard" if rng.random() < 0.3 else "soft",
        "random_state": int(rng.integers(1000)),
    }
    if rng.random() < 0.7:
        options["n_starts"] = int(rng.integers(1, 4))
    if rng.random() < 0.2:
        options["ridge"] = float(rng.choice([0.0, 1e-9, 1e-4, 1.0, 1e3]))
    if rng.random() < 0.2:
        options["transform"] = str(rng.choice(["standardize", "none"]))
    return options


def _unit(rng: np.random.Generator) -> float:
    reach = (_USUAL, _WIDE, _EXTREME)[rng.choice(3, p=_EXTREME_UNITS)]
    return float(10.0 ** rng.uniform(-reach, reach))


def _column(n: int, rng: np.random.Generator) -> tuple[Array, str]:
    """One hyper-parameter: a grid, whole numbers, a log scale, normal, wild or hardly changing."""
    kind = str(rng.choice(["grid", "whole", "log", "normal", "wild", "offset"], p=[0.3, 0.15, 0.2, 0.2, 0.1, 0.05]))
    if kind == "grid":
        return rng.choice(np.linspace(1, 5, int(rng.integers(2, 8))), n) * _unit(rng), kind
    if kind == "whole":
        return rng.integers(0, int(rng.integers(2, 30)), n).astype(float), kind
    if kind == "log":
        return np.exp(rng.uniform(-1, 1, n) * rng.uniform(1, 15)) * _unit(rng), kind
    if kind == "normal":
        return rng.standard_normal(n) * _unit(rng), kind
    if kind == "wild":
        return rng.standard_cauchy(n) * _unit(rng), kind
    return (1 + 10.0 ** rng.uniform(-12, -3) * rng.standard_normal(n)) * _unit(rng), kind


def _signal(U: Array, rng: np.random.Generator) -> Array:
    """Between 0 and 1 in some direction of the ranks: two levels, a slope, a bowl, or nothing but noise."""
    ranks = np.argsort(np.argsort(U, axis=0), axis=0) / max(1, len(U) - 1)
    along = ranks @ rng.dirichlet(np.ones(U.shape[1]))
    kind = rng.integers(4)
    if kind == 0:
        return (along > np.quantile(along, rng.uniform(0.05, 0.95))).astype(float)
    if kind == 1:
        return np.exp(-rng.uniform(0.5, 8) * along)
    if kind == 2:
        return 4 * (along - 0.5) ** 2
    return rng.random(len(U))


def _measured(signal: Array, rng: np.random.Generator) -> tuple[Array, str]:
    kind = str(rng.choice(["clean", "noisy", "outliers", "few values", "offset"]))
    noise = rng.standard_normal(len(signal)) * 10.0 ** rng.uniform(-3, 0.5)
    z = signal + (0.0 if kind == "clean" else noise)
    if kind == "outliers":
        z = z + np.where(rng.random(len(z)) < 0.1, rng.standard_cauchy(len(z)) * 10.0 ** rng.uniform(0, 6), 0.0)
    if kind == "few values":
        z = np.round(z * rng.integers(1, 4))
    if kind == "offset":
        z = z + 10.0 ** rng.uniform(0, 9) * rng.choice([-1, 1])
    return z * _unit(rng), kind


def _counts(signal: Array, density: str, rng: np.random.Generator) -> tuple[Array, str]:
    if density == "poisson":
        largest = 10.0 ** rng.uniform(-1, 7)
        return rng.poisson(largest * (signal + 0.01)).astype(float), f"counts about {largest:.3g}"
    low, high = rng.uniform(0, 1, 2)
    return rng.binomial(TRIALS, low + (high - low) * signal).astype(float), f"counts of {TRIALS}"


def answerable_problems(count: int) -> list[RandomProblem]:
    """The first problems that have an answer."""
    found: list[RandomProblem] = []
    for problem in map(random_problem, itertools.count()):
        if len(found) == count:
            break
        with warnings.catch_warnings(), contextlib.suppress(InputError, NoBoundaryError):
            warnings.simplefilter("ignore", SoftProfileWarning)
            problem.fit()
            found.append(problem)
    return found
