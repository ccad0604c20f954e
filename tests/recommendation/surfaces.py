"""Surfaces to recommend from."""

from __future__ import annotations

import numpy as np
import pandas as pd

from softprofile.util.validation import Array

SIMPLER = {"C": "lower", "gamma": "lower"}


def grid(points: int = 9) -> pd.DataFrame:
    """A grid of two hyper-parameters on logarithmic scales."""
    C, gamma = np.meshgrid(np.logspace(-3, 3, points), np.logspace(-4, 2, points))
    return pd.DataFrame({"C": C.ravel(), "gamma": gamma.ravel()})


def plateau(U: pd.DataFrame, noise: float = 0.005, seed: int = 1) -> Array:
    """Scores, larger is better, that rise with both hyper-parameters and level off at 0.9."""
    g = np.log10(U["C"]) + np.log10(U["gamma"]) + 1
    return np.array(0.9 / (1 + np.exp(-2 * g)) + noise * np.random.default_rng(seed).standard_normal(len(U)))


def ridge(U: pd.DataFrame, noise: float = 0.05, seed: int = 2) -> Array:
    """Scores, larger is better, with an optimum at C = 3 and gamma = 0.1."""
    x, y = np.log10(U["C"]), np.log10(U["gamma"])
    return np.array(-((x - 0.5) ** 2) - (y + 1) ** 2 + noise * np.random.default_rng(seed).standard_normal(len(U)))


def saturating(n: int = 24, noise: float = 0.001, seed: int = 3) -> tuple[pd.DataFrame, Array]:
    """Scores, larger is better, that level off: 1 % of the whole improvement is left at 100 trees."""
    trees = np.geomspace(1, 1000, n)
    z = 0.9 - 0.5 / (1 + (trees / 10) ** 2) + noise * np.random.default_rng(seed).standard_normal(n)
    return pd.DataFrame({"trees": trees}), z


def codes(result: object) -> list[str]:
    return [message.code for message in result.messages]  # type: ignore[attr-defined]
